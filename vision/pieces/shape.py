"""The shape of a piece's outline, and the outline of one that was not detected."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS

_DRAWN_RADIUS = 0.16
"""Radius, pitches, of the outline drawn for a piece that was not detected."""


def shape_descriptor(outline: np.ndarray, pitch: float = 1.0) -> np.ndarray:
    """Return the (3,) logs of the elongation, roundness and area of the (n, 2) outline of a piece.

    Elongation is the ratio of the sides of the narrowest box around it; roundness is its area as a share of the circle
    of equal perimeter; the area is in square pitches.

    Args:
        outline: as seen from above, n >= 3.
        pitch: length of one pitch in the outline's unit; NaN where that is unknown, which makes the log area NaN.
    """
    hull = cv2.convexHull(np.ascontiguousarray(outline, np.float32))
    (_, sides, _) = cv2.minAreaRect(hull)
    area = max(float(cv2.contourArea(hull)), 1e-9)
    perimeter = max(float(cv2.arcLength(hull, True)), 1e-6)
    ratio = max(sides) / max(min(sides), 1e-6)
    return np.array([np.log(ratio), np.log(4 * np.pi * area / perimeter**2), np.log(area) - 2 * np.log(pitch)])


def drawn_outline(foot: np.ndarray) -> np.ndarray:
    """Return the (6, 2) outline, table points, to draw for a piece with this (2,) foot that was not detected."""
    return np.asarray(foot + 2 * _DRAWN_RADIUS * CORNERS)
