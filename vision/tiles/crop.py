"""Pictures of single tiles, cut out of a photo as from straight above."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.loose_tiles.pose import Loose, turned
from vision.tiles.descriptor import SPAN


def tile_picture(pixels: np.ndarray, plane: Plane, pose: Loose, side: int) -> np.ndarray:
    """(side, side, 3) uint8 BGR of a tile, ``art.SPAN`` of its widths along a side, edge 0 to the right.

    Args:
        pixels: (h, w, 3) uint8 BGR of the photo.
        plane: of the table in it.
        pose: where the tile lies.
        side: pixels along the picture.
    """
    line = ((np.arange(side) + 0.5) / side - 0.5) * SPAN
    places = np.stack(np.meshgrid(line, line), axis=-1)
    where = plane.to_photo(pose.centre + pose.size * turned(places, pose.turn)).astype(np.float32)
    low = np.maximum(np.floor(where.min(axis=(0, 1))).astype(int) - 2, 0)
    high = np.ceil(where.max(axis=(0, 1))).astype(int) + 3
    part = pixels[low[1] : high[1], low[0] : high[0]]
    # A photo much finer than the picture is smoothed first, or detail becomes noise.
    coarser = fineness(plane, pose) * SPAN / side
    if coarser > 1.3:
        part = cv2.GaussianBlur(part, (0, 0), 0.4 * coarser)
    at = where - low.astype(np.float32)
    return cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def fineness(plane: Plane, pose: Loose) -> float:
    """Return how many pixels of the photo a tile is wide."""
    return plane.pitch_at(pose.centre) * pose.size
