"""The rulebook of Fjords as `games.rulebook` finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fjords.board import Board
from games.fjords.checks.warnings import status
from games.fjords.drawing.board import board_svg
from games.fjords.scoring import score
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
    over=is_over,
)
