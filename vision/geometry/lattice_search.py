"""Searches for the hex lattices on which points lie: grows them from seeds and ranks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from games import hexgrid
from vision.geometry.growth import grow
from vision.geometry.seeds import Seeds, find_seeds

_FIRST_SEEDS, _MORE_SEEDS = 2, 12
"""Lattices that are grown together at first and from then on: on most photos one of the first contains nearly all
points, and twelve take only three times as long as one."""
_CLEAR_SHARE = 0.8
"""The search ends with a clear lattice of more than this share of the points; chosen by hand."""
_CLEAR_STRETCH = 1.62
"""A lattice less stretched than this has the right basis, but for perspective: any other of the same points is
stretched at least 3 / 1.62 = 1.85 to 1. A camera at 52 degrees sees the table 1.62 to 1. Near the camera a sheared
lattice may be stretched less, which `vision.board.lattice_basis` sets right."""
_MIN_CELLS = 9
"""Cells from which the seeds that lie on a lattice are taken for its own: its map is then more accurate than theirs."""
_TURNS = np.array([[hexgrid.turned(direction, turn) for direction in hexgrid.DIRECTIONS] for turn in (1, 2)])
"""(2, 6, 2) each direction, turned clockwise by 60 and by 120 degrees."""


@dataclass(frozen=True, eq=False)
class GrownLattice:
    """A lattice through some of the points.

    Attributes:
        cells: (m, 2) axial coordinates.
        points: (m,) index of the point in each cell.
        stretch: least stretch of a seed on the lattice, 1 or more.
    """

    cells: np.ndarray
    points: np.ndarray
    stretch: float

    @property
    def score(self) -> float:
        """Number of points, discounted by the stretch, since a sheared lattice contains the same points."""
        return float(len(self.points) / np.sqrt(self.stretch))

    @property
    def is_clear(self) -> bool:
        """Whether no other basis of it can score more, because it has many cells and little distortion."""
        return len(self.points) >= _MIN_CELLS and self.stretch < _CLEAR_STRETCH


def search_lattices(points: np.ndarray, only_best: bool) -> list[GrownLattice]:
    """Return lattices of three points or more, the best first, each of another subset of the points.

    Args:
        points: (n, 2) pixels.
        only_best: whether those after the first are of no use, so that the search may end early.
    """
    if len(points) < 3:
        return []
    found: dict[frozenset[int], GrownLattice] = {}
    for lattice in _grown(points, find_seeds(points), only_best):
        taken = frozenset(lattice.points.tolist())
        if len(taken) >= 3 and (taken not in found or lattice.score > found[taken].score):
            found[taken] = lattice
        if only_best and lattice.is_clear and len(taken) > _CLEAR_SHARE * len(points):
            break
    return sorted(found.values(), key=lambda lattice: -lattice.score)


def _grown(points: np.ndarray, seeds: Seeds, only_best: bool) -> Iterator[GrownLattice]:
    """Yield the lattices that grow from the seeds; seeds that an earlier lattice makes superfluous are left out."""
    left, batch = np.arange(len(seeds)), _FIRST_SEEDS
    while len(left):
        begun, left, batch = left[:batch], left[batch:], _MORE_SEEDS
        for seed, (cells, taken) in zip(begun, grow(points, seeds.chosen(begun)), strict=True):
            where = _cells_of_points(cells, taken, len(points))
            triangles = _are_triangles(seeds, where)
            lattice = GrownLattice(cells, taken, float(seeds.stretch[triangles].min(initial=seeds.stretch[seed])))
            yield lattice
            if len(taken) >= _MIN_CELLS:
                superfluous = triangles
                if only_best and lattice.is_clear:
                    # Its points in another basis score no more than in this one.
                    superfluous = np.isfinite(where[seeds.points]).all(axis=(1, 2))
                left = left[~superfluous[left]]


def _cells_of_points(cells: np.ndarray, points: np.ndarray, count: int) -> np.ndarray:
    """Return the (count, 2) cell of each point, NaN for those that lie in none."""
    where = np.full((count, 2), np.nan)
    where[points] = cells
    return where


def _are_triangles(seeds: Seeds, where: np.ndarray) -> np.ndarray:
    """Return (s,) bool, whether the three points of a seed lie in a lattice as the seed assumes, but for its rotation.

    Args:
        seeds: s seeds.
        where: (n, 2) cell of each point, NaN for those that lie in none.
    """
    cells = where[seeds.points]
    east, second = cells[:, 1] - cells[:, 0], cells[:, 2] - cells[:, 0]
    turned = np.where(seeds.bent[:, None, None], _TURNS[1], _TURNS[0])
    alike = (east[:, None] == np.array(hexgrid.DIRECTIONS)).all(axis=2) & (second[:, None] == turned).all(axis=2)
    triangles: np.ndarray = alike.any(axis=1)
    return triangles
