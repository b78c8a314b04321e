"""Rotation and shift of a reading onto the coordinates of an earlier one: its own are arbitrary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from games.hexgrid import Cell, shifted, turned
from vision.detections import TileReading
from vision.facts import turned_regions
from vision.reading.reading import Reading


def cell_moved(cell: Cell, turn: int, shift: Cell) -> Cell:
    """Return the cell rotated clockwise by ``turn`` sixths about the origin, and then shifted."""
    return shifted(turned(cell, turn), shift)


def move_reading(reading: Reading, turn: int, shift: Cell) -> Reading:
    """Return the reading with its cells rotated clockwise by ``turn`` sixths, and then shifted.

    Pixel positions stay as they are: the photo is not turned.
    """

    def to(cell: Cell) -> Cell:
        return cell_moved(cell, turn, shift)

    def moved_question(doubt: Mapping[str, Any]) -> dict[str, Any]:
        if "q" not in doubt:
            return dict(doubt)
        q, r = to((doubt["q"], doubt["r"]))
        side = {"edge": (doubt["edge"] + turn) % 6} if "edge" in doubt else {}
        if doubt["about"] == "region":
            parted = [{**c, "regions": turned_regions(c["regions"], turn)} for c in doubt["candidates"]]
            return {**doubt, "q": q, "r": r, "candidates": parted}
        return {**doubt, "q": q, "r": r, **side}

    return replace(
        reading,
        tiles=tuple(_turned_tile(t, turn, to(t.cell)) for t in reading.tiles),
        pieces=tuple(replace(p, cell=to(p.cell)) for p in reading.pieces),
        ask=tuple(moved_question(a) for a in reading.ask),
        possible=tuple(replace(p, cell=to(p.cell)) for p in reading.possible),
        alternatives={(to(cell), (edge + turn) % 6): names for (cell, edge), names in reading.alternatives.items()},
        unseen=tuple(to(c) for c in reading.unseen),
    )


def _turned_tile(tile: TileReading, turn: int, cell: Cell) -> TileReading:
    """Return a tile at another cell, turned by sixths."""

    def rotated(sides: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sides[(i - turn) % 6] for i in range(6))

    return replace(
        tile,
        cell=cell,
        edges=rotated(tile.edges),
        regions=tuple(turned_regions(tile.regions, turn)),
        outline=np.roll(tile.outline, turn, axis=0),
        edge_confidence=rotated(tile.edge_confidence),
        edge_logs=None if tile.edge_logs is None else np.roll(tile.edge_logs, turn, axis=0),
    )
