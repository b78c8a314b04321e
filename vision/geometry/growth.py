"""Grows hex lattices from seeds through points, many lattices at once as arrays.

A lattice begins at a point with two of its neighbours, which give an affine map of the table to the photo. Ring by ring
each cell beside the lattice takes the point nearest to where the map expects it, and the map is fitted again: to few
cells as an affine map, to more as a homography (the direct linear transform, Hartley 1997).
"""

from __future__ import annotations

import numpy as np

from games import hexgrid
from vision.geometry.map_fits import affine_maps, first_of_groups, homographies
from vision.geometry.plane import HALF_STEPS, pitches_of_steps
from vision.geometry.seeds import BASIS, Seeds

_MAX_OFFSET = 0.22
"""Pitches between a point and the cell that it is matched with, as predicted from its neighbours; chosen by
hand."""
_MIN_AFFINE, _MIN_PROJECTIVE = 4, 9
"""Cells from which the map of a lattice is fitted again, and from which it is a homography. Chosen by hand: an affine
map needs three, a homography four, and more make up for what each centre is off."""
_MIN_SPREAD = 0.5
"""Pitches, the smallest singular value of the cells' positions below which they lie on a line: no map is fitted.
Chosen by hand."""
_MAX_RADIUS = 40
"""Steps from the seed beyond which nothing grows: a game has 60 tiles."""


def grow(points: np.ndarray, seeds: Seeds) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return for each seed the (m, 2) cells of its lattice, and the (m,) index of the point in each.

    Args:
        points: (n, 2) pixels.
        seeds: one or more.
    """
    growth = _Growth(points, seeds)
    while len(growth.active):
        growth.add_ring()
    return [growth.cells_of(k) for k in range(len(seeds))]


class _Growth:
    """Lattices that grow, each in a square grid of its own with the seed in the middle."""

    def __init__(self, points: np.ndarray, seeds: Seeds) -> None:
        self._points = points
        self._radius = min(len(points), _MAX_RADIUS)
        side, count = 2 * self._radius + 1, len(seeds)
        self._grid = np.full((count, side, side), -1, np.intp)
        self._grid[:, self._radius, self._radius] = seeds.points[:, 0]
        self._free = np.ones((count, len(points)), bool)
        self._free[np.arange(count), seeds.points[:, 0]] = False
        self._maps = np.tile(np.eye(3), (count, 1, 1))
        self._maps[:, :2, :2] = seeds.linear_maps()
        self._maps[:, :2, 2] = points[seeds.points[:, 0]]
        self._rings = 0
        self.active = np.arange(count)

    def cells_of(self, lattice: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the (m, 2) cells of a lattice and the (m,) indices of their points."""
        places = np.argwhere(self._grid[lattice] >= 0)
        return places - self._radius, self._grid[lattice][tuple(places.T)]

    def add_ring(self) -> None:
        """Add a ring to the active lattices; those that find no further point are active no more."""
        middle, low = self._middle(self._rings + 2)
        number, across, down = np.nonzero(_beside(middle >= 0))
        lattice, across, down = self.active[number], across + low, down + low
        expected, pitch = self._expected(lattice, np.stack([across, down], axis=1) - self._radius)
        away = np.hypot(*(self._points[:, axis] - expected[:, axis, None] for axis in (0, 1)))
        away[~self._free[lattice]] = np.inf
        nearest = away.argmin(axis=1)
        near = away[np.arange(len(away)), nearest] < _MAX_OFFSET * pitch
        # A point belongs to the first cell that takes it.
        _, first = np.unique((lattice * len(self._points) + nearest)[near], return_index=True)
        taken = np.flatnonzero(near)[first]
        self._grid[lattice[taken], across[taken], down[taken]] = nearest[taken]
        self._free[lattice[taken], nearest[taken]] = False
        self.active = np.unique(lattice[taken])
        self._rings += 1
        self._refit()

    def _middle(self, reach: int) -> tuple[np.ndarray, int]:
        """Return the grids of the active lattices up to some steps from the seed, and the index of their first row."""
        low = max(self._radius - reach, 0)
        return self._grid[self.active, low : 2 * self._radius + 1 - low, low : 2 * self._radius + 1 - low], low

    def _expected(self, lattice: np.ndarray, cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the (m, 2) pixels at which the (m, 2) cells of (m,) lattices are expected, and the (m,) pitches."""
        places = np.ones((len(cells), 3, 3))
        places[:, :, :2] = (cells @ BASIS)[:, None] + HALF_STEPS
        projected = places @ self._maps[lattice].transpose(0, 2, 1)
        depth = projected[:, :, 2:]
        shown = projected[:, :, :2] / np.where(depth > 0, depth, np.nan)
        # What lies behind the camera has neither a place nor a pitch.
        return np.nan_to_num(shown[:, 0], nan=-1e9), np.nan_to_num(pitches_of_steps(shown))

    def _refit(self) -> None:
        """Fit the maps of the active lattices again, as far as their cells determine them."""
        middle, low = self._middle(self._rings)
        number, across, down = np.nonzero(middle >= 0)
        counts = np.bincount(number, minlength=len(self.active))
        table = (np.stack([across, down], axis=1) + (low - self._radius)) @ BASIS
        photo = self._points[middle[number, across, down]]
        wide = (counts >= _MIN_AFFINE) & (_spreads(table, number, counts) >= _MIN_SPREAD)
        for fit, which in (
            (affine_maps, wide & (counts < _MIN_PROJECTIVE)),
            (homographies, wide & (counts >= _MIN_PROJECTIVE)),
        ):
            if which.any():
                chosen = which[number]
                self._maps[self.active[which]] = fit(table[chosen], photo[chosen], counts[which])


def _beside(taken: np.ndarray) -> np.ndarray:
    """Return (s, w, w) bool, the cells beside those that are taken; the outermost of a grid are never."""
    near = np.zeros_like(taken)
    inner = near[:, 1:-1, 1:-1]
    last = taken.shape[1] - 1
    for across, down in hexgrid.DIRECTIONS:
        inner |= taken[:, 1 + across : last + across, 1 + down : last + down]
    near &= ~taken
    return near


def _spreads(table: np.ndarray, number: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the (s,) smallest singular values of the centred positions of s lattices."""
    starts = first_of_groups(counts)
    centred = table - (np.add.reduceat(table, starts) / counts[:, None])[number]
    x, y = centred.T
    xx, yy, xy = np.add.reduceat(np.stack([x * x, y * y, x * y], axis=1), starts).T
    squares = (xx + yy) / 2 - np.hypot((xx - yy) / 2, xy)
    return np.asarray(np.sqrt(np.maximum(squares, 0)))
