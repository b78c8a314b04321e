"""How sharp a picture is, from how wide its edges are."""

from __future__ import annotations

import numpy as np
from cv2 import CV_32F, Scharr

_PATCH = 32


def edge_width(grey: np.ndarray, places: np.ndarray, reach: float) -> float:
    """Return the width in pixels of the sharpest edges around (n, 2) places, the median over them.

    An edge is as wide as its step of brightness divided by its steepest slope: about 2 for a picture in focus,
    and 2.5 standard deviations for one blurred by a Gaussian.

    Args:
        grey: (h, w) uint8.
        places: pixels around which edges are looked for.
        reach: how far around them, pixels.
    """
    half = max(2, round(reach))
    widths = []
    for x, y in np.round(places).astype(int):
        patch = grey[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        if min(patch.shape) >= 5:
            widths.append(_width(patch))
    return float(np.median(widths)) if widths else float("inf")


def picture_blur(grey: np.ndarray) -> float:
    """Return the width in pixels of the clearest edges anywhere in a (h, w) uint8 picture."""
    rows, columns = grey.shape[0] // _PATCH, grey.shape[1] // _PATCH
    parts = grey[: rows * _PATCH, : columns * _PATCH].reshape(rows, _PATCH, columns, _PATCH)
    patches = parts.swapaxes(1, 2).reshape(-1, _PATCH, _PATCH)
    contrast = np.ptp(patches[:, ::2, ::2].reshape(len(patches), -1).astype(int), axis=1)
    clearest = np.argsort(-contrast)[: max(1, len(patches) // 10)]
    return float(np.median([_width(patches[k]) for k in clearest]))


def _width(patch: np.ndarray) -> float:
    across, down = Scharr(patch, CV_32F, 1, 0), Scharr(patch, CV_32F, 0, 1)
    slope = np.hypot(across, down) / 32
    low, high = np.percentile(patch, [4, 96])
    return float((high - low) / max(np.percentile(slope, 98), 0.5))
