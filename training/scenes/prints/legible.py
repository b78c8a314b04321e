"""Whether a tile's print shows which stretches of its rim are connected.

Players of a real copy must see it, so that its grounds rarely meet in a point: a neck or a gap narrower than a tenth
of a pitch decides the connectivity of 13 and 14 % of the tiles with a question of it on photos of living rooms and
tables, by their readings, and of 35 % of tiles whose grounds are drawn at random.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from training.scenes.hexes import corners, rim_points

SIDE = 50
"""Width and height, samples, of the map of a tile's terrain, which spans 1.2 pitches."""
_NARROW = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
"""What a neck must hold, and a gap likewise, to be wide enough: five samples across are 0.12 pitches."""
_RIM = 0.86
"""Distance from the tile's centre, 1 being its outline, from which on necks and gaps may be narrow."""


def is_legible(terrain: np.ndarray) -> bool:
    """Return whether no narrow neck or gap decides which stretches of a tile's rim are connected.

    Args:
        terrain: (SIDE, SIDE) terrain 1..3, see `Design.labels`.
    """
    tile, inner, _ = _places()
    for number in range(1, 4):
        ground = (terrain == number) & tile
        connected = _connected(ground)
        without_necks = (cv2.erode((ground | ~tile).astype(np.uint8), _NARROW) > 0) & tile | ground & ~inner
        if (connected & ~_connected(without_necks)).any():
            return False
        without_gaps = (cv2.dilate(ground.astype(np.uint8), _NARROW) > 0) & inner | ground
        both = np.diagonal(connected)
        if (_connected(without_gaps) & ~connected & both & both[:, None]).any():
            return False
    return True


def _connected(ground: np.ndarray) -> np.ndarray:
    """Return (36, 36) bool, which sixths of edges a (SIDE, SIDE) bool ground connects; diagonally, which it has."""
    _, patches = cv2.connectedComponents(ground.astype(np.uint8), connectivity=4)
    at = patches.ravel()[_places()[2]]
    return np.asarray((at[:, None] == at) & (at > 0))


@lru_cache(maxsize=1)
def _places() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (SIDE, SIDE) bool, the tile and its inner part, and the (36,) flat indices of the sixths of its edges."""
    masks = [np.zeros((SIDE, SIDE), np.uint8) for _ in range(2)]
    for mask, distance in zip(masks, (1.0, _RIM), strict=True):
        cv2.fillConvexPoly(mask, np.round(_samples(distance * corners()) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    columns, rows = np.round(_samples(0.95 * rim_points())).astype(int).T
    return masks[0] > 0, masks[1] > 0, rows * SIDE + columns


def _samples(places: np.ndarray) -> np.ndarray:
    """Return the columns and rows (n, 2) of the map at places (n, 2) in the tile, pitches."""
    return np.asarray(places * (SIDE / 1.2) + SIDE / 2 - 0.5)
