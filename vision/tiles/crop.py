"""Pictures of single tiles, rectified to a view from straight above."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.geometry.rotation import rotated
from vision.loose_tiles.pose import TilePose
from vision.tiles.descriptor import SPAN

_BLUR_FROM = 1.3
"""Photo pixels to one of the picture from which the photo is smoothed before sampling."""


def tile_picture(pixels: np.ndarray, plane: Plane, pose: TilePose, side: int) -> np.ndarray:
    """Return (side, side, 3) uint8 BGR of a tile, ``descriptor.SPAN`` tile widths along a side, edge 0 to the right.

    Args:
        pixels: (h, w, 3) uint8 BGR of the photo.
        plane: of the table in it.
        pose: where the tile lies.
        side: pixels along the picture.
    """
    line = ((np.arange(side) + 0.5) / side - 0.5) * SPAN
    places = np.stack(np.meshgrid(line, line), axis=-1)
    where = plane.to_photo(pose.centre + pose.size * rotated(places, pose.angle)).astype(np.float32)
    low = np.maximum(np.floor(where.min(axis=(0, 1))).astype(int) - 2, 0)
    high = np.ceil(where.max(axis=(0, 1))).astype(int) + 3
    part = pixels[low[1] : high[1], low[0] : high[0]]
    # Sampling a much finer photo without smoothing would alias its detail.
    coarser = tile_width_px(plane, pose) * SPAN / side
    if coarser > _BLUR_FROM:
        part = cv2.GaussianBlur(part, (0, 0), 0.4 * coarser)
    at = where - low.astype(np.float32)
    return cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def tile_width_px(plane: Plane, pose: TilePose) -> float:
    """Return the width of a tile in pixels of the photo."""
    return plane.pitch_at(pose.centre) * pose.size
