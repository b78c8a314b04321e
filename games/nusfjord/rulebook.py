"""Nusfjord as one game among others."""

from __future__ import annotations

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
    titles=("Nusfjord", "Нусфьорд"),
    read=Board.from_document,
    write=Board.to_document,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=board_svg,
    headings=HEADINGS,
    explain=explain,
    ties=(
        "Those who tie for most points share the victory.",
        "При ничьей претенденты делят победу.",
    ),
    always=tuple(HEADINGS),
    colours=_colours,
)
