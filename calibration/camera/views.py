"""A flat target as one picture shows it, and what many such views cover together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.imaging.photo import Photo

GRID = (6, 8)
"""Rows and columns of the heat map of coverage."""


@dataclass(frozen=True, eq=False)
class View:
    """One picture of a flat target.

    Attributes:
        name: the picture's file, or its place in a video.
        camera: ``Photo.camera``.
        size: (width, height) of the picture as the sensor gave it, pixels.
        labels: (n,) int, which of the target's points are seen.
        target: (n, 2) where those lie on the target, in any unit.
        seen: (n, 2) where the sensor's picture shows them, pixels.
        blur: width of an edge that should be sharp, pixels.
        finest: pixels between neighbouring points.
    """

    name: str
    camera: str
    size: tuple[int, int]
    labels: np.ndarray
    target: np.ndarray
    seen: np.ndarray
    blur: float
    finest: float

    def without(self, away: np.ndarray) -> View:
        """Return the view without the points where the (n,) bool array is true."""
        return replace(self, labels=self.labels[~away], target=self.target[~away], seen=self.seen[~away])


def to_sensor(points: np.ndarray, photo: Photo) -> np.ndarray:
    """Map (n, 2) pixels of ``photo.pixels`` to those of the file's picture before it was turned upright."""
    x, y = ((points + 0.5) * photo.scale - 0.5).T
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
    """Return a ``GRID`` of how many of the views have a point in each part of the picture."""
    heat = np.zeros(GRID, int)
    for view in views:
        rows, columns = _parts(view)
        once = np.zeros(GRID, bool)
        once[rows, columns] = True
        heat += once
    return heat


def _parts(view: View) -> tuple[np.ndarray, np.ndarray]:
    share = view.seen / np.array(view.size)
    columns = np.clip((share[:, 0] * GRID[1]).astype(int), 0, GRID[1] - 1)
    return np.clip((share[:, 1] * GRID[0]).astype(int), 0, GRID[0] - 1), columns


def lean(view: View) -> np.ndarray:
    """Return a (2,) guess of how far the target leans: how much larger it is seen right than left, below than above.

    It needs no lens: the logarithm of the local scale, fitted with a slope across the target, times its extent.
    """
    centred = view.target - view.target.mean(axis=0)
    grown = np.column_stack([np.ones(len(centred)), centred, centred**2, centred[:, :1] * centred[:, 1:]])
    if len(centred) < 8:
        return np.zeros(2)
    terms, *_ = np.linalg.lstsq(grown, view.seen, rcond=None)
    linear = terms[1:3].T
    bend = np.array([[2 * terms[3], terms[5]], [terms[5], 2 * terms[4]]])
    inverse = np.linalg.pinv(linear)
    slope = np.array([np.trace(inverse @ bend[k].T) for k in range(2)])
    leaning: np.ndarray = slope * (centred.max(axis=0) - centred.min(axis=0)) / 3
    return leaning


def choose(views: Sequence[View], most: int) -> list[View]:
    """Choose the views that together cover most of the picture from most angles, the sharpest of like ones first."""
    left = sorted(views, key=lambda v: v.blur)
    chosen: list[View] = []
    heat = np.zeros(GRID, int)
    leans: list[np.ndarray] = []
    while left and len(chosen) < most:
        worth = [_worth(view, heat, leans) for view in left]
        best = left.pop(int(np.argmax(worth)))
        chosen.append(best)
        heat += coverage([best])
        leans.append(lean(best))
    return chosen


def _worth(view: View, heat: np.ndarray, leans: Sequence[np.ndarray]) -> float:
    """Say how much a view adds: parts of the picture seldom covered so far, and an angle not yet seen."""
    fresh = float((coverage([view]) / (1.0 + heat) ** 2).sum()) / np.prod(GRID)
    own = lean(view)
    angle = min((float(np.linalg.norm(own - other)) for other in leans), default=0.3)
    return fresh + 1.5 * min(angle, 0.5) - 0.3 * view.blur / view.finest
