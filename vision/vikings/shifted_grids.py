"""Alternative grids, shifted to other lines with many edges: coasts run parallel to the edges of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from vision.squares.grid import Grid, with_lens_distortion

_PHASE_BINS = 40
_MAX_ANGLE_SINE = 0.06
"""Largest sine of the angle between an edge and a grid's lines."""
_MIN_SHIFT = 0.12
"""Smallest distance of two alternative lines, squares."""
_MIN_SUPPORT = 0.3
"""Smallest total length of edges on shifted lines, relative to that on the grid's own lines."""
_MAX_SHIFTS = 2
"""Largest number of shifts along each axis."""
_MAX_LOG_SIZE_RATIO = 0.25
"""Largest absolute logarithm of the ratio of the squares' sizes. All chosen by hand."""


def shifted_grids(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Iterator[Grid]:
    """Yield the grids shifted to other lines with many edges.

    Args:
        grid: the grid.
        segments: (n, 4) edges, photo pixels.
        size: width and height of the photo.
    """
    table = grid.plane.to_table(segments.reshape(-1, 2)).reshape(-1, 2, 2)
    right, down = (_phases(table, segments, axis) for axis in (0, 1))
    for x, y in product((0.0, *right), (0.0, *down)):
        if x or y:
            shift = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
            start = replace(grid, plane=replace(grid.plane, homography=grid.plane.homography @ shift))
            other = with_lens_distortion(start, segments, size)
            if _same_size(other, start):
                yield other


def _same_size(one: Grid, other: Grid) -> bool:
    """Return whether the squares of two grids have nearly the same size at all corners of the second."""
    corners = np.array([[x, y] for x in (other.left, other.right) for y in (other.top, other.bottom)], float)
    here, there = (grid.plane.pitches_at(corners) for grid in (one, other))
    return bool((np.abs(np.log(here / there)) < _MAX_LOG_SIZE_RATIO).all())


def _phases(table: np.ndarray, segments: np.ndarray, axis: int) -> list[float]:
    """Return the shifts of other lines along an axis (0: x, 1: y), squares in -0.5..0.5, best supported first."""
    along = table[:, 1] - table[:, 0]
    length = np.maximum(np.linalg.norm(along, axis=1), 1e-9)
    mine = (np.abs(along[:, axis]) < _MAX_ANGLE_SINE * length) & np.isfinite(table).all(axis=(1, 2))
    shown = np.linalg.norm(segments[mine, 2:] - segments[mine, :2], axis=1)
    at = table[mine, :, axis].mean(axis=1) % 1
    counts = np.bincount((at * _PHASE_BINS).astype(int) % _PHASE_BINS, shown, _PHASE_BINS)
    counted = np.roll(counts, -1) / 2 + counts + np.roll(counts, 1) / 2
    places = (np.arange(_PHASE_BINS) + 0.5) / _PHASE_BINS
    places -= places > 0.5
    own = counted[np.abs(places) < _MIN_SHIFT].max()
    found: list[float] = []
    for k in np.argsort(-counted):
        away = np.abs((places[k] - np.array([0.0, *found]) + 0.5) % 1 - 0.5).min()
        if away >= _MIN_SHIFT and counted[k] > _MIN_SUPPORT * own and len(found) < _MAX_SHIFTS:
            found.append(float(places[k]))
    return found
