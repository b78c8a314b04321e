"""The camera: a pinhole with one radial lens term above the table plane.

World points are ``(x, y, h)``: x right and y down on the table in units of the tile pitch, h up. Picture points are
``(x, y)`` in pixels, the middle of the first pixel being (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.plane import Plane


@dataclass(frozen=True)
class Camera:
    """Where the camera is and how it looks.

    Attributes:
        eye: (3,) its place in the world.
        axes: (3, 3) rows: picture right, picture down, forward; in world coordinates.
        focal: pixels.
        k1: radial term; a point at undistorted radius r (1 = half the diagonal) lands at r (1 + k1 r²).
        width: of the picture, pixels.
        height: of the picture, pixels.
    """

    eye: np.ndarray
    axes: np.ndarray
    focal: float
    k1: float
    width: int
    height: int

    @property
    def centre(self) -> np.ndarray:
        """The optical centre (2,), pixels."""
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def half_diagonal(self) -> float:
        """Half the picture's diagonal, pixels."""
        return float(np.hypot(self.width, self.height) / 2)

    def project(self, points: np.ndarray) -> np.ndarray:
        """Return the picture points (..., 2) of world points (..., 3), lens included."""
        seen = (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes.T
        flat = self.focal * seen[..., :2] / np.maximum(seen[..., 2:], 1e-3)
        r2 = (flat**2).sum(-1, keepdims=True) / self.half_diagonal**2
        return self.centre + flat * (1 + self.k1 * np.minimum(r2, 2.0))

    def depth(self, points: np.ndarray) -> np.ndarray:
        """Return the distance (...,) of world points along the view."""
        return (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes[2]

    def undistort(self, points: np.ndarray) -> np.ndarray:
        """Return the pinhole points (..., 2) for real picture points, both in pixels from the centre."""
        radius = np.sqrt((points**2).sum(-1)) / self.half_diagonal
        true = np.linspace(0, 1.45, 800)
        factor = 1 / (1 + self.k1 * true**2)
        shown = true / factor
        return points * np.interp(radius, shown, factor)[..., None]

    def to_plane(self, level: float) -> np.ndarray:
        """Return the homography (3, 3) from pinhole points (pixels from the centre) to the plane at ``level``."""
        a = self.axes
        offset = a @ (np.array([0.0, 0.0, level]) - self.eye)
        forward = np.stack([a[:, 0], a[:, 1], offset], axis=1)
        return np.linalg.inv(np.diag([self.focal, self.focal, 1.0]) @ forward)

    def plane(self, level: float) -> Plane:
        """Return the plane at height ``level`` as the reading knows planes."""
        shift = np.array([[1, 0, self.centre[0]], [0, 1, self.centre[1]], [0, 0, 1]])
        return Plane(shift @ np.linalg.inv(self.to_plane(level)), self.k1, self.centre, self.half_diagonal)

    def on_plane(self, pixels: np.ndarray, level: float) -> np.ndarray:
        """Return the plane points (N, 2) at height ``level`` under picture points (N, 2)."""
        flat = self.undistort(np.asarray(pixels, dtype=np.float64) - self.centre)
        homog = np.concatenate([flat, np.ones((len(flat), 1))], axis=1) @ self.to_plane(level).T
        return homog[:, :2] / homog[:, 2:]

    def drop(self, points: np.ndarray, level: float) -> np.ndarray:
        """Return where the view through world points (..., 3) meets the plane at height ``level``: (..., 2)."""
        points = np.asarray(points, dtype=np.float64)
        share = (self.eye[2] - level) / (self.eye[2] - points[..., 2:])
        return self.eye[:2] + (points[..., :2] - self.eye[:2]) * share


def look_at(
    target: np.ndarray,
    pitch: float,
    tilt: float,
    yaw: float,
    roll: float,
    focal: float,
    k1: float,
    size: tuple[int, int],
) -> Camera:
    """Return the camera that sees the table point ``target`` (2,) in its middle.

    Args:
        target: table point, pitch units.
        pitch: pixels of one pitch across the view at the target.
        tilt: radians from overhead.
        yaw: radians the camera is turned about the vertical.
        roll: radians about its own axis.
        focal: pixels.
        k1: lens term.
        size: (width, height), pixels.
    """
    right = np.array([1.0, 0.0, 0.0])
    down = np.array([0.0, np.cos(tilt), -np.sin(tilt)])
    forward = np.array([0.0, -np.sin(tilt), -np.cos(tilt)])
    c, s = np.cos(roll), np.sin(roll)
    axes = np.stack([c * right + s * down, -s * right + c * down, forward])
    c, s = np.cos(yaw), np.sin(yaw)
    axes = axes @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T
    eye = np.array([target[0], target[1], 0.0]) - axes[2] * (focal / pitch)
    return Camera(eye, axes, focal, k1, *size)
