"""The sides of the hexagon that every tile is."""

from __future__ import annotations

import numpy as np

from vision.geometry.lattice import CORNERS

_OUTWARD = CORNERS + np.roll(CORNERS, -1, axis=0)
NORMALS = _OUTWARD / np.linalg.norm(_OUTWARD, axis=1, keepdims=True)
"""(6, 2) outward unit vectors across the sides of a tile; side ``i`` runs from corner ``i`` to the next."""


def points_along_sides(shares: np.ndarray, corners: np.ndarray = CORNERS) -> np.ndarray:
    """Return points on the sides of hexagons.

    Args:
        shares: (k,) how far along each side the points lie, 0..1.
        corners: (..., 6, 2) corners of hexagons.

    Returns:
        (..., 6, k, 2) points, in the coordinates of the corners.
    """
    along = (np.roll(corners, -1, axis=-2) - corners)[..., None, :]
    return np.asarray(corners[..., None, :] + shares[:, None] * along)
