"""Which tile of a copy is it? By its art, in any turn, under pieces, in another light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.art import PATCH, SIDE, described, shown, soften
from vision.eyes import Maps
from vision.loose import Loose, turned
from vision.pairing import pair_up
from vision.prints import Prints, finely, roughly
from vision.terrain import edge_number, sample
from vision.tile_sets import KnownSet, KnownTile
from vision.tints import misfit, tints
from vision.view import View

_KNOWN, _STRANGE = 0.20, 0.34
"""Likeness, layout and colours counted, from which a tile may be of the set: on a table laid with it, and on others."""
_OPEN = 0.17
"""What is asked more of a tile that nothing hides: pieces take from the likeness what they hide and what they shade."""
_LAID = 0.57
"""The likeness that a quarter of the tiles reach on a table laid with the set."""
_SIZES = (0.96, 1.0, 0.92, 0.88)
"""Sizes of a tile in pitches of the lattice, usual first: how wide the gaps are is not known beforehand."""
_SAMPLE = 5
"""So many of the tiles that can be seen best tell the size of all."""
_UNSURE = 0.12
"""What counts even of a place that surely is hidden: what looks like a piece may be printed on the tile."""
_SHOWN = shown(SIDE)
_AROUND = np.ones((5, 5), np.uint8)
"""What is left out around a piece with it: its soft outline and its darkest shadow."""
_CANDIDATES = 12
"""So many tiles and turns are laid over each tile seen with more care."""
_BY_ART = 8
"""So many more by their art alone, in case that an edge was taught or seen wrong."""
_COLOURS = 0.07
"""What an e-fold of misfit of the colours takes from the likeness."""
_SAME = 0.55
"""Likeness from which a tile's best match tells how well colours fit on this table."""
_FIT = 0.03
"""The least misfit that a table may have: photos and art are never quite alike."""
_WORST = 5.0
"""No misfit counts for more, over the usual one: a shadow or a piece that nobody saw may be behind it."""
_LAYOUT = 0.012
"""What one unit of the edges' log likelihood is worth in units of likeness."""
_UNLIKE = -1.0
_DOUBT = 0.06
"""A match this far ahead of others is wrong half as often as one that is not ahead at all, and so on (e-fold)."""
_LEAST_EDGE = -8.0
"""No edge counts for less: glare may hide it, and a taught edge may be wrong."""


@dataclass(frozen=True, eq=False)
class Glimpse:
    """What one tile on the table looks like, whatever light falls on it and whatever stands on it.

    Attributes:
        patch: (SIDE, SIDE, 3) BGR 0..255 its surroundings, as ``art.PATCH`` lies.
        clear: (SIDE, SIDE) 0..1, how surely each place of them shows what lies on the table.
    """

    patch: np.ndarray
    clear: np.ndarray
    _described: dict[float, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict, repr=False)

    @property
    def open(self) -> float:
        """0..1, how much of it can be seen."""
        return float((self._softened[1] * _SHOWN).sum() / _SHOWN.sum())

    @cached_property
    def _softened(self) -> tuple[np.ndarray, np.ndarray]:
        return soften(self.patch, self.clear)

    def described(self, size: float) -> tuple[np.ndarray, np.ndarray]:
        """Return its art's features if it is of this size in pitches, and how much they count; worked out once."""
        if size not in self._described:
            self._described[size] = described(self._softened, size)
        return self._described[size]


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
    free = sample(maps.piece[..., 0], view.to_maps(places))
    land = 1 - sample(maps.terrain[..., 0], view.to_maps(places))
    # What covers a tile and is no piece looks like table.
    seen = [_UNSURE + (1 - _UNSURE) * cv2.erode(f, _AROUND) * on for f, on in zip(free, land, strict=True)]
    return [Glimpse(patch, clear) for patch, clear in zip(patches, seen, strict=True)]


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
    prints = Prints.joined([tile.prints for tile, _ in known])
    colours = np.concatenate([tile.tints for tile, _ in known])
    edges = np.concatenate([_edge_numbers(s) for s in sets])
    layout = _LAYOUT * _layout(rims, edges).reshape(len(glimpses), -1)
    size = _usual_size(glimpses, layout, prints)
    laid_over = [_laid_over(g, size, row, prints, colours) for g, row in zip(glimpses, layout, strict=True)]
    alike = np.array([likely for likely, _ in laid_over])
    layout = layout - _COLOURS * _misfits(alike + layout, np.array([left for _, left in laid_over]))
    shape = (len(glimpses), len(known), 6)
    alike, worth = alike.reshape(shape), (alike + layout).reshape(shape)
    best = worth.max(axis=2)
    laid = np.percentile(best.max(axis=1), 75) >= _LAID
    least = (_KNOWN if laid else _STRANGE) + _OPEN * np.array([[g.open] for g in glimpses])
    pairs = pair_up(best - least)
    return [None if k is None else _match(known[k], k, alike[n], worth[n], edges) for n, k in enumerate(pairs)]


