"""Which tile of a copy is it? By its art, in any turn, under pieces, in another light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.geometry.rectified_view import View
from vision.imaging.assignment import pair_up
from vision.imaging.sampling import sample
from vision.loose_tiles.pose import Loose, turned
from vision.networks.models import SceneMaps
from vision.terrain.edges import edge_number
from vision.tiles.colour_layout import Tints, misfit, tints
from vision.tiles.descriptor import PATCH, SIDE, described, shown, soften
from vision.tiles.matching import Placed, Prints, finely, roughly
from vision.tiles.registration import settle
from vision.tiles.rim_colours import fitting, rim_colours
from vision.tiles.tile_set import KnownSet, KnownTile

_KNOWN, _STRANGE = 0.1, 0.34
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
_SURE_ALIKE, _SURE_AHEAD = 0.5, 0.12
"""Likeness, and lead over what has other edges, from which a tile shows what terrains look like on this table."""
_READ, _FITTING = 0.5, 0.3
"""What the network's word on the edges counts beside the table's own colours, and what those are worth in likeness."""
_NEAR, _FEW = 0.12, 6
"""Prints so little behind the best, and so many of them at most, are laid exactly over a tile."""
_CLEAR, _LOST = 0.1, 0.2
"""So far over what is asked a tile is of the set, and so far under it it is not, whatever an exact look would say."""
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
    _placed: dict[tuple[float, int], Placed] = field(default_factory=dict, repr=False)

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

    def placed(self, size: float, way: int) -> Placed:
        """Return the same in places about one of those of ``prints.roughly``; worked out once."""
        if (size, way) not in self._placed:
            self._placed[size, way] = finely(*self.described(size), way)
        return self._placed[size, way]

    def tints(self, size: float) -> Tints:
        """Return its colours at large if it is of this size."""
        return tints(self.patch, self.clear, size)


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

    @property
    def sure(self) -> bool:
        """Whether it can tell what terrains look like on this table."""
        return self.alike >= _SURE_ALIKE and self.ahead >= _SURE_AHEAD


def glimpse(maps: SceneMaps, view: View, poses: Sequence[Loose]) -> list[Glimpse]:
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
    read = _LAYOUT * _layout(rims, edges).reshape(len(glimpses), -1)
    places = np.array([prints.roughly_like(roughly(*g.described(_SIZES[0]))) for g in glimpses])
    rough = places.max(axis=1)
    ways = [int(p[:, k].argmax()) for p, k in zip(places, (rough + read).argmax(axis=1), strict=True)]
    size = _usual_size(glimpses, rough + read, ways, prints)
    seen = [(g.placed(size, way), g.tints(size)) for g, way in zip(glimpses, ways, strict=True)]
    laid = _lay_over(_Laid.none(read.shape), seen, rough, read, prints, colours)
    worth = _worth(laid, read)
    sure = [
        (n, edges[k, match.turn])
        for n, k in enumerate(pair_up(_over(worth, glimpses)))
        if k is not None and (match := _match(known[k], k, laid.alike[n], worth[n], edges)).sure
    ]
    if sure:
        along = rim_colours([g.patch for g in glimpses], [g.clear for g in glimpses], size)
        layout = _READ * read + _FITTING * fitting(along, sure, edges.reshape(-1, 6))
        laid = _lay_over(laid, seen, rough, layout, prints, colours)
        worth = _worth(laid, layout)
    worth = _settled(worth, laid, glimpses, size, [tile.logs for tile, _ in known])
    return [
        None if k is None else _match(known[k], k, laid.alike[n], worth[n], edges)
        for n, k in enumerate(pair_up(_over(worth, glimpses)))
    ]


@dataclass(frozen=True, eq=False)
class _Laid:
    """What has come of laying m prints in 6 turns over n tiles, (n, m * 6); what was not laid over counts as unlike.

    Attributes:
        alike: likeness of the art.
        left: misfit of the colours at large.
        off: (n, m * 6, 2) features, down and across, by which a tile lies off its place.
    """

    alike: np.ndarray
    left: np.ndarray
    off: np.ndarray

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> _Laid:
        """Nothing was laid over anything yet."""
        return cls(np.full(shape, _UNLIKE), np.zeros(shape), np.zeros((*shape, 2), int))


def _lay_over(
    before: _Laid,
    seen: Sequence[tuple[Placed, Tints]],
    rough: np.ndarray,
    layout: np.ndarray,
    prints: Prints,
    colours: np.ndarray,
) -> _Laid:
    """Lay the likeliest prints over tiles, beside those that were laid over them before."""
    alike, left, off = before.alike.copy(), before.left.copy(), before.off.copy()
    for n, (placed, tinted) in enumerate(seen):
        likely = _likeliest(rough[n], layout[n])
        some = likely[alike[n, likely] == _UNLIKE]
        if len(some):
            alike[n, some], off[n, some] = prints.like(placed, some)
            left[n, some] = misfit(tinted, colours[some])
    return _Laid(alike, left, off)


def _worth(laid: _Laid, layout: np.ndarray) -> np.ndarray:
    """(n, m * 6) likeness, layout and colours counted, these over what is usual on this table where tiles are sure."""
    worth = laid.alike + layout
    rows, best = np.arange(len(worth)), worth.argmax(axis=1)
    sure = worth[rows, best] > _SAME
    usual = np.median(laid.left[rows, best][sure if sure.any() else rows])
    return np.asarray(worth - _COLOURS * np.log1p(np.minimum(laid.left / max(float(usual), _FIT), _WORST)))


def _over(worth: np.ndarray, glimpses: Sequence[Glimpse]) -> np.ndarray:
    """(n, m) by how much each tile of the sets, in its best turn, is over what is asked of it."""
    best = worth.reshape(len(worth), -1, 6).max(axis=2)
    laid = np.percentile(best.max(axis=1), 75) >= _LAID
    return np.asarray(best - (_KNOWN if laid else _STRANGE) - _OPEN * np.array([[g.open] for g in glimpses]))


def _settled(
    worth: np.ndarray, laid: _Laid, glimpses: Sequence[Glimpse], size: float, logs: Sequence[np.ndarray]
) -> np.ndarray:
    """Return the worths after those tiles that may be one of several, or of none, were looked at exactly."""
    worth, over = worth.copy(), _over(worth, glimpses).max(axis=1)
    for row, off, seen, ahead in zip(worth, laid.off, glimpses, over, strict=True):
        some = _first(row, _FEW)
        some = some[row[some] > row.max() - _NEAR]
        if ahead > -_LOST and (len(some) > 1 or ahead < _CLEAR):
            told = settle(seen.patch, seen.clear, size, [(logs[k // 6], k % 6, off[k]) for k in some])
            # What is none of these is no likelier to be another.
            row += min(float(told.max()), 0.0)
            row[some] += told - min(float(told.max()), 0.0)
    return worth


def _likeliest(rough: np.ndarray, layout: np.ndarray) -> np.ndarray:
    return np.union1d(_first(rough + layout, _CANDIDATES), _first(rough, _BY_ART))


def _first(worth: np.ndarray, count: int) -> np.ndarray:
    return np.argpartition(-worth, min(count, len(worth)) - 1)[:count]


def _usual_size(glimpses: Sequence[Glimpse], worth: np.ndarray, ways: Sequence[int], prints: Prints) -> float:
    """Return the size at which those tiles that can be seen best are most like prints; all tiles are of one size."""
    clear = sorted(range(len(glimpses)), key=lambda n: -glimpses[n].open)[:_SAMPLE]
    likeliest = {n: _first(worth[n], _CANDIDATES) for n in clear}

    def fits(size: float) -> float:
        return sum(float(prints.like(glimpses[n].placed(size, ways[n]), likeliest[n])[0].max()) for n in clear)

    return max(_SIZES, key=fits)


def _match(known: tuple[KnownTile, str], k: int, alike: np.ndarray, worth: np.ndarray, edges: np.ndarray) -> Match:
    alike, worth = alike.reshape(-1, 6), worth.reshape(-1, 6)
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
