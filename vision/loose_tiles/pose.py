"""Poses of single tiles: off any lattice, at any rotation, seen by any camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, fit_plane, project
from vision.geometry.rotation import rotated
from vision.loose_tiles.hexagons import Hexagon

_MAX_ROUNDS = 12
"""Most alternations of the fit of the plane and of the poses."""
_MIN_DEPTH_RATIO = 0.2
"""Least ratio of the nearest tile's depth to the farthest's; chosen by hand."""
_MIN_HEXAGONS, _MIN_THICKNESS = 4, 0.2
"""Fewest hexagons that determine a horizon, and least ratio of the singular values of their middles: in a row they do
not."""
_MAX_ROOT_DEVIATION = 0.35
"""Largest relative deviation from the median, of the cube root of a hexagon's area, for the fit of the horizon; chosen
by hand."""
_MAX_SIZE_DEVIATION = 0.2
"""Largest relative deviation from the median size, with the tilt undone, of a tile; chosen by hand."""


@dataclass(frozen=True)
class TilePose:
    """The pose of one tile.

    Attributes:
        centre: (2,) table position.
        angle: rotation from pointy-top, radians clockwise as seen from above, 0 to a sixth of a full turn.
        size: its width in the plane's unit.
    """

    centre: np.ndarray
    angle: float
    size: float

    def corners(self) -> np.ndarray:
        """Return the (6, 2) corners on the table; edge ``i`` runs from corner ``i`` to ``i + 1``."""
        return self.centre + self.size * rotated(CORNERS, self.angle)


def fit_table(
    hexagons: Sequence[Hexagon], size: tuple[int, int], lens: Lens | None = None
) -> tuple[Plane, list[TilePose]]:
    """Return the plane on which all hexagons are regular and of one size, and their poses.

    The initial estimate is in closed form: areas shrink with the cube of the distance along the view, which gives the
    horizon, and the median of the remaining shapes gives the tilt's stretch (Criminisi et al. 2000 call these the
    affine and the metric part). Then the plane and the poses are fitted alternately, with the lens's distortion.

    Args:
        hexagons: at least one, in the pixels of one picture.
        size: (width, height) of that picture.
        lens: its lens, if it is known.
    """
    corners = np.array([h.corners for h in hexagons])
    undistorted = corners if lens is None else lens.undistort(corners)
    middle, norm = np.array(size, float) / 2, float(np.hypot(*size)) / 2
    plane = Plane(_initial_homography(undistorted), 0.0, middle, norm, lens)
    best, least = plane, np.inf
    for _ in range(_MAX_ROUNDS):
        table = plane.to_table(corners)
        widths = np.array([_width(c) for c in table])
        median = float(np.sort(widths)[len(widths) // 2])
        kept = np.flatnonzero(abs(widths / median - 1) < _MAX_SIZE_DEVIATION)
        ideal = np.array([_regular(table[k] / median) for k in kept])
        misfit = float(np.abs(ideal - table[kept] / median).mean()) + len(corners) - len(kept)
        if misfit >= least:
            break  # Further rounds would fit the lens to the noise of the borders.
        best, least = _scaled_unit(plane, median), misfit
        plane = fit_plane(ideal.reshape(-1, 2), corners[kept].reshape(-1, 2), size, lens)
    return best, [pose_of(c) for c in best.to_table(corners)]


def _scaled_unit(plane: Plane, factor: float) -> Plane:
    """Return the plane in units of ``factor`` of its own."""
    return replace(plane, homography=plane.homography @ np.diag([factor, factor, 1.0]))


def _initial_homography(corners: np.ndarray) -> np.ndarray:
    """Return the (3, 3) homography from table to picture by (n, 6, 2) corners of tiles one unit wide."""
    horizon = _horizon(corners)
    flat = project(horizon, corners)
    shapes = [np.cov((c - c.mean(axis=0)).T, bias=True) for c in flat]
    # The corners of a regular hexagon of width 1 have the variance 1/6 along any line.
    spread, axes = np.linalg.eigh(np.median(shapes, axis=0) * 6)
    stretch = np.eye(3)
    stretch[:2, :2] = axes @ np.diag(np.sqrt(spread)) @ axes.T
    return np.asarray(np.linalg.inv(horizon) @ stretch)


def _horizon(corners: np.ndarray) -> np.ndarray:
    """Return the (3, 3) homography that removes the perspective of (n, 6, 2) corners of hexagons of one size.

    The cube roots of their areas fall linearly towards the horizon.
    """
    middles = corners.mean(axis=1)
    roots = np.array([cv2.contourArea(c.astype(np.float32)) for c in corners]) ** (1 / 3)
    lying = np.column_stack([middles - middles.mean(axis=0), np.ones(len(middles))])
    spread = np.linalg.svd(lying[:, :2], compute_uv=False)
    perspective = np.eye(3)
    if len(corners) < _MIN_HEXAGONS or spread[-1] < _MIN_THICKNESS * spread[0]:
        return perspective
    keep = np.abs(roots / np.median(roots) - 1) < _MAX_ROOT_DEVIATION
    slope = np.linalg.lstsq(lying[keep], roots[keep], rcond=None)[0]
    shift = np.eye(3)
    shift[:2, 2] = -middles.mean(axis=0)
    perspective[2, :2] = slope[:2] / slope[2]
    horizon = perspective @ shift
    depths = corners @ horizon[2, :2] + horizon[2, 2]
    # Hexagons that are no tiles of one size can give any horizon, even one among them.
    return np.asarray(horizon) if depths.min() > _MIN_DEPTH_RATIO * depths.max() else np.eye(3)


def _width(corners: np.ndarray) -> float:
    """Return the width across the flats of the regular hexagon with the same area."""
    return float(np.sqrt(cv2.contourArea(corners.astype(np.float32)) * 2 / np.sqrt(3)))


def _regular(corners: np.ndarray) -> np.ndarray:
    """Return the (6, 2) corners of the hexagon of width 1 nearest to (6, 2) given ones, in their order."""
    similarity = _similarity(corners)
    return np.asarray(corners.mean(axis=0) + rotated(CORNERS, float(np.angle(similarity))))


def pose_of(corners: np.ndarray) -> TilePose:
    """Return the pose of the regular hexagon nearest to (6, 2) table corners."""
    similarity = _similarity(corners)
    return TilePose(corners.mean(axis=0), float(np.angle(similarity) % (np.pi / 3)), float(abs(similarity)))


def _similarity(corners: np.ndarray) -> complex:
    """Return rotation and size, as a complex number, of the hexagon nearest to (6, 2) corners by least squares."""
    ideal = CORNERS @ np.array([1, 1j])
    seen = (corners - corners.mean(axis=0)) @ np.array([1, 1j])
    return complex((seen * ideal.conj()).sum() / (np.abs(ideal) ** 2).sum())
