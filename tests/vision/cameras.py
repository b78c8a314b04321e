"""Cameras over made-up tables, for tests."""

import numpy as np

from games import hexgrid
from vision.geometry.plane import Plane

SIZE = (1280, 960)


def camera_plane(tilt: float, roll: float, radial: float, pitch: float = 90.0) -> Plane:
    """Return the plane of a 1280 x 960 camera looking at the table's origin, ``tilt`` degrees from overhead."""
    t, r = np.radians([tilt, roll])
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    rotation = lean @ turn
    focal = 1300.0
    away = focal / pitch
    intrinsics = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    homography = intrinsics @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, away]])
    return Plane(homography / homography[2, 2], radial, np.array(SIZE) / 2, float(np.hypot(*SIZE)) / 2)


def disc(radius: int) -> list[tuple[int, int]]:
    """Return the cells within ``radius`` of the origin."""
    return list(hexgrid.disc((0, 0), radius))
