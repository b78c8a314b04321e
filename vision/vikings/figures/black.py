"""Estimates the colour of the black figures in a picture.

Black shows the light alone: its hue under even illumination depends on haze and on how far the light was evened, and
the black mark printed beside the row, often with the home board's colour in it, tells little of it. But only the black
figures' own row has their colour: the shadows, coasts and prints of the islands are in all rows.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from vision.vikings.cells import SIDE, SquareGridView
from vision.vikings.shades import (
    ShadeRange,
    bin_colours,
    blurred_histogram,
    histogram_bins,
    log_shade_density,
    shades_of,
)

BLACK = 1
"""Index of black among the colours, and its row."""
_USUAL, _MAX_LIGHTNESS, _HUE_DEVIATION = np.array([16.0, 0.0, 0.0]), 1.94, 25.0
"""Usual L*a*b* of black figures under even illumination, their largest lightness relative to it, and deviation of hue;
chosen by hand."""
_MIN_FREQUENCY_RATIO, _MIN_COUNT = 3.0, 2.0
"""How many times as frequent a colour has to be in the row as in the others, and pixels below which it is chance;
chosen by hand."""
_RADIUS = 12.0
"""Distance from the most frequent such colour up to which colours are averaged, L*a*b* units; chosen by hand."""
_MIN_AREA = 0.001
"""Smallest area of such colours, squares, weighted by how like black they are. With 0.003 a figure in glare is lost.

All chosen on 70 synthetic fjords (9000-9039, 16500-16529): 19 of their tiles are misread instead of 42 by the mark's
colour, 9 instead of 29 of them for certain; at home 19 figures instead of 42.
"""


def black_figures(view: SquareGridView, tiles: list[tuple[int, int]]) -> np.ndarray | None:
    """Return the (3,) L*a*b* of the black figures on the islands; None if none can be told from other rows' colours.

    Args:
        view: the rectified view of the fjord under even illumination.
        tiles: (row, column) of the island tiles, rows 1..5.
    """
    own = [tile for tile in tiles if tile[0] == BLACK]
    rows = {row for row, _ in tiles} - {BLACK}
    if not own or not rows:
        return None
    per_row = [_counts(view, [tile for tile in tiles if tile[0] == row]) for row in rows]
    here = blurred_histogram(_counts(view, own), 2)
    elsewhere = blurred_histogram(np.mean(per_row, axis=0), 3)
    excess = np.maximum((here - _MIN_FREQUENCY_RATIO * elsewhere) * len(own) - _MIN_COUNT, 0) * _likeness()
    colours = bin_colours()
    mode = colours[int(blurred_histogram(excess, 2).argmax())]
    near = np.linalg.norm(colours - mode, axis=1) < _RADIUS
    weights = excess[near]
    if weights.sum() < _MIN_AREA * SIDE**2:
        return None
    return np.asarray(weights @ colours[near] / weights.sum())


def _counts(view: SquareGridView, tiles: list[tuple[int, int]]) -> np.ndarray:
    """Return the (bins,) float32 mean histogram of tiles, pixels."""
    spans = [((row - view.top) * SIDE, (column - view.left) * SIDE) for row, column in tiles]
    looks = np.concatenate([view.lab[max(0, y) : y + SIDE, max(0, x) : x + SIDE].reshape(-1, 3) for y, x in spans])
    return np.bincount(histogram_bins(looks), minlength=len(bin_colours())).astype(np.float32) / len(tiles)


@cache
def _likeness() -> np.ndarray:
    """Return (bins,) how like black colours are, at most 1."""
    log = log_shade_density(shades_of(bin_colours()), _USUAL, ShadeRange(0.0, _MAX_LIGHTNESS, _HUE_DEVIATION))
    return np.asarray(np.exp(log - log.max()))
