"""Tiles that lie face down: hexagons as large as the tiles, with no land on them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.loose_tiles.hexagons import find_blobs
from vision.loose_tiles.pose import pose_of
from vision.loose_tiles.spread import Spread
from vision.networks.channels import STRIDE
from vision.stones.faces import lab_of

_STANDS_OUT = 10.0
"""CIE L*a*b* from the table's colour."""
_BARE = 0.1
"""Probability of land under which a place is table, or the back of a tile."""
_GROWN = 1.15
_SAME_SIZE = 0.1


def face_down(spread: Spread) -> list[tuple[float, float]]:
    """Return the middles, in the photo's pixels, of what stands out from a plain table like a tile's back."""
    height, width = spread.maps.terrain.shape[:2]
    small = cv2.resize(spread.view.pixels, (width, height), interpolation=cv2.INTER_AREA)
    inside = spread.view.inside[::STRIDE, ::STRIDE][:height, :width]
    tiles = np.zeros((height, width), np.uint8)
    for pose in spread.tiles:
        outline = pose.centre + _GROWN * (pose.corners() - pose.centre)
        cv2.fillConvexPoly(tiles, np.round(spread.view.to_maps(outline)).astype(np.int32), 1)
    table = (tiles == 0) & inside & (spread.maps.terrain[..., 0] > 1 - _BARE)
    if not table.any():
        return []
    lab = lab_of(small, 1.0)
    away = np.linalg.norm(lab - np.median(lab[table], axis=0), axis=2)
    backs = find_blobs(((away > _STANDS_OUT) & (tiles == 0) & inside).astype(np.float32))
    poses = [pose_of(spread.view.from_maps(blob.corners)) for blob in backs]
    whole = [pose for pose in poses if abs(pose.size - 1) < _SAME_SIZE and _shown(inside, spread, pose.corners())]
    spots = [spread.plane.to_photo(pose.centre) for pose in whole]
    return [(float(x), float(y)) for x, y in spots]


def _shown(inside: np.ndarray, spread: Spread, corners: np.ndarray) -> bool:
    """Say whether the photo shows all of the places: what it cuts through looks like anything."""
    x, y = np.round(spread.view.to_maps(corners)).astype(int).T
    within = (x >= 0) & (y >= 0) & (x < inside.shape[1]) & (y < inside.shape[0])
    return bool(within.all() and inside[y, x].all())
