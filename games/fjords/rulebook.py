"""The rulebook of Fjords as `games.rulebook` finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.answers import Answers, Described, Judged
from games.fjords.board import Board
from games.fjords.checks.judge import judge
from games.fjords.checks.warnings import status
from games.fjords.drawing.board import board_svg
from games.fjords.exploration import placements
from games.fjords.scoring import score
from games.fjords.tiles import Tile
from games.fjords.turns import is_over
from games.language import N_, translate
from games.rulebook import Rulebook

_HEADINGS = {
    "vikings": N_("Vikings"),
    "undisputed": N_("Undisputed"),
    "strength": N_("Strength"),
    "water": N_("Water"),
    "friendship": N_("Friendship"),
    "home": N_("Home"),
    "total": N_("Total"),
    "secure": N_("Secure"),
    "contested": N_("Contested"),
}
_RULES = {
    "vikings": N_("one point for each viking on the board"),
    "undisputed": N_("all vikings are placed: a point for each tile that nobody else can reach"),
    "strength": N_("one more for each viking next to a Strength rune"),
    "water": N_("one point for each viking on a tile connected to a Water rune by ocean"),
    "friendship": N_("two for each Friendship rune with the most vikings around it"),
    "home": N_("one point for each viking next to their own Home rune"),
    "total": N_("all points together"),
    "secure": N_("tiles that nobody else can reach"),
    "contested": N_("tiles that others can reach, too"),
}


def _explain(board: Board, lang: str) -> Sequence[Mapping[str, str]]:
    return [{field: translate(rule, lang) for field, rule in _RULES.items()} for _ in board.players]


def _places(board: Board, tile: Any) -> Sequence[Described]:
    """Return where a tile may be laid; raises `DocumentError` where its document is malformed."""
    return [place.to_dict() for place in placements(board, Tile.from_document(tile))]


def _judged(before: Board, after: Board) -> Judged:
    found = judge(before, after)
    return Judged(found.changes.events(), found.warnings)


RULEBOOK: Rulebook[Board] = Rulebook(
    name="fjords",
    english_title=N_("Fjords"),
    read=Board.from_document,
    write=Board.to_document,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=lambda board, lang, _player: board_svg(board, lang),
    headings=_HEADINGS,
    explain=_explain,
    tie_rule=N_("On a tie, the tied player who is later in the order of settlement wins."),
    always=("vikings", "total", "secure", "contested"),
    colours=lambda board, player: board.player(player).colours,
    # Moves are asked for with a rune, which the common form knows nothing of: see `settlement` and `runes`.
    answers=Answers(place=_places, judge=_judged),
    over=is_over,
)
