"""Applies the recognition of known tiles to a reading: their edges, regions, marks and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from games.fjords.tiles import Tile
from vision.detections import TileReading
from vision.geometry.lattice import Cell
from vision.terrain.edges import EDGES, edge_number
from vision.terrain.regions import RegionLayout
from vision.tiles.match import Match
from vision.tiles.recognise import recognise
from vision.tiles.tile_set import KnownSet, are_complete
from vision.tiles.tile_view import TileView

_MAX_LOG_ODDS, _MAX_LOG_ODDS_SEEN = 9.0, 6.0
"""Caps of the log odds, nats, of an edge of a recognised tile: of one that was taught, and of one of an earlier photo,
which may have been misread there. Of these the pixels count in full: on 40 copies with two kept photos 53 edges and 150
regions are wrong, with the log odds of the former and its least log likelihood 53 and 151, and with 3 and that 120 and
205 (boards of `benchmarks.kept_copies --seed 8903`, the second photo read untaught)."""
_MIN_OWN_LOG_LIKELIHOOD = -4.0
"""Least log likelihood, nats, of the set's edge by the tile's own pixels: pieces and glare hide edges, while the art
covers the whole tile; chosen by hand."""


def match_tiles(
    views: Mapping[Cell, TileView], rims: Mapping[Cell, np.ndarray], sets: Sequence[KnownSet]
) -> dict[Cell, Match | None]:
    """Return each cell's match, None for a tile in none of the sets; empty without sets.

    Where the sets are only a part of a copy, cells without a match are left out: another tile of it may lie there.
    """
    if not sets:
        return {}
    cells, complete = list(views), are_complete(sets)
    matches = recognise([views[c] for c in cells], np.array([rims[c] for c in cells]), sets)
    return {c: match for c, match in zip(cells, matches, strict=True) if complete or match is not None}


def add_matched_edges(
    rims: Mapping[Cell, np.ndarray], matches: Mapping[Cell, Match | None], complete: bool
) -> dict[Cell, np.ndarray]:
    """Return the (6, 21) log likelihoods of all edges, with those of matched tiles' sets added.

    Args:
        rims: the same by the tiles' own pixels.
        matches: the tiles' matches.
        complete: whether the sets are complete ones that were taught, or tiles of earlier photos.
    """
    least, most = (_MIN_OWN_LOG_LIKELIHOOD, _MAX_LOG_ODDS) if complete else (-np.inf, _MAX_LOG_ODDS_SEEN)
    return {cell: _with_match(rim, matches.get(cell), least, most) for cell, rim in rims.items()}


def _with_match(rim: np.ndarray, match: Match | None, least: float, most: float) -> np.ndarray:
    if match is None:
        return rim
    odds = np.log(match.confidence) - np.log(max(1 - match.confidence, np.exp(-most)))
    numbers = [edge_number(edge) for edge in oriented_tile(match).edges]
    own = np.maximum(rim - rim.max(axis=1, keepdims=True), least)
    return np.asarray(own + odds * _one_hot(numbers), float)


def _one_hot(numbers: list[int]) -> np.ndarray:
    return np.asarray(np.arange(len(EDGES)) == np.array(numbers)[:, None])


def oriented_tile(match: Match) -> Tile:
    """Return the set's tile turned as it lies on the table."""
    return match.known.tile.turned(match.turn)


def matched_regions(match: Match) -> RegionLayout:
    """Return the regions of a matched tile as it lies."""
    return RegionLayout.of_tile(oriented_tile(match))


def named_tile(tile: TileReading, match: Match | None) -> TileReading:
    """Return the reading of a tile with what its set knows of it."""
    if match is None:
        return tile
    known = oriented_tile(match)
    seen = replace(tile, edges=known.edges, marks=known.marks, recognised=True)
    return replace(seen, name=known.name, set_name=match.set_name)
