"""Pictures with fewer pixels, for what looks at them coarsely: sampled sparsely, fine detail would turn into noise."""

from __future__ import annotations

import cv2
import numpy as np

_COARSE = 0.35
"""Below this so many pixels are merged that exact halves come first: they are many times quicker than other means."""


def shrunk(pixels: np.ndarray, factor: float) -> np.ndarray:
    """Return (h, w, c) uint8 pixels at ``factor`` (0..1) times their size, each the mean of all that it stands for."""
    while factor < _COARSE:
        pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        factor *= 2
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
