"""Small pictures without their mean colour and contrast, as networks that classify signs take them."""

from __future__ import annotations

import numpy as np

_MIN_CONTRAST = 8.0
"""Contrast, grey levels of 255, added to a picture's own, so that the noise of a blank one stays small."""


def standardised(picture: np.ndarray) -> np.ndarray:
    """Return an (h, w, 3) picture, 0..255, as (3, h, w) float32 without its mean colour and contrast."""
    levels = picture.astype(np.float32)
    centred = levels - levels.mean(axis=(0, 1))
    return np.ascontiguousarray((centred / (centred.std() + _MIN_CONTRAST)).transpose(2, 0, 1))
