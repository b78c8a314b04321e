"""Logarithms of colours, in which another lamp adds the same offset to all of a picture."""

from __future__ import annotations

import numpy as np

_STRAY_LIGHT = np.float32(14.0)
"""Stray light and noise, grey levels of 255, added before the logarithm: darker colours carry little information."""


def log_colours(levels: np.ndarray) -> np.ndarray:
    """Return the logarithms of grey levels (0..255, any shape); integers and float32 give float32."""
    return np.asarray(np.log(levels + _STRAY_LIGHT))
