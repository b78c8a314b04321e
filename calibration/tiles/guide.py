"""What to say while somebody gets a photo of tiles ready: a glance at the camera's picture, not yet a reading."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.sharpness import edge_width
from vision.imaging.photo import Photo
from vision.loose_tiles.spread import overview
from vision.networks.models import Networks

_BLURRED = 0.1
"""Edges wider than this share of a tile blur it."""
_SMALL = 56.0
"""Pixels of a tile's width under which small signs and narrow necks of land are lost."""
_SHINE, _SHINING = 250, 0.03
"""A pixel so bright shows nothing, and so much of a tile may be so."""


@dataclass(frozen=True)
class TilesGlance:
    """What a picture shows at a glance.

    Attributes:
        hint: ``none``, ``hold-still``, ``nearer``, ``shine`` or ``take``.
        outlines: (n, 6, 2) corners of the tiles, pixels of the upright photo.
    """

    hint: str
    outlines: np.ndarray


def glance_at_tiles(photo: Photo, networks: Networks) -> TilesGlance:
    """Look for lone tiles in a picture, and say what would make it a better one."""
    corners = np.array([blob.corners for blob in overview(photo.normalised, networks)]).reshape(-1, 6, 2)
    return TilesGlance(_hint(photo.normalised, corners), corners * photo.scale)


def _hint(pixels: np.ndarray, corners: np.ndarray) -> str:
    if not len(corners):
        return "none"
    wide = float(np.median(np.ptp(corners, axis=1).mean(axis=1)))
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    if edge_width(grey, corners.reshape(-1, 2), 0.12 * wide) > _BLURRED * wide:
        return "hold-still"
    if wide < _SMALL:
        return "nearer"
    return "shine" if max(_share_of_shine(pixels, outline) for outline in corners) > _SHINING else "take"


def _share_of_shine(pixels: np.ndarray, outline: np.ndarray) -> float:
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    high = np.ceil(outline.max(axis=0)).astype(int) + 1
    part = pixels[low[1] : high[1], low[0] : high[0]]
    inside = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline - low).astype(np.int32), 1)
    return float((part.min(axis=2)[inside > 0] >= _SHINE).mean()) if inside.any() else 0.0
