"""Cells in requests, as axial coordinates ``q,r``."""

from __future__ import annotations

from companion.record.events.cells import MAX_COORDINATE
from games.hexgrid import Cell


def cell_from(text: str) -> Cell | None:
    """Return the cell that a text names; ``None`` where it is malformed or beyond `MAX_COORDINATE`."""
    q, _, r = text.partition(",")
    try:
        cell = int(q), int(r)
    except ValueError:
        return None
    return cell if max(map(abs, cell)) <= MAX_COORDINATE else None


def text_of(cell: Cell) -> str:
    """Return the text that names a cell."""
    return f"{cell[0]},{cell[1]}"
