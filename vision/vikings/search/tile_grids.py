"""Finds grids of squares by the tiles themselves: sea at all corners of a square, something else in its middle.

Coasts run parallel to the edges of tiles, so that a grid's lines are often found on coasts. Vanishing points are
reliable: from each pair of them a small rectified picture of all that is unlike the table is made, and in it every size
and shift of the squares is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

import cv2
import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import Plane
from vision.squares.directions import candidate_homographies
from vision.squares.fit import fit_grid, straightened
from vision.squares.grid import Grid
from vision.squares.novelty import Novelty
from vision.vikings.camera import squareness
from vision.vikings.search.tile_likeness import places_of_tiles, tile_likeness_at

_SIDE, _ROOM = 130, 6
"""Longest side of the rectified picture, and the table beside the fjord in it, pixels."""
_SIZES = np.geomspace(9, 34, 30)
"""Sizes of a square that are tried, pixels of that picture: 4 to 14 squares along the fjord and its home board."""
_ASPECTS = (0.71, 0.84, 1.0, 1.19, 1.41)
"""Ratios of height and width that are tried, for the focal length is not always known."""
_MIN_SQUARENESS = 0.25
"""Likelihood of squares, relative to that of the best ratio, from which a ratio is tried. By hand: that of the ratio
next to the right one is 0.28."""
_FINE_LOG_FACTORS = (-0.05, 0.0, 0.05)
"""Logarithms of the factors by which width and height of the best squares are varied."""
_VIEWS = 3
"""Number of pairs of vanishing points, best first."""
_KEPT, _PHASES_KEPT = 4, 2
"""Numbers of sizes, and of shifts of each, that are kept for a pair."""
_MIN_SIZE_STEP = 0.07
"""Difference of the logarithms of sizes that are not the same."""
_STEPS, _MAX_SAME_STEPS = 10, 2
"""Number of shifts along each axis that are tried, and the most steps between two that are the same."""
_MIN_NOVELTY = 3.0
"""Novelty from which a patch is not the table's: nine of ten of a table's have 1.9 or less, cards 3.8 or more."""
_MIN_PART = 0.03
"""Smallest size of a novel area relative to the largest one, e.g. a ship that lies by itself. All chosen by hand."""
_PIXELS_PER_PIXEL = 1.5
"""Pixels of the photo to one of the picture above which the photo is made smaller first."""


@dataclass(frozen=True)
class _Squares:
    """Squares of the rectified picture: explained area as ``score``, width, height, and place of the first one."""

    score: float
    width: float
    height: float
    left: float
    top: float


def tile_grids(
    pixels: np.ndarray, segments: np.ndarray, novelty: Novelty, lens: Lens | None = None
) -> Iterator[list[Grid]]:
    """Yield the grids found for each pair of vanishing points, best first; fitted to the straight edges.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        segments: (n, 4) edges unlike the table, photo pixels.
        novelty: how unlike the table the parts of the photo are.
        lens: the photo's lens, if known.
    """
    size = pixels.shape[1], pixels.shape[0]
    shown = _novel_points(novelty)
    straight = straightened(segments, lens)
    if len(shown) < _SIDE or len(straight) < 2:
        return
    for homography in islice(candidate_homographies(straight, size), _VIEWS):
        plane = Plane(homography, 0.0, np.array(size) / 2, float(np.hypot(*size)) / 2, lens)
        flat = _Flat.of(pixels, novelty, plane, plane.to_table(shown))
        found = (fit_grid(flat.homography(squares), segments, size, lens) for squares in flat.search(size))
        yield [grid for grid in found if grid is not None]


def _novel_points(novelty: Novelty) -> np.ndarray:
    """Return the (n, 2) places, photo pixels, of all patches in the larger areas unlike the table."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((novelty.values > _MIN_NOVELTY).astype(np.uint8))
    areas = stats[:, cv2.CC_STAT_AREA] * (np.arange(count) > 0)
    y, x = np.nonzero((areas >= max(1, _MIN_PART * areas.max()))[labels])
    return np.asarray((np.stack([x, y], axis=-1) + 0.5) / novelty.scale - 0.5)


