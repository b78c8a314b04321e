"""Sharpness of a picture, measured by the width of its edges."""

from __future__ import annotations

import numpy as np
from cv2 import CV_32F, Scharr

_PATCH_SIDE = 32
"""Pixels along the patches in which edges are measured."""
_MIN_PATCH = 5
"""Fewest pixels along a patch at the picture's border."""
_STRONGEST_SHARE = 10
"""A picture is judged by one in this many of its patches, those of the highest contrast. Chosen by hand."""
_STEP_PERCENTILES, _SLOPE_PERCENTILE, _MIN_SLOPE = (4, 96), 98, 0.5
"""Percentiles of a patch's brightness between which an edge steps, the percentile of its slopes that is the steepest,
and the least slope, grey levels a pixel. Chosen by hand."""
_SCHARR_SUM = 32
"""Value of Scharr's filter for a slope of one grey level a pixel."""


def edge_width(grey: np.ndarray, places: np.ndarray, reach: float) -> float:
    """Return the median width of the sharpest edges around (n, 2) places, pixels.

    The width of an edge is its step of brightness divided by its steepest slope: about 2 for a picture in focus, and
    2.5 standard deviations for one blurred by a Gaussian.

    Args:
        grey: (h, w) uint8.
        places: pixels around which edges are measured.
        reach: half the side of the patch around each place, pixels.
    """
    half = max(2, round(reach))
    widths = []
    for x, y in np.round(places).astype(int):
        patch = grey[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        if min(patch.shape) >= _MIN_PATCH:
            widths.append(_width(patch))
    return float(np.median(widths)) if widths else float("inf")


def picture_blur(grey: np.ndarray) -> float:
    """Return the median width of the edges of highest contrast in a (h, w) uint8 picture, pixels."""
    rows, columns = grey.shape[0] // _PATCH_SIDE, grey.shape[1] // _PATCH_SIDE
    parts = grey[: rows * _PATCH_SIDE, : columns * _PATCH_SIDE].reshape(rows, _PATCH_SIDE, columns, _PATCH_SIDE)
    patches = parts.swapaxes(1, 2).reshape(-1, _PATCH_SIDE, _PATCH_SIDE)
    contrast = np.ptp(patches[:, ::2, ::2].reshape(len(patches), -1).astype(int), axis=1)
    strongest = np.argsort(-contrast)[: max(1, len(patches) // _STRONGEST_SHARE)]
    return float(np.median([_width(patches[k]) for k in strongest]))


def _width(patch: np.ndarray) -> float:
    """Return the width, pixels, of the sharpest edge in a (h, w) uint8 patch."""
    gradient_x, gradient_y = Scharr(patch, CV_32F, 1, 0), Scharr(patch, CV_32F, 0, 1)
    slope = np.hypot(gradient_x, gradient_y) / _SCHARR_SUM
    low, high = np.percentile(patch, _STEP_PERCENTILES)
    return float((high - low) / max(np.percentile(slope, _SLOPE_PERCENTILE), _MIN_SLOPE))
