"""A calibrated lens: focal length, principal point and distortion at one picture size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

_UPRIGHT_ROTATIONS = {
    1: ((1, 0), (0, 1)),
    2: ((-1, 0), (0, 1)),
    3: ((-1, 0), (0, -1)),
    4: ((1, 0), (0, -1)),
    5: ((0, 1), (1, 0)),
    6: ((0, -1), (1, 0)),
    7: ((0, -1), (-1, 0)),
    8: ((0, 1), (-1, 0)),
}
"""(2, 2) matrix by EXIF orientation that turns the sensor's picture upright about its middle (CIPA DC-008, tag
0x0112)."""
_UNDISTORT_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
"""OpenCV's most iterations, and the error in pixels at which they end."""
_MIN_SLOPE = 0.15
"""Least slope of the distorted over the undistorted radius; from where it falls below, the model is extrapolated.
Chosen by hand."""


@dataclass(frozen=True)
class Lens:
    """A camera with square pixels, radial and tangential distortion (Brown 1966, in OpenCV's form and order).

    Attributes:
        camera: make, model and focal length from the pictures' EXIF; empty if missing.
        width: width of the picture as stored by the sensor, before it is turned upright, pixels.
        height: its height.
        focal: focal length, pixels.
        centre: the principal point, pixels; the middle of the first pixel is (0, 0).
        distortion: k1, k2, p1, p2, k3.
        error_px: root mean square reprojection error of its calibration, pixels.
    """

    camera: str
    width: int
    height: int
    focal: float
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error_px: float = 0.0

    def scaled(self, factor: float) -> Lens:
        """Return the same lens for pictures with ``factor`` times the width and height in pixels."""
        x, y = ((place + 0.5) * factor - 0.5 for place in self.centre)
        return replace(
            self,
            width=round(self.width * factor),
            height=round(self.height * factor),
            focal=self.focal * factor,
            centre=(x, y),
            error_px=self.error_px * factor,
        )

    def upright(self, orientation: int) -> Lens:
        """Return the lens of the upright picture; ``orientation`` is EXIF's, 1..8."""
        turn = np.array(_UPRIGHT_ROTATIONS[orientation], float)
        width, height = (self.height, self.width) if orientation >= 5 else (self.width, self.height)
        away = np.array(self.centre) - [(self.width - 1) / 2, (self.height - 1) / 2]
        x, y = turn @ away + [(width - 1) / 2, (height - 1) / 2]
        k1, k2, p1, p2, k3 = self.distortion
        p2, p1 = turn @ [p2, p1]
        return replace(
            self,
            width=width,
            height=height,
            centre=(float(x), float(y)),
            distortion=(k1, k2, float(p1), float(p2), k3),
        )

    @property
    def matrix(self) -> np.ndarray:
        """The (3, 3) camera matrix."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])

    def distort(self, straight: np.ndarray) -> np.ndarray:
        """Map (..., 2) pixels of an ideal pinhole camera to pixels of this one.

        Outside the picture the polynomial may turn back inward; it is continued linearly before it does.
        """
        middle = np.array(self.centre)
        away = (np.asarray(straight, float) - middle) / self.focal
        x, y = away[..., 0], away[..., 1]
        square = x * x + y * y
        k1, k2, p1, p2, k3 = self.distortion
        limit = self._max_radius
        inner = np.minimum(square, limit * limit)
        growth = 1 + inner * (k1 + inner * (k2 + inner * k3))
        if np.isfinite(limit):
            radius = np.sqrt(np.maximum(square, 1e-12))
            growth = np.where(radius > limit, (growth * limit + _MIN_SLOPE * (radius - limit)) / radius, growth)
        across = x * growth + 2 * p1 * x * y + p2 * (square + 2 * x * x)
        down = y * growth + p1 * (square + 2 * y * y) + 2 * p2 * x * y
        bent: np.ndarray = np.stack([across, down], axis=-1) * self.focal + middle
        return bent

    def undistort(self, bent: np.ndarray) -> np.ndarray:
        """Map (..., 2) pixels of the picture to those of an ideal pinhole camera, the inverse of `distort`."""
        bent = np.asarray(bent, float)
        if bent.size == 0:
            return bent
        flat = bent.reshape(-1, 1, 2)
        straight = cv2.undistortPoints(
            flat, self.matrix, np.array(self.distortion), P=self.matrix, criteria=_UNDISTORT_CRITERIA
        )
        undone: np.ndarray = np.asarray(straight).reshape(bent.shape)
        return undone

    @cached_property
    def _max_radius(self) -> float:
        """Radius, in focal lengths, from which the polynomial is continued linearly; infinite where it never is."""
        k1, k2, _p1, _p2, k3 = self.distortion
        radii = np.linspace(0, 4, 801)
        square = radii**2
        slope = 1 + square * (3 * k1 + square * (5 * k2 + square * 7 * k3))
        past = np.flatnonzero(slope < _MIN_SLOPE)
        return float(radii[past[0]]) if len(past) else float("inf")
