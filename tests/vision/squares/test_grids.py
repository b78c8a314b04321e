"""Grids of squares by themselves: bent by a lens, and compared by what is unlike the table."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.plane import Plane
from vision.squares.grid import Grid, find_grids, with_noticeable_distortion
from vision.squares.novelty import Novelty

SIZE = (1280, 720)
SIDE = 60.0


def _plane(radial: float) -> Plane:
    view = np.array([[SIDE, 0, 190.0], [0, SIDE, 120.0], [0, 0, 1.0]])
    return Plane(view, radial, np.array(SIZE) / 2, float(np.hypot(*SIZE)) / 2)


def _edges(plane: Plane) -> np.ndarray:
    """Return the (n, 4) edges of 15 by 8 squares as the plane's lens shows them."""
    x, y = (v.ravel() for v in np.meshgrid(np.arange(15.0), np.arange(8.0)))
    corner, right, down = (plane.to_photo(np.stack(at, axis=1)) for at in ((x, y), (x + 1, y), (x, y + 1)))
    return np.concatenate([np.hstack([corner, right]), np.hstack([corner, down])])


def test_a_grid_bends_with_the_lens_that_its_edges_show() -> None:
    straight, bent = _plane(0.0), _plane(-0.15)
    grid = Grid(straight, 1.0, 0, 0, 15, 8)
    found = with_noticeable_distortion(grid, _edges(bent), SIZE)
    middles = np.array([[0.5, 0.5], [14.5, 0.5], [7.5, 4.5], [14.5, 7.5]])
    away = np.abs(found.plane.to_table(bent.to_photo(middles)) % 1 - 0.5)
    assert found.plane.radial < 0 and away.max() < 0.1


def test_a_grid_of_straight_edges_stays_as_it_is() -> None:
    plane = _plane(0.0)
    grid = Grid(plane, float(2 * 120 * SIDE), 0, 0, 15, 8)
    assert with_noticeable_distortion(grid, _edges(plane), SIZE) is grid


@pytest.mark.parametrize("side", [24.0, 60.0])
def test_the_best_grid_has_squares_of_the_edges_size(side: float) -> None:
    edges = np.random.default_rng(0).permutation(_edges(_plane(0.0))) * side / SIDE
    best, *_ = find_grids(edges, SIZE)
    assert best.plane.pitch_at(np.array([7.5, 4.5])) == pytest.approx(side, rel=0.01)


def test_squares_cover_the_share_of_what_is_unlike_the_table_that_lies_in_them() -> None:
    values = np.ones((72, 128))
    values[12:24, 19:43] = 6.0
    unlike = Novelty(values, 0.1)
    block = [(x, y) for x in range(4) for y in range(2)]
    assert unlike.covered(_plane(0.0), block) == pytest.approx(1.0, abs=0.1)
    assert unlike.covered(_plane(0.0), block[:4]) == pytest.approx(0.5, abs=0.1)
    assert unlike.covered(_plane(0.0), [(8, 5), (9, 5)]) == 0.0
