"""The edges of a recorded board that people have entered."""

from __future__ import annotations

from companion.record.position import Position
from games.hexgrid import SIDES, Cell


def entered_sides(position: Position) -> frozenset[tuple[Cell, int]]:
    """Return the edges, by cell and side, that a person has entered, one by one or with a whole tile."""
    single = {(cell, side) for cell, edges in position.entered_edges.items() for side in edges}
    return frozenset(single | {(cell, side) for cell in position.held for side in SIDES})
