"""Figures on islands, and the colours that they have in this picture.

What an island looks like is counted in the picture itself; a figure is what is likelier of its row's colour than that.
The colours begin as the marks of the rows have them, or as they were taught, and settle on what is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.vikings.camera import Viewpoint
from vision.vikings.cells import SIDE, Flat
from vision.vikings.shades import bins_of, census, counted, density, shaded

_ROUNDS = ((0.3, 1.7, 9.0), (0.45, 1.4, 8.0), (0.55, 1.3, 7.0))
"""How pale and how bright figures may be, and how far off in hue, while their colours settle."""
_LIKELIER = (1.0, 2.0, 3.5, 5.0)
"""Log odds from which a place belongs to a figure rather than to an island; the higher ones where shadows join in."""
_NEAR = 1.5
_AT_LEAST = 0.012
"""Squares that a figure covers at least."""
_AT_MOST = 0.14
_USUAL = 0.05
_CONTRAST = 10.0
_EVEN = 5.0
_RIM = 0.2
_CERTAIN = 6.0
_BLUR = 1.0
_HALF_UP = 0.1
"""Squares that a figure's middle is above the table."""
_ROOM = 0.1
_WORN = 0.7
"""How much of what is found a colour follows."""


@dataclass(frozen=True)
class Covered:
    """What figures cover on tiles.

    Attributes:
        covered: squares that something of the row's colour covers, for each tile's (row, column).
        bases: (6, 3) evened L*a*b* of the figures' colours from the top row down, boatswain first.
        usual: squares that a figure covers in this picture.
    """

    covered: Mapping[tuple[int, int], float]
    bases: np.ndarray
    usual: float


def find_figures(
    flat: Flat, lab: np.ndarray, tiles: list[tuple[int, int]], start: np.ndarray, view: Viewpoint
) -> Covered:
    """Return what stands on the tiles.

    Args:
        flat: the fjord from above.
        lab: its evened looks.
        tiles: (row, column) of the island tiles, rows 1..5.
        start: (6, 3) what the figures' colours are thought to look like.
        view: from where the photo was taken.
    """
    bins = bins_of(lab)
    # What is thin is no figure, and the mixed colours along a rim are those of many things.
    even = np.linalg.norm(lab - cv2.medianBlur(np.ascontiguousarray(lab, np.float32), 5), axis=-1) < _EVEN
    weight = np.where(even, 1.0, _RIM)
    hot = np.zeros(bins.shape, bool)
    bases, covered = start.astype(float).copy(), dict.fromkeys(tiles, 0.0)
    for pale, bright, spread in _ROUNDS:
        known, hot = hot, np.zeros(bins.shape, bool)
        inside = [_inside(flat, tile) for tile in tiles]
        near = _near(tiles, np.array([counted(bins[part], weight[part] * ~known[part]) for part in inside]))
        for row in sorted({row for row, _ in tiles}):
            shown = []
            for tile in (t for t in tiles if t[0] == row):
                part = _around(flat, tile, view)
                common = density(census(near[tile]), bins[part])
                likelier = shaded(lab[part], bases[row], pale, bright, spread) - common
                covered[tile], blob = _blob(likelier, lab[part])
                if covered[tile] > _AT_LEAST:
                    hot[part] |= blob
                    shown.append(lab[part][blob])
            if shown:
                bases[row] += _WORN * (_base_of(np.concatenate(shown)) - bases[row])
    large = [area for area in covered.values() if area > _AT_LEAST]
    return Covered(covered, bases, float(np.median(large)) if len(large) > 1 else _USUAL)


def _near(tiles: Sequence[tuple[int, int]], counts: np.ndarray) -> dict[tuple[int, int], np.ndarray]:
    """Return how often each colour occurs around each of n tiles, on those in other rows; ``counts`` are (n, colours).

    A row's own figures are in no other row: what is seen there is islands. Near tiles lie in much the same light.
    """
    away = np.array(tiles)[:, None] - np.array(tiles)
    shares = np.exp(-(away**2).sum(axis=-1) / (2 * _NEAR**2)) * (away[..., 0] != 0)
    return dict(zip(tiles, shares.astype(counts.dtype) @ counts, strict=True))


def _base_of(looks: np.ndarray) -> np.ndarray:
    """Return the look of the lit side of what has these (n, 3) looks."""
    lit = looks[looks[:, 0] >= np.percentile(looks[:, 0], 40)]
    return np.asarray(np.median(lit, axis=0))


def _inside(flat: Flat, tile: tuple[int, int]) -> tuple[slice, slice]:
    y, x = (tile[0] - flat.top) * SIDE, (tile[1] - flat.left) * SIDE
    return slice(max(0, y), y + SIDE), slice(max(0, x), x + SIDE)


def _around(flat: Flat, tile: tuple[int, int], view: Viewpoint) -> tuple[slice, slice]:
    """Return where the middles of figures are seen that stand on a tile."""
    lean = view.lean(np.array([tile[1] + 0.5, tile[0] + 0.5]), _HALF_UP)
    y, x = (round((tile[k] - at + lean[1 - k]) * SIDE) for k, at in ((0, flat.top), (1, flat.left)))
    room = round(_ROOM * SIDE)
    return slice(max(0, y - room), max(0, y + SIDE + room)), slice(max(0, x - room), max(0, x + SIDE + room))


def _blob(likelier: np.ndarray, lab: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the squares that a figure covers by the log odds for one, and where; 0 where there is none."""
    # Lines between a figure's faces do not part it, and a beach is too thin to be one.
    smooth = cv2.GaussianBlur(np.clip(likelier, -_CERTAIN, _CERTAIN).astype(np.float32), (0, 0), _BLUR)
    for least in _LIKELIER:
        mask = cv2.morphologyEx((smooth > least).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        area, blob = _largest(mask, lab)
        if area > _AT_LEAST:
            return area, blob
    return 0.0, np.zeros(lab.shape[:2], bool)


def _largest(mask: np.ndarray, lab: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the squares that the largest blob covers whose middle is on the tile, and where it is."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    room, best, area = _ROOM * SIDE - 1, 0, 0
    for k in range(1, count):
        inside = all(room <= middles[k][axis] < mask.shape[1 - axis] - room for axis in (0, 1))
        size = int(stats[k, cv2.CC_STAT_AREA])
        if inside and area < size < _AT_MOST * SIDE**2 and _rim_contrast(labels == k, lab) > _CONTRAST:
            best, area = k, size
    return area / SIDE**2, (labels == best) & (best > 0)


def _rim_contrast(blob: np.ndarray, lab: np.ndarray) -> float:
    """Return how much what is around a blob differs from it, L*a*b* units, where a quarter of its rim differs less."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    shape = blob.astype(np.uint8)
    around = cv2.dilate(cv2.dilate(shape, kernel), kernel)
    ring = (cv2.dilate(around, kernel) > 0) & (around == 0)
    if not ring.any():
        return 0.0
    middle = np.median(lab[blob], axis=0)
    return float(np.percentile(np.linalg.norm(lab[ring] - middle, axis=1), 25))
