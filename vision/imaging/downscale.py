"""Pictures with fewer pixels, for what looks at them coarsely: sampled sparsely, fine detail would turn into noise."""

from __future__ import annotations

import cv2
import numpy as np

_COARSE = 0.35
"""Below this so many pixels are merged that exact halves come first: they are many times quicker than other means."""
_FINER = 0.6
"""From here on, what samples a picture at ``factor`` of its pixels between four of them leaves no noise to speak of."""


def shrunk(pixels: np.ndarray, factor: float) -> np.ndarray:
    """Return (h, w, c) uint8 pixels at ``factor`` (0..1) times their size, each the mean of all that it stands for."""
    while factor < _COARSE:
        pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        factor *= 2
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def halved(pixels: np.ndarray, factor: float) -> tuple[np.ndarray, float]:
    """Halve (h, w, c) uint8 pixels until they may be sampled at ``factor`` of them, above 0.

    Returns:
        the pixels, and what they shrank by: 1, 0.5, 0.25, …
    """
    by = 1.0
    while factor < _FINER * by:
        pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        by /= 2
    return pixels, by
