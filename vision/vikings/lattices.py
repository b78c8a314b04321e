"""Grids of the same squares as another along other lines with many edges: coasts run beside the edges of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from vision.squares.grid import Grid, bent

_BINS = 40
_ALONG = 0.06
"""Sine of the angle that an edge may have with a grid's lines."""
_APART = 0.12
"""Squares between lines on which edges are told apart."""
_ENOUGH = 0.3
"""Edges on other lines, by those on the grid's own, from which a grid may lie there."""
_MOST = 2
_LIKE = 0.25
"""Logarithm of by how much squares may be larger or smaller."""


def beside(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Iterator[Grid]:
    """Yield the grids whose lines lie beside a grid's own, where other edges are.

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
            other = bent(start, segments, size)
            if _alike(other, start):
                yield other


def _alike(one: Grid, other: Grid) -> bool:
    """Return whether squares are nearly as large in one grid as in another, on all of the other's."""
    corners = np.array([[x, y] for x in (other.left, other.right) for y in (other.top, other.bottom)], float)
    here, there = (grid.plane.pitches_at(corners) for grid in (one, other))
    return bool((np.abs(np.log(here / there)) < _LIKE).all())


def _phases(table: np.ndarray, segments: np.ndarray, axis: int) -> list[float]:
    """Return how far beside lines ``x = number``, or y for axis 1, most other edges lie, -0.5..0.5; the most first."""
    along = table[:, 1] - table[:, 0]
    length = np.maximum(np.linalg.norm(along, axis=1), 1e-9)
    mine = (np.abs(along[:, axis]) < _ALONG * length) & np.isfinite(table).all(axis=(1, 2))
    shown = np.linalg.norm(segments[mine, 2:] - segments[mine, :2], axis=1)
    at = table[mine, :, axis].mean(axis=1) % 1
    counts = np.bincount((at * _BINS).astype(int) % _BINS, shown, _BINS)
    counted = np.roll(counts, -1) / 2 + counts + np.roll(counts, 1) / 2
    places = (np.arange(_BINS) + 0.5) / _BINS
    places -= places > 0.5
    own = counted[np.abs(places) < _APART].max()
    found: list[float] = []
    for k in np.argsort(-counted):
        away = np.abs((places[k] - np.array([0.0, *found]) + 0.5) % 1 - 0.5).min()
        if away >= _APART and counted[k] > _ENOUGH * own and len(found) < _MOST:
            found.append(float(places[k]))
    return found
