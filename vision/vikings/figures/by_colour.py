"""Detects figures on islands by colour, and estimates the figures' colours in this picture.

The colours of islands are a histogram of the picture itself; a figure is a region that fits its row's colour better.
The colours start as those of the rows' marks, or as calibrated, and are refined iteratively.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.vikings.camera import Viewpoint
from vision.vikings.cells import SIDE, SquareGridView
from vision.vikings.shades import (
    ShadeRange,
    histogram,
    histogram_bins,
    hue_and_lightness,
    log_density,
    log_shade_density,
    shades_of,
    smoothed_histogram,
)

_SHADE_RANGES = (ShadeRange(0.3, 1.7, 9.0), ShadeRange(0.45, 1.4, 8.0), ShadeRange(0.55, 1.3, 7.0))
"""Shades of figures in each round, a narrower range the better their colours are known."""
_LOG_ODDS_THRESHOLDS = (1.0, 2.0, 3.5, 5.0)
"""Log odds of figure against island, tried in turn; the higher ones separate figures from shadows."""
_MIN_COLOURFUL, _BLACK_LIGHTNESS = 14.0, 46.0
"""Chroma of a hue from which a colour is not black, and lightness (L* + 16) of black in a veil of light. With it 9 of
1145 tiles of 38 synthetic fjords are misread instead of 13."""
_NEIGHBOUR_DEVIATION = 1.5
"""Standard deviation of the weights of other tiles' histograms, squares."""
_MIN_AREA = 0.012
_MAX_AREA = 0.14
_DEFAULT_AREA = 0.05
"""Smallest, largest and usual area of a figure, squares."""
_RIM_PERCENTILE, _MIN_RIM_CONTRAST = 25, 10.0
"""Percentile of the distances of its surroundings' colours that is a figure's contrast, and the smallest, L*a*b* units.
"""
_LIT_PERCENTILE = 40
"""Percentile of a figure's lightness from which its pixels are those of its lit side."""
_EVEN_SIDE, _MAX_UNEVENNESS = 5, 5.0
"""Side of the square of the local median, pixels, and largest distance of an even pixel from it, L*a*b* units."""
_UNEVEN_WEIGHT = 0.2
"""Weight of uneven pixels in histograms."""
_MAX_LOG_ODDS = 6.0
_BLUR_SIGMA = 1.0
"""Cap and smoothing (pixels) of the log odds."""
_CENTRE_HEIGHT = 0.1
"""Height of a figure's centre above the table, squares."""
_TILE_MARGIN = 0.1
"""Squares around a tile in which the centre of its figure may appear."""
_DRIFT_WEIGHTS, _MAX_DRIFT = np.array([0.5, 1.0, 1.0]), 30.0
"""Weights of L*a*b*, and distance from the initial colour up to which detections are of that colour."""
_UPDATE_RATE = 0.7
"""Fraction by which a colour moves towards the detections in each round. All chosen by hand."""


@dataclass(frozen=True)
class CoveredAreas:
    """The areas covered by figures on tiles.

    Attributes:
        covered: area covered by the row's colour, squares, by the tile's (row, column).
        colours: (6, 3) L*a*b* of the figures' colours under even illumination: boatswain, then from the top row down.
        usual: median area of a figure in this picture, squares.
    """

    covered: Mapping[tuple[int, int], float]
    colours: np.ndarray
    usual: float


def find_figures(
    view: SquareGridView, tiles: list[tuple[int, int]], start: np.ndarray, camera: Viewpoint
) -> CoveredAreas:
    """Return the areas covered by figures on the tiles.

    Args:
        view: the rectified view of the fjord under even illumination.
        tiles: (row, column) of the island tiles, rows 1..5.
        start: (6, 3) initial L*a*b* of the figures' colours.
        camera: its position.
    """
    lab, bins = view.lab, histogram_bins(view.lab)
    # Thin structures are no figures, and mixed colours along rims occur everywhere.
    smooth = cv2.medianBlur(np.ascontiguousarray(lab, np.float32), _EVEN_SIDE)
    even = np.linalg.norm(lab - smooth, axis=-1) < _MAX_UNEVENNESS
    weight = np.where(even, 1.0, _UNEVEN_WEIGHT)
    inside = [_inside(view, tile) for tile in tiles]
    figures = np.zeros(bins.shape, bool)
    colours, covered = start.astype(float).copy(), dict.fromkeys(tiles, 0.0)
    for within in _SHADE_RANGES:
        background = weight * ~figures
        near = _background_histograms(tiles, np.array([histogram(bins[part], background[part]) for part in inside]))
        figures = np.zeros(bins.shape, bool)
        for row in sorted({row for row, _ in tiles}):
            shown = []
            for tile in (t for t in tiles if t[0] == row):
                part = _around(view, tile, camera)
                covered[tile], blob = _figure_in(lab[part], bins[part], near[tile], colours[row], within)
                if covered[tile] > _MIN_AREA:
                    figures[part] |= blob
                    shown.append(lab[part][blob])
            if shown:
                colours[row] = _updated(colours[row], _lit_colour(np.concatenate(shown)), start[row])
    large = [area for area in covered.values() if area > _MIN_AREA]
    return CoveredAreas(covered, colours, float(np.median(large)) if len(large) > 1 else _DEFAULT_AREA)


