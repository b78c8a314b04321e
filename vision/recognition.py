"""Which tile of a copy is it? By its art, in any turn, under pieces, in another light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.art import PATCH, describe, similarity
from vision.eyes import Maps
from vision.lattice import Cell, Lattice
from vision.loose import Loose, turned
from vision.pairing import pair_up
from vision.terrain import edge_likelihoods, edge_number, sample
from vision.tile_sets import KnownSet, KnownTile
from vision.view import View

_SIZES = (0.97, 1.0, 0.94)
"""Sizes of a tile in pitches of the lattice: how wide the gaps between tiles are is not known beforehand."""
_FREE = 0.7
"""Probability of no piece from which a place counts as free."""
_AROUND = 2
"""Patch pixels around a piece that are left out with it: its soft outline and its darkest shadow."""
_LAYOUT = 0.012
"""What one unit of the edges' log likelihood is worth in units of correlation."""
_LEAST_LAYOUT = -14.0
"""No edges count for less: glare may hide an edge, and a taught edge may be wrong."""
KNOWN = 0.5
"""Correlation from which a tile may be one of the set."""


@dataclass(frozen=True)
class Match:
    """What a tile on the table was recognised as.

    Attributes:
        known: the tile of the set.
        set_name: the name of its set.
        turn: clockwise sixths from the set's tile to the one on the table.
        alike: -1..1, correlation of what is seen of it.
        ahead: by how much anything with other edges falls behind, layout counted.
    """

    known: KnownTile
    set_name: str
    turn: int
    alike: float
    ahead: float


def recognise_board(maps: Maps, view: View, lattice: Lattice, sets: Sequence[KnownSet]) -> dict[Cell, Match | None]:
    """Recognise every tile of a lattice; None where a tile is in none of the sets."""
    cells = list(lattice.centres)
    best: list[Match | None] = []
    most = -np.inf
    for size in _SIZES:
        found = recognise(maps, view, [Loose(lattice.centres[c], 0.0, size) for c in cells], sets)
        worth = sum(m.alike for m in found if m is not None)
        if worth <= most:
            break
        best, most = found, worth
    return dict(zip(cells, best, strict=True))


def recognise(maps: Maps, view: View, poses: Sequence[Loose], sets: Sequence[KnownSet]) -> list[Match | None]:
    """Recognise tiles that lie at these poses in a view, each tile of the sets at most once.

    A match's ``turn`` counts from the pose: edge 0 of the tile faces the pose's edge ``turn``.
    """
    known = [(tile, s.name) for s in sets for tile in s.tiles]
    if not known or not poses:
        return [None] * len(poses)
    features = np.concatenate([tile.features for tile, _ in known])
    queries, counts = _describe(maps, view, poses)
    alike = similarity(queries, counts, features).reshape(len(poses), len(known), 6)
    layout = _layout(maps, view, poses, [tile for tile, _ in known])
    worth = alike + _LAYOUT * np.maximum(layout, _LEAST_LAYOUT)
    best = worth.max(axis=2)
    pairs = pair_up(best - KNOWN)
    return [None if k is None else _match(n, k, known, alike, worth) for n, k in enumerate(pairs)]


def _match(n: int, k: int, known: list[tuple[KnownTile, str]], alike: np.ndarray, worth: np.ndarray) -> Match:
    tile, set_name = known[k]
    turn = int(worth[n, k].argmax())
    edges = tile.tile.turned(turn).edges
    others = [
        worth[n, i, other]
        for i, (rival, _) in enumerate(known)
        for other in range(6)
        if rival.tile.turned(other).edges != edges
    ]
    ahead = worth[n, k, turn] - max(others, default=-1.0)
    return Match(tile, set_name, turn, float(alike[n, k, turn]), float(ahead))


def _describe(maps: Maps, view: View, poses: Sequence[Loose]) -> tuple[np.ndarray, np.ndarray]:
    """(n, d) features of the poses' patches and (n, d) where they count."""
    places = np.array([p.centre + p.size * turned(PATCH, p.turn) for p in poses])
    patches = sample(view.pixels, view.to_view(places))
    free = sample(maps.piece[..., 0], view.to_maps(places)) > _FREE
    rows = [describe(patch, _clear_of_pieces(open_)) for patch, open_ in zip(patches, free, strict=True)]
    return np.array([r[0] for r in rows]), np.array([r[1] for r in rows])


def _clear_of_pieces(free: np.ndarray) -> np.ndarray:
    grown = np.ones((2 * _AROUND + 1,) * 2, np.uint8)
    return np.asarray(cv2.erode(free.astype(np.uint8), grown) > 0)


def _layout(maps: Maps, view: View, poses: Sequence[Loose], tiles: Sequence[KnownTile]) -> np.ndarray:
    """(n, m, 6) log likelihood of each pose's rim being the tile's in each turn, 0 for the likeliest rim of all."""
    seen = edge_likelihoods(maps, view, np.array([p.corners() for p in poses]))
    seen = seen - seen.max(axis=2, keepdims=True)
    said = np.array(
        [[[edge_number(t.tile.turned(turn).edges[i]) for i in range(6)] for turn in range(6)] for t in tiles]
    )
    return np.asarray(seen[:, np.arange(6), said].sum(axis=-1))
