"""Detects tiles that lie face down: hexagons of a tile's size without terrain."""

from __future__ import annotations

import cv2
import numpy as np

from vision.loose_tiles.hexagons import find_hexagons
from vision.loose_tiles.pose import pose_of
from vision.loose_tiles.spread import SpreadTiles
from vision.networks.channels import STRIDE
from vision.stones.faces import lab_of

_MIN_CONTRAST = 10.0
"""Smallest distance of a tile's back from the table's colour, CIE L*a*b*; chosen by hand."""
_MAX_TERRAIN = 0.1
"""Largest probability of terrain on the table and on a tile's back; chosen by hand."""
_TILE_MARGIN = 1.15
"""Factor by which detected tiles are enlarged before they are masked out; chosen by hand."""
_SIZE_TOLERANCE = 0.1
"""Largest relative deviation of a tile's back from the size of the tiles; chosen by hand."""


def face_down(spread: SpreadTiles) -> list[np.ndarray]:
    """Return the (2,) centres, decoded pixels of the photo, of tile backs that stand out from a plain table."""
    height, width = spread.maps.terrain.shape[:2]
    small = cv2.resize(spread.view.pixels, (width, height), interpolation=cv2.INTER_AREA)
    inside = spread.view.inside[::STRIDE, ::STRIDE][:height, :width]
    tiles = np.zeros((height, width), np.uint8)
    for pose in spread.tiles:
        outline = pose.centre + _TILE_MARGIN * (pose.corners() - pose.centre)
        cv2.fillConvexPoly(tiles, np.round(spread.view.to_maps(outline)).astype(np.int32), 1)
    table = (tiles == 0) & inside & (spread.maps.terrain[..., 0] > 1 - _MAX_TERRAIN)
    if not table.any():
        return []
    lab = lab_of(small, 1.0)
    away = np.linalg.norm(lab - np.median(lab[table], axis=0), axis=2)
    backs = find_hexagons(((away > _MIN_CONTRAST) & (tiles == 0) & inside).astype(np.float32))
    poses = [pose_of(spread.view.from_maps(hexagon.corners)) for hexagon in backs]
    whole = [
        pose for pose in poses if abs(pose.size - 1) < _SIZE_TOLERANCE and _is_inside(inside, spread, pose.corners())
    ]
    return [spread.plane.to_photo(pose.centre) for pose in whole]


def _is_inside(inside: np.ndarray, spread: SpreadTiles, corners: np.ndarray) -> bool:
    """Return whether all (n, 2) corners lie inside the photo; a shape cut by its border could be anything."""
    x, y = np.round(spread.view.to_maps(corners)).astype(int).T
    within = (x >= 0) & (y >= 0) & (x < inside.shape[1]) & (y < inside.shape[0])
    return bool(within.all() and inside[y, x].all())
