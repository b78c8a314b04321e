"""Tiles that lie loose: off any lattice, in any turn, seen by any camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, fit_plane, project
from vision.loose_tiles.hexagons import Blob

_ROUNDS = 12
_NEAR = 0.2
"""The nearest tile is no more than five times as near as the farthest."""
_SAME_SIZE = 0.2
"""Tiles of one table differ in size by no more than this share once the tilt is undone."""


@dataclass(frozen=True)
class Loose:
    """One loose tile.

    Attributes:
        centre: (2,) table position.
        turn: radians, clockwise as seen from above, of the tile from pointy-top; 0 up to a sixth of a full turn.
        size: its width over the plane's unit.
    """

    centre: np.ndarray
    turn: float
    size: float

    def corners(self) -> np.ndarray:
        """Return the (6, 2) corners on the table; edge ``i`` runs from corner ``i`` to ``i + 1``."""
        return self.centre + self.size * turned(CORNERS, self.turn)


def turned(points: np.ndarray, turn: float) -> np.ndarray:
    """Turn (..., 2) points about the origin, clockwise where y points down."""
    c, s = np.cos(turn), np.sin(turn)
    swung: np.ndarray = points @ np.array([[c, s], [-s, c]])
    return swung


def lay_down(blobs: Sequence[Blob], size: tuple[int, int], lens: Lens | None = None) -> tuple[Plane, list[Loose]]:
    """Find the plane on which all hexagons are regular and of one size, and how each lies there.

    The start is closed: areas shrink with the cube of the distance along the view, which gives the horizon, and the
    mean of the shapes that are left gives the tilt's stretch (Criminisi et al. 2000 call these the affine and the
    metric part). Then the plane and the poses are fitted in turns, the lens's bend with them.

    Args:
        blobs: one or more hexagons, (6, 2) corners in the pixels of one picture.
        size: (width, height) of that picture.
        lens: its lens, if it is known.
    """
    corners = np.array([b.corners for b in blobs])
    straight = corners if lens is None else lens.undistort(corners)
    middle, norm = np.array(size, float) / 2, float(np.hypot(*size)) / 2
    plane = Plane(_start(straight), 0.0, middle, norm, lens)
    best, least = plane, np.inf
    for _ in range(_ROUNDS):
        table = plane.to_table(corners)
        widths = np.array([_width(c) for c in table])
        usual = float(np.sort(widths)[len(widths) // 2])
        kept = np.flatnonzero(abs(widths / usual - 1) < _SAME_SIZE)
        ideal = np.array([_regular(table[k] / usual) for k in kept])
        misfit = float(np.abs(ideal - table[kept] / usual).mean()) + len(corners) - len(kept)
        if misfit >= least:
            break  # Fitting on would follow the borders' noise and bend the lens to it.
        best, least = _grown(plane, usual), misfit
        plane = fit_plane(ideal.reshape(-1, 2), corners[kept].reshape(-1, 2), size, lens)
    return best, [pose_of(c) for c in best.to_table(corners)]


def _grown(plane: Plane, factor: float) -> Plane:
    """Return the plane in units that are so many of its own."""
    return replace(plane, homography=plane.homography @ np.diag([factor, factor, 1.0]))


def _start(corners: np.ndarray) -> np.ndarray:
    """(3, 3) table to picture, from (n, 6, 2) corners, for tiles one unit wide."""
    middles = corners.mean(axis=1)
    horizon = _horizon(corners, middles)
    flat = project(horizon, corners)
    shapes = [np.cov((c - c.mean(axis=0)).T, bias=True) for c in flat]
    # The corners of a regular hexagon of width 1 have the variance 1/6 along any line.
    spread, axes = np.linalg.eigh(np.median(shapes, axis=0) * 6)
    stretch = np.eye(3)
    stretch[:2, :2] = axes @ np.diag(np.sqrt(spread)) @ axes.T
    return np.asarray(np.linalg.inv(horizon) @ stretch)


def _horizon(corners: np.ndarray, middles: np.ndarray) -> np.ndarray:
    """(3, 3) picture to a picture without perspective: the cube roots of areas fall linearly to the horizon."""
    roots = np.array([cv2.contourArea(c.astype(np.float32)) for c in corners]) ** (1 / 3)
    lying = np.column_stack([middles - middles.mean(axis=0), np.ones(len(middles))])
    spread = np.linalg.svd(lying[:, :2], compute_uv=False)
    away = np.eye(3)
    if len(corners) < 4 or spread[-1] < 0.2 * spread[0]:
        return away
    keep = np.abs(roots / np.median(roots) - 1) < 0.35
    slope = np.linalg.lstsq(lying[keep], roots[keep], rcond=None)[0]
    shift = np.eye(3)
    shift[:2, 2] = -middles.mean(axis=0)
    away[2, :2] = slope[:2] / slope[2]
    horizon = away @ shift
    depths = corners @ horizon[2, :2] + horizon[2, 2]
    # Blobs that are no tiles of one size put the horizon anywhere, even among them.
    return np.asarray(horizon) if depths.min() > _NEAR * depths.max() else np.eye(3)


def _width(corners: np.ndarray) -> float:
    """Width across the flats of the regular hexagon with the same area."""
    return float(np.sqrt(cv2.contourArea(corners.astype(np.float32)) * 2 / np.sqrt(3)))


def _regular(corners: np.ndarray) -> np.ndarray:
    """(6, 2) corners of the hexagon of width 1 nearest to the (6, 2) given ones, each beside its own."""
    swing = _swing(corners)
    return np.asarray(corners.mean(axis=0) + turned(CORNERS, float(np.angle(swing))))


def pose_of(corners: np.ndarray) -> Loose:
    """Fit a regular hexagon to (6, 2) table corners."""
    swing = _swing(corners)
    return Loose(corners.mean(axis=0), float(np.angle(swing) % (np.pi / 3)), float(abs(swing)))


def _swing(corners: np.ndarray) -> complex:
    """Turn and size, as a complex number, that lay the hexagon of width 1 over (6, 2) corners with the least error."""
    ideal = CORNERS @ np.array([1, 1j])
    seen = (corners - corners.mean(axis=0)) @ np.array([1, 1j])
    return complex((seen * ideal.conj()).sum() / (np.abs(ideal) ** 2).sum())
