"""Islands of a fjord painted in plain colours, with spots where figures stand."""

from __future__ import annotations

import numpy as np

from vision.vikings.cells import SIDE, SquareGridView

_LAND, _SEA = np.array([62, -22, 40.0]), np.array([45, -5, -25.0])
TILES = [(row, column) for row in range(1, 6) for column in range(4)]
"""The tiles of the islands: four in each row but that of the ships."""


def islands(spots: dict[tuple[int, int], np.ndarray]) -> np.ndarray:
    """Return (h, w, 3) float32 CIE Lab of the islands, with spots of these colours on some tiles."""
    rng = np.random.default_rng(5)
    lab = np.empty((6 * SIDE, 4 * SIDE, 3))
    lab[:] = _SEA
    for row in range(1, 6):
        lab[row * SIDE + 12 : row * SIDE + 36] = _LAND
    for (row, column), colour in spots.items():
        y, x = row * SIDE + 20, column * SIDE + 18
        lab[y : y + 9, x : x + 13] = colour
    return (lab + rng.normal(0, 1.5, lab.shape)).astype(np.float32)


def seen_from_above(lab: np.ndarray) -> SquareGridView:
    """Return a view all of which the photo shows."""
    return SquareGridView(lab, np.ones(lab.shape[:2], bool), 0, 0)
