"""Frees the terrain where the scene network takes what is printed on a tile for a piece, and the close-ups see none.

A patch of snow as white and round as a piece would be left out by the model of the ground, and the hidden-terrain
network would guess what lies beneath: 24 of the 51 tiles with wrong regions on 36 photos of boards had such a patch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS, Cell
from vision.geometry.rectified_view import View
from vision.networks.models import SceneMaps
from vision.pieces.detect import Piece
from vision.terrain.cover import Occluders
from vision.terrain.ground.ground_model import GroundModel, apply_ground_model
from vision.terrain.ground.looks import MIN_CLEAR

_NEAR = np.ones((9, 9), np.uint8)
"""Neighbourhood, pixels of the maps, around a piece's pixels in which the scene network may be right; by hand."""
_MIN_FREED = 40
"""Number of freed pixels, a fiftieth of a tile at 48 pixels a pitch, from which its terrain is inferred again."""
_MARGIN = 10
"""Pixels of the maps around a tile that are cut out with it, since looks are means over their surroundings."""


def without_false_pieces(
    maps: SceneMaps, view: View, centres: Mapping[Cell, np.ndarray], model: GroundModel | None, occluders: Occluders
) -> SceneMaps:
    """Return maps whose pieces are seen by the close-ups as well, and the terrain that appears in their place.

    Args:
        maps: of the view, with the terrain corrected by the model.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
        model: of the ground, if any.
        occluders: what the close-ups show. Tiles that they did not inspect stay as they are.
    """
    before = maps.piece[..., 0]
    near, clear = _near_pieces(view, before.shape, occluders.pieces), before.copy()
    freed: list[tuple[np.ndarray, slice, slice, np.ndarray]] = []
    for cell, occupied in occluders.occupied.items():
        if cell not in centres or occupied > 1 - MIN_CLEAR:
            continue
        rows, columns, tile = _pixels_of(centres[cell], view, before.shape)
        part = clear[rows, columns]
        part += (1 - part) * tile * (1 - np.maximum(near[rows, columns], occupied))
        if np.count_nonzero((part > MIN_CLEAR) & (before[rows, columns] <= MIN_CLEAR)) >= _MIN_FREED:
            freed.append((centres[cell], rows, columns, tile))
    maps = maps.with_clear(clear)
    if model is None or not freed:
        return maps
    terrain = maps.terrain.copy()
    for centre, rows, columns, tile in freed:
        # Only these tiles are looked at again, since a whole board takes as long as ten of them.
        of_tile = maps.cropped(rows, columns), view.cropped(rows, columns)
        named, _ = apply_ground_model(*of_tile, {(0, 0): centre}, model)
        np.copyto(terrain[rows, columns], named.terrain, where=tile[..., None])
    return maps.with_terrain(terrain)


def _near_pieces(view: View, shape: tuple[int, ...], pieces: Sequence[Piece]) -> np.ndarray:
    """Return (h, w) float32, the probability 0..1 that a piece shows at a pixel of the maps or next to it."""
    near = np.zeros(shape, np.float32)
    for piece in pieces:
        across, down = np.round(view.to_maps(piece.spots)).astype(int).T
        within = (across >= 0) & (across < shape[1]) & (down >= 0) & (down < shape[0])
        at = down[within], across[within]
        near[at] = np.maximum(near[at], piece.certainty)
    return np.asarray(cv2.dilate(near, _NEAR))


def _pixels_of(centre: np.ndarray, view: View, shape: tuple[int, ...]) -> tuple[slice, slice, np.ndarray]:
    """Return the rows and columns of the maps around a tile, and (rows, columns) bool, which pixels lie on it."""
    outline = np.round(view.to_maps(centre + CORNERS)).astype(np.int32)
    (left, top), (right, bottom) = outline.min(axis=0) - _MARGIN, outline.max(axis=0) + _MARGIN + 1
    left, top = max(int(left), 0), max(int(top), 0)
    rows, columns = slice(top, min(int(bottom), shape[0])), slice(left, min(int(right), shape[1]))
    tile = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    cv2.fillConvexPoly(tile, outline - [left, top], 1)
    return rows, columns, tile > 0
