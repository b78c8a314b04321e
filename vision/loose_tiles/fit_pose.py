"""Where exactly a tile lies on a known table, and in which turn: a hexagon fitted to what the network sees."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.geometry.hexagon import points_along_sides
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.loose_tiles.pose import Loose, turned
from vision.networks.models import SceneMaps

_SIDES = points_along_sides(np.linspace(0.08, 0.92, 10)).reshape(-1, 2)
_IN, _OUT = 0.92, 1.09
"""Just inside and just outside a tile, as shares of the way to its rim."""
_STEPS = ((0.06, 0.10), (0.03, 0.05), (0.015, 0.025), (0.007, 0.012), (0.003, 0.006))
"""Pitches and radians by which a pose is moved, from coarse to fine."""
_TURNS = np.arange(8) * np.pi / 24


def fit_pose(maps: SceneMaps, view: View, spot: np.ndarray, size: float = 1.0) -> tuple[Loose, float]:
    """Find the pose of the tile about a (2,) table spot; also how clearly a lone hexagon shows there.

    The clearness runs from about 0, nothing like a hexagon, to 2: all land within, none without, the rim drawn.
    """
    land = 1 - maps.terrain[..., 0]
    best = max((Loose(spot, float(t), size) for t in _TURNS), key=lambda pose: _clearness(land, maps, view, [pose])[0])
    for far, swing in _STEPS:
        for _ in range(4):
            moves = [
                Loose(best.centre + far * np.array([dx, dy]), best.turn + dt * swing, size)
                for dx, dy, dt in product((0, -1, 1), repeat=3)
            ]
            better = moves[int(_clearness(land, maps, view, moves).argmax())]
            if better is moves[0]:
                break
            best = better
    found = Loose(best.centre, best.turn % (np.pi / 3), size)
    return found, float(_clearness(land, maps, view, [found])[0])


def _clearness(land: np.ndarray, maps: SceneMaps, view: View, poses: list[Loose]) -> np.ndarray:
    """(n,) how much the poses' outlines look like those of lone tiles."""
    rims = np.array([p.centre + p.size * turned(_SIDES * k, p.turn) for k in (_IN, 1.0, _OUT) for p in poses])
    rims = rims.reshape(3, len(poses), -1, 2)
    seen = sample(land, view.to_maps(rims[[0, 2]])).mean(axis=-1)
    drawn = sample(maps.rim, view.to_maps(rims[1])).mean(axis=-1)
    clear: np.ndarray = seen[0] - seen[1] + drawn
    return clear
