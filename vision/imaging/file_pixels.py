"""Pixels of a photo as it was decoded, and pixels of the file's picture, which documents give and people tap.

The middle of a picture's first pixel is (0, 0), and its corner half a pixel before it, in either picture.
"""

from __future__ import annotations

import numpy as np


def file_pixels(decoded: np.ndarray, scale: float) -> np.ndarray:
    """Return (..., 2) pixels of a photo as pixels of the file's picture.

    Args:
        decoded: pixels of `Photo.pixels`, or of another picture that shows the same at a smaller size.
        scale: `Photo.scale`, or pixels of the file's picture to one of that picture.
    """
    # The middle of a pixel lies (scale - 1) / 2 pixels of the file's picture after the middle of its first one there.
    return np.asarray(decoded * scale + (scale - 1) / 2)


def decoded_pixels(file: np.ndarray, scale: float) -> np.ndarray:
    """Return (..., 2) pixels of the file's picture as pixels of the photo, the inverse of `file_pixels`."""
    return np.asarray((file - (scale - 1) / 2) / scale)


def document_px(decoded: np.ndarray, scale: float) -> list[float]:
    """Return a (2,) point of a photo as a document's ``px``: pixels of the file's picture, to a tenth.

    Args:
        decoded: as for `file_pixels`.
        scale: likewise.
    """
    return rounded_px(file_pixels(decoded, scale))


def rounded_px(file: np.ndarray | tuple[float, float]) -> list[float]:
    """Return a point in pixels of the file's picture as a document's ``px``."""
    return [round(float(v), 1) for v in file]


def file_point(decoded: np.ndarray, scale: float) -> tuple[float, float]:
    """Return a (2,) point of a photo in pixels of the file's picture; the arguments are those of `file_pixels`."""
    x, y = file_pixels(decoded, scale).tolist()
    return x, y
