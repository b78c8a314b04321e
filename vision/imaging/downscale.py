"""Downscaling without aliasing: sampled sparsely, fine detail would turn into noise."""

from __future__ import annotations

import cv2
import numpy as np

_MAX_SINGLE_STEP = 0.35
"""Below this factor the picture is first halved: exact halves are many times faster than other factors."""
_MIN_SAMPLING = 0.6
"""From this factor on, bilinear sampling causes no visible aliasing; chosen by hand."""


def shrunk(pixels: np.ndarray, factor: float) -> np.ndarray:
    """Return (h, w, c) uint8 pixels downscaled by ``factor`` (0..1), each the mean of the pixels that it covers."""
    while factor < _MAX_SINGLE_STEP:
        pixels = _resized(pixels, 0.5)
        factor *= 2
    return _resized(pixels, factor)


def halved(pixels: np.ndarray, factor: float) -> tuple[np.ndarray, float]:
    """Halve a picture until bilinear sampling at ``factor`` of its resolution causes no aliasing.

    Args:
        pixels: (h, w, c) uint8.
        factor: pixels of the sampled picture to one of ``pixels``, above 0.

    Returns:
        The pixels, and the factor by which they were downscaled: 1, 0.5, 0.25, …
    """
    by = 1.0
    while factor < _MIN_SAMPLING * by:
        pixels = _resized(pixels, 0.5)
        by /= 2
    return pixels, by


def _resized(pixels: np.ndarray, factor: float) -> np.ndarray:
    """Return the pixels downscaled in one step; a side never vanishes, however long the picture is."""
    sides = pixels.shape[1::-1]
    size = None if min(sides) * factor >= 1 else [max(1, round(side * factor)) for side in sides]
    return cv2.resize(pixels, size, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
