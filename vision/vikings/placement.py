"""Places the fjord in a grid of squares: direction of its rows, home board and row of ships."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from vision.geometry.plane import Plane
from vision.squares.grid import Grid, distinct
from vision.squares.novelty import Novelty
from vision.vikings.camera import squareness_error
from vision.vikings.cells import SIDE, RectifiedView, SquareFeatures, features_of, rectify
from vision.vikings.colours import DEFAULT_COLOURS
from vision.vikings.layout import ROWS, candidate_layouts

MARGIN = 3
"""Squares analysed beyond the detected edges."""
_MAX_SQUARES = 26
"""Largest number of squares along the analysed rectangle."""
WIDTHS = (2.0, 1.5, 2.5, 1.0, 3.0)
"""Possible widths of a home board, squares; the first is the usual one."""
_UNUSUAL_WIDTH_PENALTY = 0.15
"""Penalty for the other widths, as a fraction of the rim."""
_LAB_WEIGHTS = np.array([0.6, 1.0, 1.0])
"""Weights of L*, a* and b* in colour comparisons."""
_RIM_WEIGHT = 3.0
"""Weight of the home board's rim in a placement's score, in tiles."""
_MARKS_WEIGHT = 6.0
"""Weight of the marks beside the rows, in tiles."""
_TABLE_NOVELTY = (1.0, 1.8)
"""Novelty of a square of table, and from which a square may be a tile with full score."""
_RIM_STEP = 0.2
"""Length of the pieces of a rim that are compared, squares."""
_REFERENCE_POINT = np.array([2.5, 3.0])
_MIN_DISPLACEMENT = 0.3
"""Smallest displacement of an alternative placement, squares."""
_MAX_GRIDS = 3
_MAX_LAYOUTS = 12
"""Numbers of grids, and of layouts per grid, that are scored completely."""
_MIN_MARKS, _MIN_SCORE_PER_TILE = 0.85, 0.7
"""Correlation of the marks, and score per tile, from which a placement is certain."""
_SQUARENESS = (0.01, 0.1)
"""Error of exactly measured squares, and the additional error that halves a grid's score. All chosen by hand."""


@dataclass(frozen=True)
class Alternative:
    """Another possible placement: its ``plane``, and its score as a ``share`` of the best one's, 0..1."""

    plane: Plane
    share: float


@dataclass(frozen=True)
class Placement:
    """The placement of a fjord in the photo.

    Attributes:
        plane: maps the fjord's coordinates, squares, to photo pixels; x starts at column 0, y at the row of ships.
        score: the sum of the scores of tiles, home board and marks, in tiles.
        home: width of the home board, squares.
        marks: correlation of the colours beside column 0 with those of the rows' marks, -1..1.
        flat: the rectified view of the fjord with some table around it.
        faces: the features of its squares.
        alternative: the next best placement elsewhere, if there is one.
    """

    plane: Plane
    score: float
    home: float
    marks: float
    flat: RectifiedView
    faces: SquareFeatures
    alternative: Alternative | None = None

    @property
    def is_certain(self) -> bool:
        """Whether marks and tiles fit so well that no other placement need be searched for."""
        return self.marks > _MIN_MARKS and self._fits

    @property
    def is_uncertain(self) -> bool:
        """Whether the rows' marks do not fit, so that the placement is a guess, however well the tiles fit.

        Of 56 made fjords in held-out art two are such; both are placed wrongly, in rows and columns where tiles fit.
        """
        return self.marks <= _MIN_MARKS

    @property
    def _fits(self) -> bool:
        rows, columns = self.flat.shape
        y, x = np.mgrid[:rows, :columns]
        y, x = y + self.flat.top, x + self.flat.left
        tiles = float(self.faces.tile[(y >= 0) & (y < ROWS) & (x >= 0)].sum())
        return self.score > _MIN_SCORE_PER_TILE * tiles


def find_placement(pixels: np.ndarray, grids: Sequence[Grid], novelty: Novelty) -> tuple[Placement, Grid] | None:
    """Return the best placement in any of the grids, with its grid; ``None`` if there is no tile in any."""
    looks = [(grid, look := _rectified(pixels, grid), _features(look, grid.plane, novelty)) for grid in distinct(grids)]
    looks = sorted(looks, key=lambda look: -float(look[2].tile.sum()))[:_MAX_GRIDS]
    placements = [
        (placement.score * np.sqrt(grid.support), placement, grid)
        for grid, flat, faces in looks
        for placement in _placements(pixels, grid, flat, faces)
    ]
    if not placements:
        return None
    score, best, grid = max(placements, key=lambda found: found[0])
    others = [
        (value, placement.plane)
        for value, placement, _ in placements
        if value > 0 and _elsewhere(placement.plane, best.plane)
    ]
    if score <= 0 or not others:
        return best, grid
    value, plane = max(others, key=lambda other: other[0])
    return replace(best, alternative=Alternative(plane, float(value / score))), grid


