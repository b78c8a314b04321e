"""How regular the edges between the squares of a grid are."""

import numpy as np
import pytest

from vision.geometry.plane import Plane
from vision.hokkaido.cells import cut_cells
from vision.hokkaido.grid_choice import regularity

_SIDE, _COUNT = 60, 6


def city(divided=1):
    """Return the squares of a painted city and its places, each square of the grid a part of a painted one."""
    rng = np.random.default_rng(5)
    colours = rng.integers(30, 220, (_COUNT, _COUNT, 3)).astype(np.uint8)
    photo = colours.repeat(_SIDE, axis=0).repeat(_SIDE, axis=1)
    side, count = _SIDE / divided, _COUNT * divided
    plane = Plane(np.diag([side, side, 1.0]), 0.0, np.array([180.0, 180.0]), 255.0)
    places = [(x, y) for x in range(count) for y in range(count)]
    return cut_cells(photo, plane, (0, 0, count, count)), places


def test_lines_between_whole_squares_are_regular():
    for period in (2, 3):
        assert regularity(*city(), period) > 0.7


@pytest.mark.parametrize("divided", [2, 3])
def test_of_lines_through_the_middle_of_squares_the_irregularity_shows_at_their_own_period(divided):
    assert regularity(*city(divided), divided) < 0.1


def test_too_few_neighbours_tell_nothing():
    cells, _ = city()
    assert regularity(cells, [(0, 0), (1, 0), (3, 3)], 2) == 1.0
