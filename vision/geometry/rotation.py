"""Rotations of the plane: clockwise as it is seen, since y points down."""

from __future__ import annotations

import numpy as np


def rotation(angle: float) -> np.ndarray:
    """Return the (2, 2) matrix that rotates a column vector clockwise by an angle in radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def rotated(points: np.ndarray, angle: float) -> np.ndarray:
    """Return (..., 2) points rotated clockwise about the origin by an angle in radians."""
    # A transposed view would be multiplied by another routine, which rounds differently.
    return np.asarray(points @ np.ascontiguousarray(rotation(angle).T))
