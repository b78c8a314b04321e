"""Locates points on tiles' outlines: three centres determine no accurate homography, three outlines do."""

from __future__ import annotations

import numpy as np

from vision.geometry.hexagon import NORMALS, points_along_sides
from vision.geometry.lattice import Lattice, positions
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.models import SceneMaps

_FRACTIONS = np.array([0.2, 0.35, 0.5, 0.65, 0.8])
"""Positions along a side, 0..1; corners are left out, since they may be round."""
_OFFSETS = np.arange(-0.12, 0.121, 0.015)
"""Distances, in pitches across a side, at which it is looked for."""
_OFFSET_SIGMA = 0.06
"""Standard deviation, in pitches, of a side's distance; chosen by hand."""
_MIN_RIM = 0.3
"""Probability of an outline from which a point counts; chosen by hand."""


def rim_points(found: Lattice, maps: SceneMaps, view: View) -> tuple[np.ndarray, np.ndarray]:
    """Match points on the ideal outlines of a lattice's tiles with the outlines in the maps.

    A displacement along a side is not visible: points are moved across their sides only, and the plane is refitted
    iteratively, as in the iterative closest points of Chen and Medioni (1992).

    Args:
        found: the tiles at their measured centres.
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.

    Returns:
        (m, 2) points on the ideal outlines, and (m, 2) the matching table points.
    """
    cells = list(found.centres)
    sides = points_along_sides(_FRACTIONS)
    ideal = positions(cells)[:, None, None] + sides
    about = np.array([found.centres[c] for c in cells])[:, None, None] + sides
    places = about[..., None, :] + NORMALS[:, None, None] * _OFFSETS[:, None]
    clear = sample(maps.rim, view.to_maps(places))
    best = (clear * np.exp(-(_OFFSETS**2) / (2 * _OFFSET_SIGMA**2))).argmax(axis=-1)[..., None]
    visible = np.take_along_axis(clear, best, axis=-1)[..., 0] > _MIN_RIM
    seen = np.take_along_axis(places, best[..., None], axis=-2)[..., 0, :]
    return ideal[visible], seen[visible]
