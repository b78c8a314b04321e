"""The veil that stray light, a smeared lens or a webcam's lifted blacks lay over a whole picture.

Nearly every picture shows something that is dark in one of its colours: a gap between tiles, a shadow, a deep green
(the dark channel prior, He, Sun and Tang 2009). Where nothing is, a veil lies over all of it, and yellow looks white.
"""

from __future__ import annotations

import cv2
import numpy as np

_LOOKED_AT = 300
"""Every so many-th part of a picture's longer side is looked at."""
_DARKEST = 0.002
"""Share of the picture that is as dark as what counts as its darkest."""
_USUAL = 70.0
_SLOPE = 2.0
"""Clear photos of boards have a darkest of 0 to 60, and a few pieces on a pale table 80; of what is above the usual, so
many times as much is taken away."""
_KEPT = 20.0
"""How dark the darkest is left at least."""
_FAINT = 2.0


def without_veil(pixels: np.ndarray) -> np.ndarray:
    """Return (h, w, 3) uint8 BGR pixels without the veil that lies over all of them: the same array where none does."""
    step = max(1, max(pixels.shape[:2]) // _LOOKED_AT)
    blue, green, red = cv2.split(np.ascontiguousarray(pixels[::step, ::step]))
    darker = np.bincount(cv2.min(cv2.min(blue, green), red).ravel()).cumsum()
    darkest = int(np.searchsorted(darker, _DARKEST * darker[-1]))
    veil = min((darkest - _USUAL) * _SLOPE, darkest - _KEPT)
    if veil < _FAINT:
        return pixels
    values = np.round((np.arange(256) - veil) * (255 / (255 - veil)))
    return cv2.LUT(pixels, np.clip(values, 0, 255).astype(np.uint8))
