from math import dist, isclose

from hypothesis import given
from hypothesis import strategies as st

from games.hexgrid import (
    DIRECTIONS,
    centre,
    corners,
    disc,
    distance,
    empty_neighbours,
    neighbour,
    neighbours,
    opposite,
    turned,
)

cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
sides = st.integers(0, 5)


@given(cells, sides)
def test_going_back_the_opposite_way_returns(cell, side):
    assert neighbour(neighbour(cell, side), opposite(side)) == cell


@given(cells, sides)
def test_an_edge_lies_between_its_corners_and_towards_its_neighbour(cell, side):
    ring = corners(cell)
    middle = tuple((a + b) / 2 for a, b in zip(ring[side], ring[(side + 1) % 6], strict=True))
    halfway = tuple((a + b) / 2 for a, b in zip(centre(cell), centre(neighbour(cell, side)), strict=True))
    assert dist(middle, halfway) < 1e-9


def test_corners_run_clockwise_on_a_screen_whose_y_points_down():
    (x0, y0), (x1, y1), *_ = corners((0, 0))
    assert x0 > 0 and y0 < 0 < y1 and isclose(x0, x1)


@given(cells, cells, sides)
def test_turning_keeps_distances_and_turns_directions(one, other, turns):
    assert distance(turned(one, turns), turned(other, turns)) == distance(one, other)
    assert turned(DIRECTIONS[0], turns) == DIRECTIONS[turns]


@given(cells, sides)
def test_turning_about_a_cell_leaves_it_where_it_is(cell, turns):
    assert turned(cell, turns, about=cell) == cell
    assert turned(neighbour(cell, 2), turns, about=cell) == neighbour(cell, 2 + turns)


@given(cells)
def test_a_disc_is_all_cells_within_its_radius(cell):
    found = set(disc(cell, 2))
    assert len(found) == 19
    assert set(neighbours(cell)) <= found
    assert all(distance(cell, other) <= 2 for other in found)


def test_of_an_empty_cell_is_told_where_its_tiles_lie():
    around = empty_neighbours([(0, 0), (1, 0)])
    assert sorted(around[0, 1]) == [4, 5]
    assert len(around) == 8