def _elsewhere(one: Plane, other: Plane) -> bool:
    """Return whether two planes place the fjord's tiles differently."""
    return bool(np.abs(other.to_table(one.to_photo(_REFERENCE_POINT)) - _REFERENCE_POINT).max() > _MIN_DISPLACEMENT)


def placement_in(pixels: np.ndarray, grid: Grid, novelty: Novelty) -> Placement | None:
    """Return the best placement in a grid; ``None`` if there is no tile."""
    flat = _rectified(pixels, grid)
    placements = _placements(pixels, grid, flat, _features(flat, grid.plane, novelty))
    return max(placements, key=lambda placement: placement.score, default=None)


def _features(flat: RectifiedView, plane: Plane, novelty: Novelty) -> SquareFeatures:
    """Return the features of the squares of a view; one that looks like the table is hardly a tile."""
    faces = features_of(flat)
    unlike = novelty.of_squares(plane, (flat.left, flat.top), flat.shape)
    return replace(faces, tile=faces.tile * np.interp(unlike, _TABLE_NOVELTY, [0.0, 1.0]))


def _rectified(pixels: np.ndarray, grid: Grid) -> RectifiedView:
    rows, columns = (
        min(_MAX_SQUARES, high - low + 2 * MARGIN) for low, high in ((grid.top, grid.bottom), (grid.left, grid.right))
    )
    return rectify(pixels, grid.plane, (grid.left - MARGIN, grid.top - MARGIN), (rows, columns))


def moved(plane: Plane, matrix: np.ndarray) -> Plane:
    """Return the plane for new table coordinates, which ``matrix`` (3, 3) maps to the old ones."""
    return replace(plane, homography=plane.homography @ matrix)


def _turn(turn: int) -> np.ndarray:
    """Return the (3, 3) matrix from table coordinates rotated by quarter turns to the original ones."""
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _placements(pixels: np.ndarray, grid: Grid, flat: RectifiedView, faces: SquareFeatures) -> list[Placement]:
    """Return the best placements of the fjord in a grid, in all four orientations."""
    kinds = faces.clusters()
    found = ((*place, turn) for kind in kinds for turn in range(4) for place in candidate_layouts(kind.turned(turn)))
    placed = sorted(set(found), reverse=True)[: _MAX_LAYOUTS * len(kinds)]
    turned = {turn: _turned(flat, turn) for turn in {place[-1] for place in placed}}
    squares, homes, placements = _squareness(pixels, grid), {}, []
    for layout, top, first, turn in placed:
        look = replace(turned[turn], left=-first, top=-top)
        # Several kinds of rims may propose one place.
        if (top, first, turn) not in homes:
            homes[top, first, turn] = _home(look)
        value, width, marks = homes[top, first, turn]
        score = layout + value
        score *= squares if score > 0 else 1
        corner = np.array([[1, 0, turned[turn].left + first], [0, 1, turned[turn].top + top], [0, 0, 1.0]])
        plane = moved(grid.plane, _turn(turn) @ corner)
        placements.append(Placement(plane, score, width, marks, look, faces.turned(turn)))
    return placements


def _squareness(pixels: np.ndarray, grid: Grid) -> float:
    """Return the factor, 0..1, by which a grid of non-square cells is scored down."""
    exact, half = _SQUARENESS
    return 1 / (1 + (max(0.0, squareness_error(grid.plane, (pixels.shape[1], pixels.shape[0])) - exact) / half) ** 2)


def _turned(flat: RectifiedView, turn: int) -> RectifiedView:
    """Return a view rotated by quarter turns of the table's axes."""
    rows, columns = flat.shape
    left, top = flat.left, flat.top
    for _ in range(turn):
        left, top, rows, columns = top, -(left + columns), columns, rows
    lab, seen = (np.ascontiguousarray(np.rot90(part, turn)) for part in (flat.lab, flat.seen))
    return replace(flat, lab=lab, seen=seen, left=left, top=top)


def _home(flat: RectifiedView) -> tuple[float, float, float]:
    """Return the score of the home board left of column 0, its width, and the correlation of its marks."""
    rims = _rims(flat) - _UNUSUAL_WIDTH_PENALTY * (np.arange(len(WIDTHS)) > 0)
    best, marks = int(rims.argmax()), _marks(flat)
    return _RIM_WEIGHT * float(rims[best]) + _MARKS_WEIGHT * marks, WIDTHS[best], marks


