"""Colours as logarithms of opponent colours, to which a change of light adds a constant."""

from __future__ import annotations

import cv2
import numpy as np

LOG_OFFSET = 6.0
"""Grey levels added before logarithms are taken, to limit noise in dark pixels."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + LOG_OFFSET)
"""(256,) those of all grey levels."""


def opponent_colours(pixels: np.ndarray) -> np.ndarray:
    """Return (h, w, 3) logarithms of BGR pixels: lightness, red/green, blue/green; a change of light adds a constant.

    Args:
        pixels: (h, w, 3) grey levels of any type.
    """
    levels = np.asarray(pixels)
    if levels.dtype == np.uint8:
        return _opponents(cv2.LUT(levels, _LOGARITHMS))
    return _opponents(np.log(levels.astype(np.float32) + LOG_OFFSET))


def _opponents(logarithms: np.ndarray) -> np.ndarray:
    blue, green, red = cv2.split(logarithms)
    return cv2.merge([(blue + green + red) / 3, red - green, blue - green])
