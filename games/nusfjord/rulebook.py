"""The rulebook of Nusfjord as `games.rulebook` finds it."""

from __future__ import annotations

from games.language import N_
from games.nusfjord.answering.answers import ANSWERS
from games.nusfjord.board import Board
from games.nusfjord.drawing.harbour import board_svg
from games.nusfjord.scoring import score
from games.nusfjord.warnings import status
from games.nusfjord.words import HEADINGS, explain
from games.rulebook import Rulebook


def _colours(board: Board, player: str) -> tuple[str, ...]:
    colour = board.harbour(player).colour
    return () if colour is None else (colour,)


RULEBOOK: Rulebook[Board] = Rulebook(
    name="nusfjord",
    english_title=N_("Nusfjord"),
    read=Board.from_document,
    write=Board.to_document,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=board_svg,
    headings=HEADINGS,
    explain=explain,
    tie_rule=N_("Those who tie for most points share the victory."),
    always=tuple(HEADINGS),
    colours=_colours,
    answers=ANSWERS,
)