@dataclass(frozen=True)
class _Flat:
    """A small rectified picture of what is unlike the table.

    Attributes:
        lab: (h, w, 3) float32 CIE L*a*b*.
        novel: (h, w) float32, 1 where a pixel is unlike the table, else 0.
        plane: maps its pixels, from their corners, to the photo.
    """

    lab: np.ndarray
    novel: np.ndarray
    plane: Plane

    @classmethod
    def of(cls, pixels: np.ndarray, novelty: Novelty, plane: Plane, shown: np.ndarray) -> _Flat:
        """Return the picture of the (n, 2) table points."""
        low, high = shown.min(axis=0), shown.max(axis=0)
        scale = (high - low).max() / _SIDE
        low = low - _ROOM * scale
        wide, high_px = np.ceil((high - low) / scale + _ROOM).astype(int)
        onto = np.array([[scale, 0, low[0]], [0, scale, low[1]], [0, 0, 1.0]])
        plane = replace(plane, homography=plane.homography @ onto)
        places = np.stack(np.meshgrid(np.arange(wide) + 0.5, np.arange(high_px) + 0.5), axis=-1)
        at = plane.to_photo(places)
        shrink = max(1.0, plane.pitch_at(np.array([wide, high_px]) / 2) / _PIXELS_PER_PIXEL)
        small = cv2.resize(pixels, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        there = ((at + 0.5) / shrink - 0.5).astype(np.float32)
        seen = cv2.remap(small, there[..., 0], there[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lab = cv2.cvtColor(seen.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
        return cls(lab, (novelty.at(at) > _MIN_NOVELTY).astype(np.float32), plane)

    def homography(self, squares: _Squares) -> np.ndarray:
        """Return the (3, 3) homography from squares to the photo."""
        s = squares
        onto = np.array([[s.width, 0, s.left], [0, s.height, s.top], [0, 0, 1.0]])
        return np.asarray(self.plane.homography @ onto)

    def search(self, size: tuple[int, int]) -> list[_Squares]:
        """Return the squares that explain the largest area as tiles, best first, for a photo of this size."""
        coarse = [
            replace(squares, score=squares.score * likely)
            for aspect, likely in self._likely_aspects(size).items()
            for side in _SIZES
            for squares in self._phases(side / aspect**0.5, side * aspect**0.5, 1)
        ]
        kept: list[_Squares] = []
        for squares in sorted(coarse, key=lambda s: -s.score):
            if len(kept) < _KEPT and all(_differ(squares, other) for other in kept):
                kept.append(squares)
        fine = [self._weighed(found, size) for squares in kept for found in self._finer(squares)]
        return sorted(fine, key=lambda s: -s.score)

    def _likely_aspects(self, size: tuple[int, int]) -> dict[float, float]:
        """Return the likely ratios of height and width, and how likely squares look square to a usual lens so."""
        side = float(_SIZES[0])
        squares_of = {aspect: _Squares(1.0, side / aspect**0.5, side * aspect**0.5, 0.0, 0.0) for aspect in _ASPECTS}
        likely = {aspect: self._weighed(squares, size).score for aspect, squares in squares_of.items()}
        least = _MIN_SQUARENESS * max(likely.values())
        return {aspect: score for aspect, score in likely.items() if score >= least}

    def _weighed(self, squares: _Squares, size: tuple[int, int]) -> _Squares:
        """Return the squares with a lower score if they would not look square to any usual lens."""
        plane = replace(self.plane, homography=self.homography(squares))
        return replace(squares, score=squares.score * squareness(plane, size))

    def _finer(self, near: _Squares) -> list[_Squares]:
        """Return the best squares of nearly this size, with different shifts."""
        found = [
            squares
            for wider, higher in product(np.exp(_FINE_LOG_FACTORS), np.exp(_FINE_LOG_FACTORS))
            for squares in self._phases(near.width * wider, near.height * higher, _PHASES_KEPT)
        ]
        kept: list[_Squares] = []
        for squares in sorted(found, key=lambda s: -s.score):
            if len(kept) < _PHASES_KEPT and all(_shifted(squares, other) for other in kept):
                kept.append(squares)
        return kept

    def _phases(self, width: float, height: float, count: int) -> list[_Squares]:
        """Return squares of this size with the ``count`` best shifts."""
        rows, columns = places_of_tiles(self.lab.shape, width, height)
        if not rows or not columns:
            return []
        steps = np.arange(_STEPS) / _STEPS
        x = np.round((steps[:, None] + np.arange(int(columns / width) + 1)) * width).astype(int)
        y = np.round((steps[:, None] + np.arange(int(rows / height) + 1)) * height).astype(int)
        tiles = self._tiles(width, height, np.minimum(x, columns - 1).ravel(), np.minimum(y, rows - 1).ravel())
        tiles *= np.outer(y < rows, x < columns)
        sums = tiles.reshape(_STEPS, -1, _STEPS, x.shape[1]).sum(axis=(1, 3)) * width * height
        found = []
        for _ in range(count):
            down, right = np.unravel_index(sums.argmax(), sums.shape)
            found.append(
                _Squares(
                    float(sums[down, right]), width, height, float(steps[right]) * width, float(steps[down]) * height
                )
            )
            near = np.arange(-_MAX_SAME_STEPS, _MAX_SAME_STEPS + 1)
            sums[np.ix_((near + down) % _STEPS, (near + right) % _STEPS)] = -1
        return found

    def _tiles(self, width: float, height: float, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the (n, m) likeness, 0..1, of a tile for squares of this size at (m,) columns and (n,) rows."""
        tiles = tile_likeness_at(self.lab, width, height, x, y)
        return np.asarray(tiles * self.novel.take(y + round(0.5 * height), axis=0).take(x + round(0.5 * width), axis=1))


def _differ(one: _Squares, other: _Squares) -> bool:
    ratios = np.array([one.width / other.width, one.height / other.height])
    return bool(np.abs(np.log(ratios)).max() > _MIN_SIZE_STEP)


def _shifted(one: _Squares, other: _Squares) -> bool:
    """Return whether two squares of nearly the same size begin at clearly different shifts."""
    apart = np.array([one.left / one.width - other.left / other.width, one.top / one.height - other.top / other.height])
    return bool(np.abs((apart + 0.5) % 1 - 0.5).max() > (_MAX_SAME_STEPS - 0.5) / _STEPS)
