"""Pictures on the pages that teach, and what is drawn over them."""

from __future__ import annotations

import hashlib

import cv2
import numpy as np
from flask import Response

from vision.imaging.photo import Photo

_SHOWN_SIDE_PX = 1400
"""Longer side of a photo shown on a page, pixels."""


def jpeg_answer(picture: bytes | np.ndarray, quality: int = 90) -> Response:
    """Return the answer to a request for a picture.

    Args:
        picture: a JPEG, or (h, w, 3) BGR pixels.
        quality: of the JPEG that pixels are encoded as, 0 to 100.
    """
    data = picture if isinstance(picture, bytes) else _encoded(picture, quality)
    return Response(data, mimetype="image/jpeg")


def small_jpeg(photo: Photo) -> bytes:
    """Return a photo as a JPEG of at most `_SHOWN_SIDE_PX`."""
    factor = min(1.0, _SHOWN_SIDE_PX / max(photo.pixels.shape[:2]))
    return _encoded(cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), 82)


def _encoded(pixels: np.ndarray, quality: int) -> bytes:
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def picture_key(pixels: np.ndarray) -> str:
    """Return a key that identifies a picture in addresses and forms; a changed picture has another key."""
    return hashlib.sha256(pixels.tobytes()).hexdigest()[:16]


def view_box(points: np.ndarray, margin: float | np.ndarray, photo: Photo) -> str:
    """Return the view box of the part of a photo with (n, 2) points, pixels, and a margin around them, pixels."""
    size = np.array([photo.width, photo.height])
    low = np.maximum(points.min(axis=0) - margin, 0)
    across = np.minimum(points.max(axis=0) + margin, size) - low
    return " ".join(f"{value:.0f}" for value in (*low, *across))


def polygon_points(outline: np.ndarray) -> str:
    """Return (n, 2) pixels as the points of a polygon."""
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in outline)


def outline_path(outline: np.ndarray) -> str:
    """Return (n, 2) pixels as a closed path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z"
