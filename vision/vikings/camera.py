"""The camera's position above the table: standing pieces appear to lean away from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.plane import Plane

_FOCAL_RANGE = (0.5, 4.0)
"""Accepted range of an estimated focal length, in longest sides of the picture."""
_FOCALS_TRIED_RANGE = (0.6, 2.2)
"""Focal lengths of phones and cameras at a table, in longest sides of the picture."""
_FOCALS_TRIED = 40
_DEFAULT_FOCAL = 1.1
"""Focal length, in longest sides of the picture, if the view is too frontal to estimate it; chosen by hand."""
_MIN_TILT = 0.04
"""Smallest perspective foreshortening from which the focal length is estimated; chosen by hand."""


_STRETCHES = np.linspace(-0.4, 0.4, 41)
"""Logarithms of the factors by which columns are made wider or narrower."""
_SQUARENESS = (0.01, 0.1)
"""Error of exactly measured squares, and the additional error that halves a grid's score; chosen by hand."""


@dataclass(frozen=True)
class Viewpoint:
    """The camera's position: its projection ``foot`` (2,) on the table and its ``height``, in squares."""

    foot: np.ndarray
    height: float

    def parallax(self, places: np.ndarray, height: float) -> np.ndarray:
        """Return the (..., 2) apparent displacement, squares, of points at a height above (..., 2) places."""
        return np.asarray((places - self.foot) * height / max(self.height - height, height))


def viewpoint(plane: Plane, size: tuple[int, int]) -> Viewpoint:
    """Return the camera's position for a photo of the given width and height, pixels."""
    side = max(size)
    centred = np.array([[1 / side, 0, -size[0] / 2 / side], [0, 1 / side, -size[1] / 2 / side], [0, 0, 1]])
    matrix = centred @ plane.homography
    right, down, origin = matrix.T
    camera = np.diag([1 / _focal(right, down), 1 / _focal(right, down), 1.0])
    right, down, origin = camera @ right, camera @ down, camera @ origin
    unit = (np.linalg.norm(right) + np.linalg.norm(down)) / 2
    axes = np.stack([right / np.linalg.norm(right), down / np.linalg.norm(down)], axis=1)
    out = np.cross(axes[:, 0], axes[:, 1])
    origin = origin / unit
    where = -np.linalg.solve(np.column_stack([axes, out]), origin)
    return Viewpoint(where[:2], abs(float(where[2])))


def squareness_error(plane: Plane, size: tuple[int, int]) -> float:
    """Return the deviation of a grid's cells from squares, minimised over the focal length.

    It is 0 for squares, and about 0.2 for rectangles with one side a fifth longer than the other.

    Args:
        plane: the plane of the grid.
        size: width and height of the photo.
    """
    right, down = _axes(plane, size)
    lens = np.geomspace(*_FOCALS_TRIED_RANGE, _FOCALS_TRIED)[:, None]
    right, down = (np.concatenate([axis[:2] / lens, np.full_like(lens, axis[2])], axis=1) for axis in (right, down))
    across, along = np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)
    lean = (right * down).sum(axis=1) / (across * along)
    return float(np.hypot(np.log(across / along), lean).min())


def with_square_cells(plane: Plane, size: tuple[int, int]) -> Plane:
    """Return the plane with its columns as much wider or narrower as makes its cells most like squares."""
    factors = np.exp(_STRETCHES)
    planes = [replace(plane, homography=plane.homography @ np.diag([factor, 1.0, 1.0])) for factor in factors]
    return min(planes, key=lambda stretched: squareness_error(stretched, size))


def squareness(plane: Plane, size: tuple[int, int]) -> float:
    """Return the likelihood, 0..1, of a grid's cells given that they are squares; see `squareness_error`."""
    exact, half = _SQUARENESS
    return 1 / (1 + (max(0.0, squareness_error(plane, size) - exact) / half) ** 2)


def _axes(plane: Plane, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Return the homogeneous images of the table's two axes, in longest sides from the picture's centre."""
    side = max(size)
    centred = np.array([[1 / side, 0, -size[0] / 2 / side], [0, 1 / side, -size[1] / 2 / side], [0, 0, 1]])
    right, down, _ = (centred @ plane.homography).T
    return right, down


def _focal(right: np.ndarray, down: np.ndarray) -> float:
    """Return the focal length, in longest sides, at which the axes are orthogonal and equally long."""
    found = []
    flat = right[2] * down[2]
    scale = np.linalg.norm(right[:2]) * np.linalg.norm(down[:2])
    if abs(flat) > _MIN_TILT**2 * scale:
        found.append((abs(flat), -(right[:2] @ down[:2]) / flat))
    uneven = down[2] ** 2 - right[2] ** 2
    if abs(uneven) > _MIN_TILT**2 * scale:
        found.append((abs(uneven), (right[:2] @ right[:2] - down[:2] @ down[:2]) / uneven))
    squared = sum(w * f for w, f in found) / sum(w for w, _ in found) if found else -1.0
    return float(np.sqrt(squared)) if _FOCAL_RANGE[0] ** 2 < squared < _FOCAL_RANGE[1] ** 2 else _DEFAULT_FOCAL
