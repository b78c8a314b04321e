"""Views of a flat target, their coverage of the picture, and the selection of the most useful ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.imaging.file_pixels import file_pixels
from vision.imaging.photo import Photo

GRID = (6, 8)
"""Rows and columns of the coverage grid."""
_TILT_WEIGHT, _BLUR_WEIGHT = 1.5, 0.3
"""Weights of a view's new tilt and of its blur, in spacings of its points, against its new coverage; chosen by hand."""
_FIRST_TILT, _MAX_TILT = 0.3, 0.5
"""Worth of the tilt of the first view, and the largest worth of a later view's tilt, in differences of `tilt_of`;
chosen by hand."""
_MIN_TILT_POINTS = 8
"""Points of a view from which its tilt is measured: the quadratic fit has six terms."""


@dataclass(frozen=True, eq=False)
class View:
    """One picture of a flat target.

    Attributes:
        name: the picture's file name, or its time in a video.
        camera: ``Photo.camera``.
        size: (width, height) of the picture in the orientation of the sensor, pixels.
        labels: (n,) int, numbers of the visible points of the target.
        target_points: (n, 2) their positions on the target, in any unit.
        image_points: (n, 2) their positions in the picture as the sensor recorded it, pixels.
        blur: width of the sharpest edges, pixels.
        spacing: smallest distance of neighbouring points, pixels.
    """

    name: str
    camera: str
    size: tuple[int, int]
    labels: np.ndarray
    target_points: np.ndarray
    image_points: np.ndarray
    blur: float
    spacing: float

    def without(self, outliers: np.ndarray) -> View:
        """Return the view without the points where the (n,) bool array is true."""
        return replace(
            self,
            labels=self.labels[~outliers],
            target_points=self.target_points[~outliers],
            image_points=self.image_points[~outliers],
        )


def to_sensor(points: np.ndarray, photo: Photo) -> np.ndarray:
    """Return (n, 2) pixels of ``photo.pixels`` in the file's picture before it was turned upright."""
    x, y = file_pixels(points, photo.scale).T
    right, bottom = photo.width - 1 - x, photo.height - 1 - y
    unturned = {
        1: (x, y),
        2: (right, y),
        3: (right, bottom),
        4: (x, bottom),
        5: (y, x),
        6: (y, right),
        7: (bottom, right),
        8: (bottom, x),
    }
    return np.column_stack(unturned[photo.orientation])


def sensor_size(photo: Photo) -> tuple[int, int]:
    """Return the (width, height) of the file's picture before it was turned upright."""
    return (photo.height, photo.width) if photo.orientation >= 5 else (photo.width, photo.height)


def coverage(views: Sequence[View]) -> np.ndarray:
    """Return (6, 8) int: the number of views with a point in each cell of ``GRID``."""
    heat = np.zeros(GRID, int)
    for view in views:
        rows, columns = _cells(view)
        once = np.zeros(GRID, bool)
        once[rows, columns] = True
        heat += once
    return heat


def _cells(view: View) -> tuple[np.ndarray, np.ndarray]:
    share = view.image_points / np.array(view.size)
    columns = np.clip((share[:, 0] * GRID[1]).astype(int), 0, GRID[1] - 1)
    return np.clip((share[:, 1] * GRID[0]).astype(int), 0, GRID[0] - 1), columns


def tilt_of(view: View) -> np.ndarray:
    """Return (2,): the relative change of the local scale across the target, left to right and top to bottom.

    It measures the tilt without a lens: the gradient of a quadratic fit of the mapping, times the target's extent.
    """
    centred = view.target_points - view.target_points.mean(axis=0)
    grown = np.column_stack([np.ones(len(centred)), centred, centred**2, centred[:, :1] * centred[:, 1:]])
    if len(centred) < _MIN_TILT_POINTS:
        return np.zeros(2)
    terms, *_ = np.linalg.lstsq(grown, view.image_points, rcond=None)
    linear = terms[1:3].T
    bend = np.array([[2 * terms[3], terms[5]], [terms[5], 2 * terms[4]]])
    inverse = np.linalg.pinv(linear)
    slope = np.array([np.trace(inverse @ bend[k].T) for k in range(2)])
    tilt: np.ndarray = slope * (centred.max(axis=0) - centred.min(axis=0)) / 3
    return tilt


def select_views(views: Sequence[View], most: int) -> list[View]:
    """Return at most ``most`` views, selected greedily by new coverage, new tilts and sharpness."""
    left = sorted(views, key=lambda v: v.blur)
    chosen: list[View] = []
    heat = np.zeros(GRID, int)
    tilts: list[np.ndarray] = []
    while left and len(chosen) < most:
        gains = [_gain(view, heat, tilts) for view in left]
        best = left.pop(int(np.argmax(gains)))
        chosen.append(best)
        heat += coverage([best])
        tilts.append(tilt_of(best))
    return chosen


def _gain(view: View, heat: np.ndarray, tilts: Sequence[np.ndarray]) -> float:
    """Return the gain of a view: rarely covered cells and a new tilt, less its blur."""
    fresh = float((coverage([view]) / (1.0 + heat) ** 2).sum()) / np.prod(GRID)
    own = tilt_of(view)
    angle = min((float(np.linalg.norm(own - other)) for other in tilts), default=_FIRST_TILT)
    return fresh + _TILT_WEIGHT * min(angle, _MAX_TILT) - _BLUR_WEIGHT * view.blur / view.spacing
