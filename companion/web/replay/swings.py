"""The largest swings of a game in words, and on its board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.language import player_name
from companion.web.board.hint_drawing import hint_svg
from companion.web.board.view import Mark, mark_for, view_box_of
from companion.web.replay.best_play import BestPlay
from games.fjords.board import Board, Player
from games.fjords.drawing.board import board_svg


@dataclass(frozen=True)
class SwingRow:
    """A swing: the step of the viking, its player, the points that were given away, and where it was better placed.

    Cells are written as ``q,r``; `better` is empty where nothing else would have been better.
    """

    step: int
    name: str
    mark: Mark
    points: int
    cell: str
    better: str


def swing_rows(found: BestPlay, players: Sequence[Player], lang: str) -> tuple[SwingRow, ...]:
    """Return the largest swings as rows."""
    marks = {player.name: mark_for(player.colours[0]) for player in players}
    return tuple(
        SwingRow(
            step=swing.before.step,
            name=player_name(swing.before.mover, lang),
            mark=marks[swing.before.mover],
            points=swing.points,
            cell=_text(swing.before.cell),
            better=_text(swing.before.best),
        )
        for swing in found.swings
    )


def swings_on_board(found: BestPlay, board: Board, lang: str) -> Markup:
    """Return the last board with the vikings that swung most, numbered; empty where none did."""
    cells = [swing.before.cell for swing in found.swings if swing.before.cell is not None]
    if not cells:
        return Markup()
    drawing = board_svg(board, lang)
    return drawing + hint_svg(cells, "swings", view_box_of(drawing))


def _text(cell: tuple[int, int] | None) -> str:
    return "" if cell is None else f"{cell[0]},{cell[1]}"