def _rims(flat: RectifiedView) -> np.ndarray:
    """Return (widths,) the visible share of the rim of a home board of each of the `WIDTHS`; see `_rim`."""
    upright = _starts(0.1, ROWS - 0.1)
    above, below = (_steps(flat, _all_starts(-0.1), at) for at in (0, ROWS))
    rows = [_steps(flat, _all_starts(-0.4), row) for row in range(1, ROWS)]
    rims = []
    for width, ends, inside in zip(WIDTHS, _chosen_starts(-0.1), _chosen_starts(-0.4), strict=True):
        left = _steps(flat, upright, -width, upright=True)
        rim = np.concatenate([above[ends], below[ends], left])
        rims.append(_rim(rim, np.concatenate([row[inside] for row in rows]), width))
    return np.array(rims)


def _rim(rim: np.ndarray, inner: np.ndarray, width: float) -> float:
    """Return the fraction of a home board's rim that is visible against the table, relative to contrasts inside.

    Args:
        rim: colour distances across its rim, step by step; NaN where it is not in the photo.
        inner: the same across the lines between its rows.
        width: its width, squares.
    """
    rim, inner = rim[~np.isnan(rim)], inner[~np.isnan(inner)]
    if not len(rim) or not len(inner):
        return 0.0
    plain = np.percentile(inner, 60)
    missing = 1 - len(rim) / ((2 * width + ROWS - 0.6) / _RIM_STEP)
    return float((rim > 1.5 * plain + 3).mean() - max(0.0, missing))


def _starts(first: float, end: float) -> np.ndarray:
    return np.arange(first, end, _RIM_STEP)


@cache
def _all_starts(end: float) -> np.ndarray:
    """Return the ordered (n,) starts, squares, of the steps along a line of home boards of all `WIDTHS`."""
    return np.unique(np.concatenate([_starts(0.1 - width, end) for width in WIDTHS]).round(6))


@cache
def _chosen_starts(end: float) -> tuple[np.ndarray, ...]:
    """Return for each of the `WIDTHS` where the starts of its own steps stand in `_all_starts`."""
    return tuple(np.searchsorted(_all_starts(end), _starts(0.1 - width, end).round(6)) for width in WIDTHS)


def _steps(flat: RectifiedView, starts: np.ndarray, at: float, upright: bool = False) -> np.ndarray:
    """Return the (n,) colour distances across a line for n steps along it; NaN where one is not in the view."""
    lab, across, lengthwise = (
        (flat.lab.swapaxes(0, 1), flat.left, flat.top) if upright else (flat.lab, flat.top, flat.left)
    )
    spans = np.clip(
        np.round((np.stack([starts, starts + _RIM_STEP]) - lengthwise) * flat.side).astype(int), 0, lab.shape[1]
    )
    bands = (np.array([[-0.2, -0.08], [0.08, 0.2]]) + at - across) * flat.side
    one, other = (_median_colours(lab[low:high], spans) for low, high in np.maximum(0, np.round(bands).astype(int)))
    return np.asarray(np.linalg.norm(one - other, axis=1))


def _median_colours(strip: np.ndarray, spans: np.ndarray) -> np.ndarray:
    """Return the (n, 3) median colours of the parts between (2, n) columns of an (h, w, 3) strip; NaN if empty."""
    lengths = spans[1] - spans[0]
    looks = np.full((len(lengths), 3), np.nan)
    if not len(strip):
        return looks
    for length in set(lengths.tolist()) - {0}:
        which = np.flatnonzero(lengths == length)
        parts = strip[:, spans[0, which, None] + np.arange(length)].swapaxes(0, 1).reshape(len(which), -1, 3)
        # The upper median: NumPy's median takes many times as long for so few pixels.
        looks[which] = np.sort(parts, axis=1)[:, parts.shape[1] // 2]
    return looks


def _marks(flat: RectifiedView) -> float:
    """Return the correlation, -1..1, of the colours beside column 0 with those of the rows' marks."""
    seen = mark_colours(flat)
    if seen is None:
        return 0.0
    seen, meant = ((looks - looks.mean(axis=0)) * _LAB_WEIGHTS for looks in (seen, DEFAULT_COLOURS))
    return float((seen * meant).sum() / (np.linalg.norm(seen) * np.linalg.norm(meant) + 20))


def mark_colours(flat: RectifiedView) -> np.ndarray | None:
    """Return the (6, 3) colours of the print in the rows next to column 0; ``None`` if it is not visible."""
    looks = []
    for row in range(ROWS):
        strip = flat.part((-0.36, -0.02), (row + 0.15, row + 0.85)).reshape(-1, 3)
        plain = flat.part((-1.2, -0.5), (row + 0.1, row + 0.9)).reshape(-1, 3)
        if len(strip) < SIDE or len(plain) < SIDE:
            return None
        away = np.linalg.norm((strip - np.median(plain, axis=0)) * _LAB_WEIGHTS, axis=1)
        looks.append(np.median(strip[away >= np.percentile(away, 82)], axis=0))
    return np.array(looks)
