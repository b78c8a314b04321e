"""Logarithms of colours, in which another lamp only shifts all of a picture alike."""

from __future__ import annotations

import numpy as np

_STRAY_LIGHT = np.float32(14.0)
"""Grey levels of stray light and noise, of 255, under which a colour says little."""


def log_colours(levels: np.ndarray) -> np.ndarray:
    """Return the logarithms of grey levels (0..255, any shape); integers and float32 give float32."""
    return np.asarray(np.log(levels + _STRAY_LIGHT))
