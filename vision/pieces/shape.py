"""The outline of a piece in three numbers that do not change as it is turned."""

from __future__ import annotations

import cv2
import numpy as np


def form_of(outline: np.ndarray, pitch: float = 1.0) -> np.ndarray:
    """Return (3,) how long for its width, how round, and how large the (n, 2) outline of a piece is.

    The logarithm of the sides' ratio of the narrowest box around it; the logarithm of its area as a share of the
    circle of its girth; the logarithm of its area in square pitches.

    Args:
        outline: as seen from above, n >= 3.
        pitch: its unit's length of one pitch; not a number where that is unknown, and then neither is the last.
    """
    hull = cv2.convexHull(np.ascontiguousarray(outline, np.float32))
    (_, sides, _) = cv2.minAreaRect(hull)
    area = max(float(cv2.contourArea(hull)), 1e-9)
    girth = max(float(cv2.arcLength(hull, True)), 1e-6)
    ratio = max(sides) / max(min(sides), 1e-6)
    return np.array([np.log(ratio), np.log(4 * np.pi * area / girth**2), np.log(area) - 2 * np.log(pitch)])
