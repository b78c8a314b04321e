"""The hexagon's geometry in tile units: pitch 1, pointy-top, y down, edge 0 facing east, clockwise."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from games.hexgrid import DIRECTIONS

RADIUS = 1.0 / np.sqrt(3.0)
SUBPARTS = 6  # an edge in sixths holds one, two or three equal parts exactly

__all__ = ["DIRECTIONS", "RADIUS", "SUBPARTS", "centre_of", "corners", "rim_points", "rounded_outline"]


def centre_of(cells: np.ndarray) -> np.ndarray:
    """Return the centres (N, 2) of axial cells (N, 2), in units of the pitch."""
    cells = np.asarray(cells, dtype=np.float64).reshape(-1, 2)
    return np.stack([cells[:, 0] + cells[:, 1] / 2, cells[:, 1] * np.sqrt(3) / 2], axis=1)


@lru_cache(maxsize=1)
def corners() -> np.ndarray:
    """Return the six corners (6, 2) about the centre; edge i runs from corner i to corner i + 1."""
    angle = np.deg2rad(-30 + 60 * np.arange(6))
    return RADIUS * np.stack([np.cos(angle), np.sin(angle)], axis=1)


@lru_cache(maxsize=1)
def rim_points() -> np.ndarray:
    """Return the middles (36, 2) of the sixths of all edges, clockwise from corner 0."""
    start = corners()
    end = np.roll(start, -1, axis=0)
    step = ((np.arange(SUBPARTS) + 0.5) / SUBPARTS)[None, :, None]
    return (start[:, None] * (1 - step) + end[:, None] * step).reshape(-1, 2)


@lru_cache(maxsize=16)
def rounded_outline(radius: float) -> np.ndarray:
    """Return the hexagon's outline (N, 2) with corners rounded by ``radius`` (units of the pitch, 0 = sharp)."""
    if radius <= 0:
        return corners()
    points = []
    for i, corner in enumerate(corners()):
        outward = corner / RADIUS
        middle = corner - outward * radius / np.cos(np.pi / 6)
        heading = np.deg2rad(-30 + 60 * i)
        for turn in np.deg2rad([-30, -15, 0, 15, 30]):
            points.append(middle + radius * np.array([np.cos(heading + turn), np.sin(heading + turn)]))
    return np.array(points)
