"""Cells as a request names them: ``q,r``."""

from __future__ import annotations

from games.hexgrid import Cell

_FAR = 200


def cell_from(text: str) -> Cell | None:
    """Return the cell that a text names; ``None`` where it names none that a board may have."""
    q, _, r = text.partition(",")
    try:
        cell = int(q), int(r)
    except ValueError:
        return None
    return cell if max(map(abs, cell)) <= _FAR else None


def text_of(cell: Cell) -> str:
    """Return the text that names a cell."""
    return f"{cell[0]},{cell[1]}"
