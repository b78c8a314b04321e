"""Where the outlines of a few tiles really run: three centres alone fix no homography well, three outlines do."""

from __future__ import annotations

import numpy as np

from vision.geometry.hexagon import NORMALS, points_along_sides
from vision.geometry.lattice import Lattice, position
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.models import SceneMaps

_ALONG = np.array([0.2, 0.35, 0.5, 0.65, 0.8])
"""Places on a side that are looked at; corners may be round."""
_OFFSETS = np.arange(-0.12, 0.121, 0.015)
"""How far off, in pitches, a side is looked for."""
_TRUST = 0.06
"""How far off it usually is."""
_SEEN = 0.3
"""How clearly a rim must show to be believed."""


def rim_points(found: Lattice, maps: SceneMaps, view: View) -> tuple[np.ndarray, np.ndarray]:
    """Return (m, 2) points on the outlines of a lattice's cells, and (m, 2) where the network sees them on the table.

    What slides along a side cannot be seen: a point is moved across its side only, so that a plane is fitted to
    them in turns, as in the iterative closest points of Chen and Medioni (1992).

    Args:
        found: the tiles, each about where it is seen.
        maps: what the network says of the view.
        view: the tiles from above.
    """
    cells = list(found.centres)
    sides = points_along_sides(_ALONG)
    ideal = np.array([position(c) for c in cells])[:, None, None] + sides
    about = np.array([found.centres[c] for c in cells])[:, None, None] + sides
    places = about[..., None, :] + NORMALS[:, None, None] * _OFFSETS[:, None]
    clear = sample(maps.rim, view.to_maps(places))
    best = (clear * np.exp(-(_OFFSETS**2) / (2 * _TRUST**2))).argmax(axis=-1)[..., None]
    believed = np.take_along_axis(clear, best, axis=-1)[..., 0] > _SEEN
    seen = np.take_along_axis(places, best[..., None], axis=-2)[..., 0, :]
    return ideal[believed], seen[believed]
