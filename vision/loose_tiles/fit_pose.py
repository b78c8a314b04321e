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
"""(60, 2) points on the outline of a tile at the origin, in tile widths."""
_INSIDE, _OUTSIDE = 0.92, 1.09
"""Distances from the centre, in units of the rim's, of outlines just inside and outside a tile; chosen by hand."""
_STEPS = ((0.06, 0.10), (0.03, 0.05), (0.015, 0.025), (0.007, 0.012), (0.003, 0.006))
"""Steps of the search in pitches and radians, coarse to fine."""
_MAX_MOVES = 4
"""Most moves by steps of one size."""
_START_ANGLES = np.arange(8) * np.pi / 24
"""Radians, over the sixth of a turn after which a hexagon looks the same."""


def fit_pose(maps: SceneMaps, view: View, spot: np.ndarray, size: float = 1.0) -> tuple[TilePose, float]:
    """Return the pose of the tile near a (2,) table position, and the score of its outline.

    The score runs from about 0, no hexagon, to 2: terrain inside, none outside, and a rim all around.

    Args:
        maps: the scene network's output for the view.
        view: a rectified view of the table.
        spot: where the tile's centre is about.
        size: the tile's width, pitches.
    """
    terrain = 1 - maps.terrain[..., 0]
    best = max(
        (TilePose(spot, float(t), size) for t in _START_ANGLES),
        key=lambda pose: _scores(terrain, maps, view, [pose])[0],
    )
    for step, step_angle in _STEPS:
        for _ in range(_MAX_MOVES):
            moves = [
                TilePose(best.centre + step * np.array([dx, dy]), best.angle + dt * step_angle, size)
                for dx, dy, dt in product((0, -1, 1), repeat=3)
            ]
            better = moves[int(_scores(terrain, maps, view, moves).argmax())]
            if better is moves[0]:
                break
            best = better
    found = TilePose(best.centre, best.angle % (np.pi / 3), size)
    return found, float(_scores(terrain, maps, view, [found])[0])


def _scores(terrain: np.ndarray, maps: SceneMaps, view: View, poses: list[TilePose]) -> np.ndarray:
    """Return the (n,) scores of the poses' outlines as those of single tiles.

    Args:
        terrain: (h, w) probability of any terrain, by the maps.
        maps: the scene network's output for the view.
        view: the view.
        poses: the n poses.
    """
    rims = np.array([p.centre + p.size * rotated(_RIM * k, p.angle) for k in (_INSIDE, 1.0, _OUTSIDE) for p in poses])
    rims = rims.reshape(3, len(poses), -1, 2)
    inside, outside = sample(terrain, view.to_maps(rims[[0, 2]])).mean(axis=-1)
    on_rim = sample(maps.rim, view.to_maps(rims[1])).mean(axis=-1)
    scores: np.ndarray = inside - outside + on_rim
    return scores
