"""Normals of a tile's sides, and points along them."""

from __future__ import annotations

import numpy as np

from vision.geometry.lattice import CORNERS

_SIDE_MIDPOINTS = CORNERS + np.roll(CORNERS, -1, axis=0)
NORMALS = _SIDE_MIDPOINTS / np.linalg.norm(_SIDE_MIDPOINTS, axis=1, keepdims=True)
"""(6, 2) outward unit normals of a tile's sides; side ``i`` runs from corner ``i`` to corner ``i + 1``."""


def points_along_sides(fractions: np.ndarray, corners: np.ndarray = CORNERS) -> np.ndarray:
    """Return points on the sides of hexagons.

    Args:
        fractions: (k,) positions along each side, 0..1.
        corners: (..., 6, 2) corners of hexagons.

    Returns:
        (..., 6, k, 2) points, in the coordinates of the corners.
    """
    along = (np.roll(corners, -1, axis=-2) - corners)[..., None, :]
    return np.asarray(corners[..., None, :] + fractions[:, None] * along)
