"""How well the lines of a grid run along the edges between squares, and how regular these are."""

import numpy as np

from vision.geometry.plane import Plane
from vision.hokkaido.cells import Box, cut_cells
from vision.hokkaido.grid_lines import clearness, outline, regularity

_SIDE, _COUNT = 60, 6


def city(divided=1.0):
    """Return the squares of a painted city and its places, each square of the grid a part of a painted one."""
    rng = np.random.default_rng(5)
    colours = rng.integers(30, 220, (_COUNT, _COUNT, 3)).astype(np.uint8)
    photo = colours.repeat(_SIDE, axis=0).repeat(_SIDE, axis=1)
    side, count = _SIDE / divided, int(_COUNT * divided)
    plane = Plane(np.diag([side, side, 1.0]), 0.0, np.array([180.0, 180.0]), 255.0)
    places = [(x, y) for x in range(count) for y in range(count)]
    return cut_cells(photo, plane, Box(0, 0, count, count)), places


def test_lines_between_whole_squares_are_regular():
    assert regularity(*city()) > 0.7


def test_every_other_line_through_the_middle_of_squares_is_irregular():
    assert regularity(*city(2)) < 0.4


def test_too_few_neighbours_tell_nothing():
    cells, _ = city()
    assert regularity(cells, [(0, 0), (1, 0), (3, 3)]) == 1.0


def test_edges_are_clearer_on_the_lines_of_the_right_grid_than_of_one_of_other_squares():
    assert clearness(*city()) > 0.8
    assert clearness(*city(1.2)) < 0.3


def test_a_pair_of_squares_tells_nothing_about_lines():
    cells, _ = city()
    assert clearness(cells, [(0, 0), (1, 0)]) == clearness(cells, [(2, 2), (2, 3)])


def test_the_outline_of_a_city_is_strong_where_it_runs_along_edges():
    block = [(x, y) for x in range(1, 4) for y in range(1, 4)]
    assert outline(city()[0], block) > 0.8
    assert outline(city(2)[0], [(2 * x + 1, 2 * y + 1) for x, y in block]) < 0.6


def test_a_city_that_fills_the_photo_has_no_outline():
    assert outline(*city()) == 1.0
