"""Fit of a single tile's pose on a known table to the scene network's maps."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.geometry.hexagon import points_along_sides
from vision.geometry.rectified_view import View
from vision.geometry.rotation import rotated
from vision.imaging.sampling import sample
from vision.loose_tiles.pose import TilePose
from vision.networks.models import SceneMaps

_RIM = points_along_sides(np.linspace(0.08, 0.92, 10)).reshape(-1, 2)
_INSIDE, _OUTSIDE = 0.92, 1.09
"""Distances from the centre, in units of the rim's, of outlines just inside and outside a tile; chosen by hand."""
_STEPS = ((0.06, 0.10), (0.03, 0.05), (0.015, 0.025), (0.007, 0.012), (0.003, 0.006))
"""Steps of the search in pitches and radians, coarse to fine."""
_START_ANGLES = np.arange(8) * np.pi / 24


def fit_pose(maps: SceneMaps, view: View, spot: np.ndarray, size: float = 1.0) -> tuple[TilePose, float]:
    """Return the pose of the tile near a (2,) table position, and the score of its outline.

    The score runs from about 0, no hexagon, to 2: terrain inside, none outside, and a rim all around.
    """
    land = 1 - maps.terrain[..., 0]
    best = max(
        (TilePose(spot, float(t), size) for t in _START_ANGLES), key=lambda pose: _scores(land, maps, view, [pose])[0]
    )
    for step, angle in _STEPS:
        for _ in range(4):
            moves = [
                TilePose(best.centre + step * np.array([dx, dy]), best.turn + dt * angle, size)
                for dx, dy, dt in product((0, -1, 1), repeat=3)
            ]
            better = moves[int(_scores(land, maps, view, moves).argmax())]
            if better is moves[0]:
                break
            best = better
    found = TilePose(best.centre, best.turn % (np.pi / 3), size)
    return found, float(_scores(land, maps, view, [found])[0])


def _scores(land: np.ndarray, maps: SceneMaps, view: View, poses: list[TilePose]) -> np.ndarray:
    """Return the (n,) scores of the poses' outlines as those of single tiles."""
    rims = np.array([p.centre + p.size * rotated(_RIM * k, p.turn) for k in (_INSIDE, 1.0, _OUTSIDE) for p in poses])
    rims = rims.reshape(3, len(poses), -1, 2)
    terrain = sample(land, view.to_maps(rims[[0, 2]])).mean(axis=-1)
    on_rim = sample(maps.rim, view.to_maps(rims[1])).mean(axis=-1)
    scores: np.ndarray = terrain[0] - terrain[1] + on_rim
    return scores
