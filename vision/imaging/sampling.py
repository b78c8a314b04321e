"""Bilinear sampling of images and maps at arbitrary points."""

from __future__ import annotations

import cv2
import numpy as np

_POINTS_PER_ROW = 512
"""OpenCV's ``remap`` takes at most 32 767 rows and columns, and is slow on rows of one point."""


def sample(field: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the values of an image at points between its pixels, interpolated linearly.

    Args:
        field: (h, w) or (h, w, c) with c <= 4, any type that OpenCV's ``remap`` takes.
        places: (..., 2) pixel coordinates x, y; points outside take the value of the nearest border pixel.

    Returns:
        (...) or (..., c) values of the type of ``field``.
    """
    flat = places.reshape(-1, 2)
    row = max(1, min(_POINTS_PER_ROW, len(flat)))
    points = np.empty((-(-len(flat) // row) * row, 2), np.float32)
    points[: len(flat)] = flat
    points[len(flat) :] = 0
    grid = points.reshape(-1, row, 2)
    # OpenCV takes one map of two channels as well, which its stubs do not know.
    values: np.ndarray = cv2.remap(  # type: ignore[call-overload]
        field, grid, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return values.reshape(len(points), *field.shape[2:])[: len(flat)].reshape(places.shape[:-1] + field.shape[2:])
