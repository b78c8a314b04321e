"""Which tile of a copy is it? By its art, in any turn, under pieces, in another light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.art import PATCH, best_similarity, described, similarity, soften
from vision.eyes import Maps
from vision.loose import Loose, turned
from vision.pairing import pair_up
from vision.terrain import edge_number, sample
from vision.tile_sets import KnownSet, KnownTile
from vision.view import View

_KNOWN, _STRANGE = 0.5, 0.72
"""Likeness, layout counted, from which a tile may be one of the set: on a table laid with the set, and on another."""
_LAID = 0.72
"""The likeness that a quarter of the tiles reach on a table laid with the set."""
_SIZES = (1.0, 0.96, 0.92, 0.88)
"""Sizes of a tile in pitches of the lattice: how wide the gaps between tiles are is not known beforehand."""
_FREE = 0.7
"""Probability of no piece from which a place counts as free."""
_AROUND = np.ones((5, 5), np.uint8)
"""What is left out around a piece with it: its soft outline and its darkest shadow."""
_CANDIDATES = 12
"""So many tiles and turns are laid over each tile seen with more care."""
_LAYOUT = 0.012
"""What one unit of the edges' log likelihood is worth in units of likeness."""
_DOUBT = 0.06
"""A match this far ahead of others is wrong half as often as one that is not ahead at all, and so on (e-fold)."""
_LEAST_LAYOUT = -14.0
"""No edges count for less: glare may hide an edge, and a taught edge may be wrong."""


@dataclass(frozen=True, eq=False)
class Glimpse:
    """What one tile on the table looks like, whatever light falls on it and whatever stands on it.

    Attributes:
        features: (s, d) of its art, if it is of each of a few sizes; see ``art.describe``.
        counts: (s, d) of 0 and 1, where they count.
    """

    features: np.ndarray
    counts: np.ndarray


@dataclass(frozen=True)
class Match:
    """What a tile on the table was recognised as.

    Attributes:
        known: the tile of the set.
        set_name: the name of its set.
        turn: clockwise sixths from the set's tile to the one on the table.
        alike: -1..1, how alike they are where the one on the table can be seen.
        ahead: by how much anything with other edges falls behind, layout counted.
    """

    known: KnownTile
    set_name: str
    turn: int
    alike: float
    ahead: float

    @property
    def confidence(self) -> float:
        """0..1, that its edges are right."""
        return float(1 - 0.5 * np.exp(-max(self.ahead, 0.0) / _DOUBT))


def glimpse(maps: Maps, view: View, poses: Sequence[Loose]) -> list[Glimpse]:
    """Look at tiles that lie about at these poses; a pose's size is the pitch, gaps and all."""
    if not poses:
        return []
    places = np.array([pose.centre + turned(PATCH * pose.size, pose.turn) for pose in poses])
    patches = sample(view.pixels, view.to_view(places))
    free = sample(maps.piece[..., 0], view.to_maps(places)) > _FREE
    found = []
    for patch, clear in zip(patches, free, strict=True):
        soft = soften(patch, cv2.erode(clear.astype(np.uint8), _AROUND))
        rows = [described(soft, size) for size in _SIZES]
        found.append(Glimpse(np.array([r[0] for r in rows]), np.array([r[1] for r in rows])))
    return found


def recognise(glimpses: Sequence[Glimpse], rims: np.ndarray, sets: Sequence[KnownSet]) -> list[Match | None]:
    """Recognise the tiles of one table, each tile of the sets at most once; None where one is in none of them.

    A match's ``turn`` counts from the pose: the tile's edge 0 faces the pose's edge ``turn``.

    Args:
        glimpses: n tiles.
        rims: (n, 6, 21) log likelihoods of their edges from their own pixels; see ``terrain.edge_likelihoods``.
        sets: the copies that may lie on the table.
    """
    known = [(tile, s.name) for s in sets for tile in s.tiles]
    if not known or not glimpses:
        return [None] * len(glimpses)
    shape = (len(glimpses), len(known), 6)
    features = np.concatenate([tile.features for tile, _ in known])
    alike = np.array(
        [
            similarity(np.array([g.features[s] for g in glimpses]), np.array([g.counts[s] for g in glimpses]), features)
            for s in range(len(_SIZES))
        ]
    )
    sizes, fitting = alike.argmax(axis=0), alike.max(axis=0)
    edges = np.concatenate([_edge_numbers(s) for s in sets])
    layout = _LAYOUT * np.maximum(_layout(rims, edges), _LEAST_LAYOUT).reshape(fitting.shape)
    for n, seen in enumerate(glimpses):
        best = np.argsort(-(fitting[n] + layout[n]))[:_CANDIDATES]
        for size in np.unique(sizes[n, best]):
            some = best[sizes[n, best] == size]
            fitting[n, some] = best_similarity(seen.features[size], seen.counts[size], features[some])
    fitting, layout = fitting.reshape(shape), layout.reshape(shape)
    worth = fitting + layout
    best = worth.max(axis=2)
    laid = np.percentile(best.max(axis=1), 75) >= _LAID
    pairs = pair_up(best - (_KNOWN if laid else _STRANGE))
    return [None if k is None else _match(known[k], k, fitting[n], worth[n], edges) for n, k in enumerate(pairs)]


def _match(known: tuple[KnownTile, str], k: int, alike: np.ndarray, worth: np.ndarray, edges: np.ndarray) -> Match:
    turn = int(worth[k].argmax())
    other = (edges != edges[k, turn]).any(axis=2)
    rival = worth[other].max() if other.any() else -1.0
    return Match(*known, turn, float(alike[k, turn]), float(worth[k, turn] - rival))


def _layout(rims: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """(n, m, 6) log likelihood of each rim being the tile's in each turn, 0 for the likeliest rim of all."""
    seen = rims - rims.max(axis=2, keepdims=True)
    return np.asarray(seen[:, np.arange(6), edges].sum(axis=-1))


@lru_cache(maxsize=16)
def _edge_numbers(known: KnownSet) -> np.ndarray:
    """(m, 6, 6) numbers among ``terrain.EDGES`` of the tiles' edges, turned clockwise by 0..5 sixths."""
    return np.array(
        [[[edge_number(edge) for edge in t.tile.turned(turn).edges] for turn in range(6)] for t in known.tiles]
    )