def _laid_over(
    seen: Glimpse, size: float, layout: np.ndarray, prints: Prints, colours: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(m * 6,) likeness of a tile of this size with the prints, and misfit of its colours, of those most likely.

    What is not among the likeliest counts as unlike.
    """
    some = _likeliest(seen, size, layout, prints)
    alike, left = np.full(len(layout), _UNLIKE), np.zeros(len(layout))
    alike[some] = prints.like(finely(*seen.described(size)), some)
    left[some] = misfit(tints(seen.patch, seen.clear, size), colours[some])
    return alike, left


def _misfits(worth: np.ndarray, left: np.ndarray) -> np.ndarray:
    """(n, m * 6) e-folds of the misfit of colours, over what is usual on this table where tiles are sure."""
    best = worth.argmax(axis=1)
    rows = np.arange(len(best))
    sure = worth[rows, best] > _SAME
    usual = np.median(left[rows, best][sure if sure.any() else rows])
    return np.asarray(np.log1p(np.minimum(left / max(float(usual), _FIT), _WORST)))


def _likeliest(seen: Glimpse, size: float, layout: np.ndarray, prints: Prints) -> np.ndarray:
    rough = prints.roughly_like(roughly(*seen.described(size)))
    return np.union1d(_first(rough + layout, _CANDIDATES), _first(rough, _BY_ART))


def _first(worth: np.ndarray, count: int) -> np.ndarray:
    return np.argpartition(-worth, min(count, len(worth)) - 1)[:count]


def _usual_size(glimpses: Sequence[Glimpse], layout: np.ndarray, prints: Prints) -> float:
    """Return the size at which those tiles that can be seen best are most like prints; all tiles are of one size."""
    clear = sorted(range(len(glimpses)), key=lambda n: -glimpses[n].open)[:_SAMPLE]
    likeliest = {n: _likeliest(glimpses[n], _SIZES[0], layout[n], prints) for n in clear}

    def fits(size: float) -> float:
        return sum(float(prints.like(finely(*glimpses[n].described(size)), likeliest[n]).max()) for n in clear)

    return max(_SIZES, key=fits)


def _match(known: tuple[KnownTile, str], k: int, alike: np.ndarray, worth: np.ndarray, edges: np.ndarray) -> Match:
    turn = int(worth[k].argmax())
    other = (edges != edges[k, turn]).any(axis=2)
    rival = worth[other].max() if other.any() else -1.0
    return Match(*known, turn, float(alike[k, turn]), float(worth[k, turn] - rival))


def _layout(rims: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """(n, m, 6) log likelihood of each rim being the tile's in each turn, 0 for the likeliest rim of all."""
    seen = np.maximum(rims - rims.max(axis=2, keepdims=True), _LEAST_EDGE)
    return np.asarray(seen[:, np.arange(6), edges].sum(axis=-1))


@lru_cache(maxsize=16)
def _edge_numbers(known: KnownSet) -> np.ndarray:
    """(m, 6, 6) numbers among ``terrain.EDGES`` of the tiles' edges, turned clockwise by 0..5 sixths."""
    return np.array(
        [[[edge_number(edge) for edge in t.tile.turned(turn).edges] for turn in range(6)] for t in known.tiles]
    )
