"""Hints for taking a photo of tiles, from the live picture of the camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.sharpness import edge_width
from vision.imaging.file_pixels import file_pixels
from vision.imaging.photo import Photo
from vision.loose_tiles.spread import find_photo_hexagons
from vision.networks.models import Networks

_MAX_EDGE_TO_TILE = 0.1
"""Edges wider than this fraction of a tile's width mean that it is blurred; chosen by hand."""
_MIN_TILE_PX = 56.0
"""Smallest width of a tile, pixels, at which small marks and narrow connections of land are still visible; chosen by
hand."""
_GLARE_LEVEL, _MAX_GLARE = 250, 0.03
"""Brightness (0..255) from which a pixel is overexposed, and the largest fraction of a tile that may be."""


@dataclass(frozen=True)
class TilesPreview:
    """The tiles in a live picture, and what would make it a better one.

    Attributes:
        hint: ``none``, ``hold-still``, ``nearer``, ``shine`` or ``take``.
        outlines: (n, 6, 2) corners of the tiles, pixels of the upright photo.
    """

    hint: str
    outlines: np.ndarray


def preview_tiles(photo: Photo, networks: Networks) -> TilesPreview:
    """Return the tiles that lie apart in a picture, with a hint for the user."""
    corners = np.array([hexagon.corners for hexagon in find_photo_hexagons(photo.normalised, networks)]).reshape(
        -1, 6, 2
    )
    return TilesPreview(_hint(photo.normalised, corners), file_pixels(corners, photo.scale))


def _hint(pixels: np.ndarray, corners: np.ndarray) -> str:
    if not len(corners):
        return "none"
    wide = float(np.median(np.ptp(corners, axis=1).mean(axis=1)))
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    if edge_width(grey, corners.reshape(-1, 2), 0.12 * wide) > _MAX_EDGE_TO_TILE * wide:
        return "hold-still"
    if wide < _MIN_TILE_PX:
        return "nearer"
    return "shine" if max(_glare_fraction(pixels, outline) for outline in corners) > _MAX_GLARE else "take"


def _glare_fraction(pixels: np.ndarray, outline: np.ndarray) -> float:
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    high = np.ceil(outline.max(axis=0)).astype(int) + 1
    part = pixels[low[1] : high[1], low[0] : high[0]]
    inside = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline - low).astype(np.int32), 1)
    return float((part.min(axis=2)[inside > 0] >= _GLARE_LEVEL).mean()) if inside.any() else 0.0
