"""Grids of squares by themselves: bent by a lens, and compared by what is unlike the table."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.plane import Plane
from vision.squares.candidates import find_grids
from vision.squares.fit import off_axis_edges, with_noticeable_distortion
from vision.squares.grid import Grid
from vision.squares.novelty import Novelty
from vision.squares.search import search_grids

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


def _turned(edges: np.ndarray, degrees: float) -> np.ndarray:
    """Return edges turned around the middle of the photo."""
    turn, middle = np.radians(degrees), np.array(SIZE) / 2
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return ((edges.reshape(-1, 2) - middle) @ way + middle).reshape(-1, 4)


def test_edges_aside_of_a_grid_run_along_neither_of_its_axes() -> None:
    plane = _plane(0.0)
    edges, others = _edges(plane), _turned(_edges(plane), 6)
    left = off_axis_edges(Grid(plane, 1.0, 0, 0, 15, 8), np.concatenate([edges, others]))
    assert np.array_equal(left, others)


def test_of_cards_on_a_checked_cloth_the_grid_is_found_beside_that_of_the_cloth() -> None:
    cloth = _turned(_edges(_plane(0.0)), 7)
    cards = _edges(Plane(np.array([[80.0, 0, 400], [0, 80, 250], [0, 0, 1]]), 0.0, np.array(SIZE) / 2, 1.0))
    cards = cards[(cards[:, 2] < 650) & (cards[:, 3] < 500)]
    unlike = Novelty(np.full((72, 128), 6.0), 0.1)
    blank = np.zeros((*SIZE[::-1], 3), np.uint8)
    searched = search_grids(blank, None, unlike, novel_first=True, segments=np.concatenate([cloth, cards]))
    of_cloth, of_cards = ([grid.plane.pitch_at(np.zeros(2)) for grid in next(searched)[0]] for _ in range(2))
    assert of_cloth[0] == pytest.approx(SIDE, rel=0.01) and not np.isclose(of_cloth, 80, rtol=0.01).any()
    assert np.isclose(of_cards, 80, rtol=0.01).any()


def test_squares_cover_the_share_of_what_is_unlike_the_table_that_lies_in_them() -> None:
    values = np.ones((72, 128))
    values[12:24, 19:43] = 6.0
    unlike = Novelty(values, 0.1)
    block = [(x, y) for x in range(4) for y in range(2)]
    assert unlike.covered(_plane(0.0), block) == pytest.approx(1.0, abs=0.1)
    assert unlike.covered(_plane(0.0), block[:4]) == pytest.approx(0.5, abs=0.1)
    assert unlike.covered(_plane(0.0), [(8, 5), (9, 5)]) == 0.0
