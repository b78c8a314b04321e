"""Tiles whose edges are replaced, as data of events and board documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from games.hexgrid import Cell
from vision.detections import TileReading
from vision.facts import HalfEdge
from vision.merging.adapt_edges import with_edges

_NO_OUTLINE = np.zeros((6, 2))


def with_other_edges(tile: Mapping[str, Any], edges: Sequence[str]) -> dict[str, Any]:
    """Return the data of a tile with these six edges, and regions that follow from its old ones."""
    if list(tile["edges"]) == list(edges):
        return dict(tile)
    old = tuple((a, b) for a, b in tile["touching"])
    read = TileReading(
        (0, 0), tuple(tile["edges"]), tuple(tile["regions"]), old, (0.0, 0.0), _NO_OUTLINE, 1.0, (1.0,) * 6
    )
    regions, touching = with_edges(read, edges)
    return {**tile, "edges": list(edges), "regions": list(regions), "touching": [list(pair) for pair in touching]}


def with_named_ground(tile: Mapping[str, Any], named: Mapping[int, str]) -> dict[str, Any]:
    """Return the data of a tile whose edges show the terrains that a person has named there, by the edges' numbers."""
    return with_entered_edges(
        tile, {side: terrain for side, terrain in named.items() if terrain not in tile["edges"][side]}
    )


def with_entered_edges(tile: Mapping[str, Any], entered: Mapping[int, str]) -> dict[str, Any]:
    """Return the data of a tile with the edges that a person has entered, by their numbers."""
    return with_other_edges(tile, [entered.get(side, edge) for side, edge in enumerate(tile["edges"])])


def named_on(grounds: Mapping[HalfEdge, str], cell: Cell) -> dict[int, str]:
    """Return the terrains that a person has named on a tile, by the numbers of its edges."""
    return {edge: terrain for (at, edge, _), terrain in grounds.items() if at == cell}


def named_beside(grounds: Mapping[HalfEdge, str], *cells: Cell) -> dict[HalfEdge, str]:
    """Return the terrains that a person has named on other tiles than those in some cells."""
    return {at: terrain for at, terrain in grounds.items() if at[0] not in cells}
