"""From where a fjord was looked at: what stands on the table leans away from there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.plane import Plane

_VIEWS = (0.5, 4.0)
_LENSES = (0.6, 2.2)
"""Focal lengths, longest sides of the picture, that phones and cameras have at a table."""
_LENSES_TRIED = 40
_USUAL_VIEW = 1.1
"""Focal length, longest sides of the picture, where the fjord is seen too squarely to tell it."""
_TOLD = 0.04
"""Least lean of the table, at which its squares' shapes tell the focal length."""


@dataclass(frozen=True)
class Viewpoint:
    """Where the camera is: ``foot`` (2,) right below it on the table and ``height`` above it, in squares."""

    foot: np.ndarray
    height: float

    def lean(self, places: np.ndarray, height: float) -> np.ndarray:
        """(..., 2) how far a point at a height above each of (..., 2) places seems to lie from that place."""
        return np.asarray((places - self.foot) * height / max(self.height - height, height))


def viewpoint(plane: Plane, size: tuple[int, int]) -> Viewpoint:
    """Return from where a photo of the given width and height was taken."""
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


def unsquare(plane: Plane, size: tuple[int, int]) -> float:
    """Return how far a grid's cells are from squares, whatever the camera.

    The figure is 0 for squares and about 0.2 where one side is a fifth longer than the other.

    Args:
        plane: where the grid lies.
        size: width and height of the photo.
    """
    right, down = _axes(plane, size)
    lens = np.geomspace(*_LENSES, _LENSES_TRIED)[:, None]
    right, down = (np.concatenate([axis[:2] / lens, np.full_like(lens, axis[2])], axis=1) for axis in (right, down))
    across, along = np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)
    lean = (right * down).sum(axis=1) / (across * along)
    return float(np.hypot(np.log(across / along), lean).min())


def _axes(plane: Plane, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of the table's two directions, longest sides from the picture's middle, homogeneous."""
    side = max(size)
    centred = np.array([[1 / side, 0, -size[0] / 2 / side], [0, 1 / side, -size[1] / 2 / side], [0, 0, 1]])
    right, down, _ = (centred @ plane.homography).T
    return right, down


def _focal(right: np.ndarray, down: np.ndarray) -> float:
    """Return the focal length under which the axes are at a right angle and equally long, as far as that is told."""
    found = []
    flat = right[2] * down[2]
    scale = np.linalg.norm(right[:2]) * np.linalg.norm(down[:2])
    if abs(flat) > _TOLD**2 * scale:
        found.append((abs(flat), -(right[:2] @ down[:2]) / flat))
    uneven = down[2] ** 2 - right[2] ** 2
    if abs(uneven) > _TOLD**2 * scale:
        found.append((abs(uneven), (right[:2] @ right[:2] - down[:2] @ down[:2]) / uneven))
    squared = sum(w * f for w, f in found) / sum(w for w, _ in found) if found else -1.0
    return float(np.sqrt(squared)) if _VIEWS[0] ** 2 < squared < _VIEWS[1] ** 2 else _USUAL_VIEW