def _figure_in(
    lab: np.ndarray,
    bins: np.ndarray,
    background: np.ndarray,
    colour: np.ndarray,
    within: ShadeRange,
) -> tuple[float, np.ndarray]:
    """Return the area, squares, and the (h, w) bool mask of the figure in a part of the view; 0 if there is none.

    Args:
        lab: (h, w, 3) L*a*b* of the part.
        bins: (h, w) their bins in histograms.
        background: the histogram of the colours around figures.
        colour: (3,) L*a*b* of the figures.
        within: the shades of colourful figures.
    """
    common = log_density(smoothed_histogram(background), bins)
    own = replace(within, max_lightness=_largest_lightness(colour, within.max_lightness))
    return _blob(log_shade_density(shades_of(lab), colour, own) - common, lab)


def _updated(colour: np.ndarray, seen: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Return a (3,) colour moved towards what is seen of its figures, if that is not far from the initial one.

    Shadows and other pieces may be taken for figures in the first rounds: their colours are not learnt.
    """
    if np.linalg.norm((seen - start) * _DRIFT_WEIGHTS) >= _MAX_DRIFT:
        return colour
    return np.asarray(colour + _UPDATE_RATE * (seen - colour))


def _largest_lightness(colour: np.ndarray, usual: float) -> float:
    """Return the largest lightness of figures of a colour, relative to it; ``usual`` is that of colourful ones.

    Black ones may be paler in a veil of light, and darker than their marks where those are printed faintly.
    """
    hue, light = hue_and_lightness(colour)
    return usual if np.linalg.norm(hue) > _MIN_COLOURFUL else max(1.0, _BLACK_LIGHTNESS / float(light))


def _background_histograms(tiles: Sequence[tuple[int, int]], counts: np.ndarray) -> dict[tuple[int, int], np.ndarray]:
    """Return for each of n tiles the weighted histogram of the tiles in other rows; ``counts`` are (n, bins).

    Other rows contain no figures of this row's colour; nearer tiles, in more similar light, have larger weights.
    """
    away = np.array(tiles)[:, None] - np.array(tiles)
    shares = np.exp(-(away**2).sum(axis=-1) / (2 * _NEIGHBOUR_DEVIATION**2)) * (away[..., 0] != 0)
    return dict(zip(tiles, shares.astype(counts.dtype) @ counts, strict=True))


def _lit_colour(looks: np.ndarray) -> np.ndarray:
    """Return the (3,) colour of the lit side of a figure with (n, 3) colours."""
    lit = looks[looks[:, 0] >= np.percentile(looks[:, 0], _LIT_PERCENTILE)]
    return np.asarray(np.median(lit, axis=0))


def _inside(view: SquareGridView, tile: tuple[int, int]) -> tuple[slice, slice]:
    y, x = (tile[0] - view.top) * SIDE, (tile[1] - view.left) * SIDE
    return slice(max(0, y), y + SIDE), slice(max(0, x), x + SIDE)


def _around(view: SquareGridView, tile: tuple[int, int], camera: Viewpoint) -> tuple[slice, slice]:
    """Return the part of the view in which the centre of a figure on a tile may appear."""
    lean = camera.parallax(np.array([tile[1] + 0.5, tile[0] + 0.5]), _CENTRE_HEIGHT)
    y, x = (round((tile[k] - at + lean[1 - k]) * SIDE) for k, at in ((0, view.top), (1, view.left)))
    room = round(_TILE_MARGIN * SIDE)
    return slice(max(0, y - room), max(0, y + SIDE + room)), slice(max(0, x - room), max(0, x + SIDE + room))


def _blob(log_odds: np.ndarray, lab: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the area of the figure, squares, and its mask; 0 if there is none."""
    # Smoothing closes the lines between a figure's faces; opening removes thin beaches.
    smooth = cv2.GaussianBlur(np.clip(log_odds, -_MAX_LOG_ODDS, _MAX_LOG_ODDS).astype(np.float32), (0, 0), _BLUR_SIGMA)
    for least in _LOG_ODDS_THRESHOLDS:
        mask = cv2.morphologyEx((smooth > least).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        area, blob = _largest(mask, lab)
        if area > _MIN_AREA:
            return area, blob
    return 0.0, np.zeros(lab.shape[:2], bool)


def _largest(mask: np.ndarray, lab: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the area, squares, and the mask of the largest blob with its centre on the tile."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    room, best, area = _TILE_MARGIN * SIDE - 1, 0, 0
    for k in range(1, count):
        inside = all(room <= middles[k][axis] < mask.shape[1 - axis] - room for axis in (0, 1))
        size = int(stats[k, cv2.CC_STAT_AREA])
        if inside and area < size < _MAX_AREA * SIDE**2 and _rim_contrast(labels == k, lab) > _MIN_RIM_CONTRAST:
            best, area = k, size
    return area / SIDE**2, (labels == best) & (best > 0)


def _rim_contrast(blob: np.ndarray, lab: np.ndarray) -> float:
    """Return the contrast (lower quartile) between a blob and its surroundings, L*a*b* units."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    shape = blob.astype(np.uint8)
    around = cv2.dilate(cv2.dilate(shape, kernel), kernel)
    ring = (cv2.dilate(around, kernel) > 0) & (around == 0)
    if not ring.any():
        return 0.0
    middle = np.median(lab[blob], axis=0)
    return float(np.percentile(np.linalg.norm(lab[ring] - middle, axis=1), _RIM_PERCENTILE))
