"""Tiles that people enter: six edges, and the terrain whose patches are joined inside."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.language import N_
from companion.problems import Problem
from games.documents import DocumentError
from games.fjords.board import Board
from games.fjords.rim import joined_regions, met_along, rim_stretches
from games.fjords.tiles import Tile
from games.hexgrid import SIDES, Cell, neighbour, opposite

EDGES = {
    "P": N_("plains"),
    "M": N_("mountain"),
    "O": N_("ocean"),
    "PO": N_("plains, ocean"),
    "OP": N_("ocean, plains"),
    "PM": N_("plains, mountain"),
    "MP": N_("mountain, plains"),
    "MO": N_("mountain, ocean"),
    "OM": N_("ocean, mountain"),
}
JOINS = {
    "": N_("Areas stay separate"),
    "P": N_("Plains connect inside"),
    "M": N_("Mountains connect inside"),
    "O": N_("Oceans connect inside"),
}
_EDGE = re.compile("[PMO]{1,3}")
_UNKNOWN = N_("These edges are not valid; choose them again.")


def tile_of(edges: Sequence[str], join: str = "") -> dict[str, Any]:
    """Return the tile with these edges.

    Consecutive equal terrain along the rim is one region; all patches of the terrain `join` are one region as well,
    which then touches all others.

    Raises:
        Problem: an edge is malformed, or `join` is not in `JOINS`.
    """
    if len(edges) != 6 or not all(map(is_edge, edges)) or join not in JOINS:
        raise Problem(_UNKNOWN)
    stretches = rim_stretches(edges)
    joined = [k for k, stretch in enumerate(stretches) if stretch.terrain == join]
    groups = [joined if k in joined else [k] for k in range(len(stretches)) if k not in joined[1:]]
    along = [next(n for n, group in enumerate(groups) if k in group) for k in range(len(stretches))]
    regions = [
        {"terrain": region.terrain, "ports": [list(port) for port in region.ports]}
        for region in joined_regions(stretches, groups)
    ]
    touching = sorted(map(list, met_along(along)))
    return {"edges": list(edges), "regions": regions, "touching": touching}


def is_edge(edge: str) -> bool:
    """Return whether a text is a well-formed edge of one to three terrains."""
    return bool(_EDGE.fullmatch(edge)) and all(one != other for one, other in pairwise(edge))


def is_tile(tile: Mapping[str, Any]) -> bool:
    """Return whether a tile is well-formed: its regions may have been read with other edges than it has now."""
    try:
        Tile.from_document(tile)
    except DocumentError:
        return False
    return True


def joined_inside(tile: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the terrains with separate patches along the rim that are one region."""
    rim = [stretch.terrain for stretch in rim_stretches(tile["edges"])]
    inside = [region["terrain"] for region in tile["regions"] if region["ports"]]
    return tuple(terrain for terrain in "PMO" if inside.count(terrain) < rim.count(terrain))


def likely_edges(board: Board, cell: Cell) -> tuple[str, ...]:
    """Return the form's initial edges: those of the tile in a cell, otherwise those that match the adjacent tiles."""
    if cell in board.tiles:
        return board.tiles[cell].edges
    found = []
    for side in SIDES:
        beside = board.tiles.get(neighbour(cell, side))
        found.append("P" if beside is None else beside.edges[opposite(side)][::-1])
    return tuple(found)


def join_of(board: Board, cell: Cell) -> str:
    """Return the terrain whose patches are joined inside a cell's tile; empty where there is none."""
    if cell not in board.tiles:
        return ""
    edges = board.tiles[cell].edges
    if not all(map(is_edge, edges)):
        return ""
    regions = len(board.tiles[cell].regions)
    return next((join for join in JOINS if len(tile_of(edges, join)["regions"]) == regions), "")
