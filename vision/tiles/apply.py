"""What a taught copy says of the tiles on the table: their edges, their land, and which are not of the copy at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from games.fjords.tiles import Tile
from vision.detections import TileReading
from vision.geometry.lattice import Cell
from vision.terrain.edges import EDGES, edge_number
from vision.terrain.regions import Patches
from vision.tiles.recognise import Glimpse, Match, recognise
from vision.tiles.tile_set import KnownSet

_MOST_SURE = 9.0
"""Log odds of an edge that a tile recognised beyond doubt has."""
_LEAST = -4.0
"""What the tile's own pixels may speak against the set at most: pieces and glare hide edges, art is all over it."""


def recognised(
    glimpses: Mapping[Cell, Glimpse], rims: Mapping[Cell, np.ndarray], sets: Sequence[KnownSet]
) -> dict[Cell, Match | None]:
    """Recognise a board's tiles: each cell's match, None where the tile is in none of the sets; empty without sets."""
    if not sets:
        return {}
    cells = list(glimpses)
    matches = recognise([glimpses[c] for c in cells], np.array([rims[c] for c in cells]), sets)
    return dict(zip(cells, matches, strict=True))


def known_rims(rims: Mapping[Cell, np.ndarray], matches: Mapping[Cell, Match | None]) -> dict[Cell, np.ndarray]:
    """Return the (6, 21) log likelihoods of all edges, those of recognised tiles as their set has them."""
    return {cell: _known_rim(rim, matches.get(cell)) for cell, rim in rims.items()}


def _known_rim(rim: np.ndarray, match: Match | None) -> np.ndarray:
    if match is None:
        return rim
    odds = np.log(match.confidence) - np.log(max(1 - match.confidence, np.exp(-_MOST_SURE)))
    numbers = [edge_number(edge) for edge in lying(match).edges]
    return np.asarray(np.maximum(rim - rim.max(axis=1, keepdims=True), _LEAST) + odds * _one_hot(numbers), float)


def _one_hot(numbers: list[int]) -> np.ndarray:
    return np.asarray(np.arange(len(EDGES)) == np.array(numbers)[:, None])


def lying(match: Match) -> Tile:
    """Return the set's tile as it lies on the table."""
    return match.known.tile.turned(match.turn)


def known_patches(match: Match) -> Patches:
    """Return the land inside a recognised tile as it lies."""
    tile = lying(match)
    regions = tuple({"terrain": g.terrain, "ports": [list(port) for port in g.ports]} for g in tile.regions)
    return Patches(regions, tile.touching)


def named_tile(tile: TileReading, match: Match | None) -> TileReading:
    """Return the reading of a tile with its name in its set."""
    if match is None:
        return tile
    known = lying(match)
    return replace(tile, edges=known.edges, marks=known.marks, name=known.name, set_name=match.set_name)


def strangers(matches: Mapping[Cell, Match | None]) -> list[dict[str, Any]]:
    """Ask of every tile that is in none of the sets what it is."""
    return [
        {"about": "tile", "q": q, "r": r, "candidates": ["not in set"], "confidence": 0.5}
        for (q, r), match in matches.items()
        if match is None
    ]
