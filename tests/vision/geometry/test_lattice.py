"""Boards are found among tile centres: any turn and tilt, gaps, holes, loose tiles beside them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import hexgrid
from tests.vision.cameras import SIZE, camera_plane
from vision.geometry.lattice import CORNERS, find_lattice, nearest_cell, position


def _board(rng: np.random.Generator, count: int) -> list[tuple[int, int]]:
    """Grow a board with holes, each tile touching two others as the rules want."""
    cells = [(0, 0), (1, 0), (0, 1)]
    while len(cells) < count:
        around = {n for c in cells for n in hexgrid.neighbours(c)} - set(cells)
        fit = sorted(c for c in around if sum(n in cells for n in hexgrid.neighbours(c)) >= 2)
        cells.append(fit[int(rng.integers(len(fit)))])
    return cells


def _as_found(cells, photo, lattice):
    """Pair each true cell with the cell that was found where it lies."""
    found = {c: lattice.plane.to_photo(at) for c, at in lattice.centres.items()}
    return {
        true: near
        for true, at in zip(cells, photo, strict=True)
        for near in [min(found, key=lambda c: np.hypot(*(found[c] - at)))]
        if np.hypot(*(found[near] - at)) < 5
    }


def _turns(pairs):
    """Return every turn between true and found directions; one value means that the boards agree."""
    turns = set()
    for cell, found in pairs.items():
        for i, beside in enumerate(hexgrid.neighbours(cell)):
            if beside in pairs:
                step = pairs[beside][0] - found[0], pairs[beside][1] - found[1]
                turns.add((hexgrid.DIRECTIONS.index(step) - i) % 6 if step in hexgrid.DIRECTIONS else None)
    return turns


@given(st.integers(0, 10_000), st.integers(9, 66), st.floats(0, 42), st.floats(0, 360))
@settings(max_examples=12, deadline=None)
def test_boards_of_any_shape_turn_and_tilt_are_found_whole(seed, count, tilt, roll):
    rng = np.random.default_rng(seed)
    cells = _board(rng, count)
    middle = np.mean([position(c) for c in cells], axis=0)
    plane = camera_plane(tilt, roll, 0.0, pitch=60)
    photo = plane.to_photo(np.array([position(c) for c in cells]) - middle + rng.normal(0, 0.015, (count, 2)))
    lattice = find_lattice(photo, SIZE)
    pairs = _as_found(cells, photo, lattice)
    assert len(pairs) == len(lattice.centres) == count
    assert len(_turns(pairs)) == 1
    east = lattice.plane.to_photo(position((1, 0))) - lattice.plane.to_photo(position((0, 0)))
    assert abs(np.arctan2(east[1], east[0])) < np.radians(48)


@given(st.integers(0, 10_000), st.integers(40, 66), st.floats(42, 52), st.floats(0, 360))
@settings(max_examples=8, deadline=None)
def test_large_boards_at_a_slant_are_found_whole_among_loose_points(seed, count, tilt, roll):
    rng = np.random.default_rng(seed)
    cells = _board(rng, count)
    middle = np.mean([position(c) for c in cells], axis=0)
    plane = camera_plane(tilt, roll, 0.0, pitch=40)
    photo = plane.to_photo(np.array([position(c) for c in cells]) - middle + rng.normal(0, 0.01, (count, 2)))
    low, high = photo.min(axis=0), photo.max(axis=0)
    loose = np.concatenate([low - rng.uniform(60, 300, (8, 2)), high + rng.uniform(60, 300, (8, 2))])
    lattice = find_lattice(rng.permutation(np.concatenate([photo, loose])), SIZE)
    pairs = _as_found(cells, photo, lattice)
    assert len(pairs) == count
    assert len(lattice.centres) <= count + 2
    assert len(_turns(pairs)) == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_draft_row_and_loose_tiles_are_left_out(seed):
    rng = np.random.default_rng(seed)
    cells = _board(rng, 25)
    plane = camera_plane(20, 30, 0.0, pitch=60)
    board = plane.to_photo(np.array([position(c) for c in cells]))
    row = plane.to_photo(np.array([[8.3 + 0.1 * k, -3 + 1.31 * k] for k in range(4)]))
    lattice = find_lattice(np.concatenate([board, row]), SIZE)
    assert len(lattice.centres) == 25


def test_missing_centres_leave_holes_but_do_not_shift_the_rest():
    rng = np.random.default_rng(3)
    cells = _board(rng, 40)
    plane = camera_plane(15, 80, -0.08, pitch=60)
    photo = plane.to_photo(np.array([position(c) for c in cells]))
    kept = [k for k in range(40) if k % 9]
    lattice = find_lattice(photo[kept], SIZE)
    pairs = _as_found([cells[k] for k in kept], photo[kept], lattice)
    assert len(pairs) == len(kept)
    assert len(_turns(pairs)) == 1


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_tiles_are_no_board(count):
    assert find_lattice(np.array([[100.0, 100], [160, 100]])[:count], SIZE) is None


@pytest.mark.parametrize("tilt", [0, 30, 45])
def test_three_tiles_in_a_bent_row_are_a_board(tilt):
    cells = [(0, 0), (1, 0), (1, 1)]
    centres = camera_plane(tilt, 20, 0.0).to_photo(np.array([position(c) for c in cells]))
    found = find_lattice(centres, SIZE)
    assert found is not None
    first, second, third = sorted(
        found.centres,
        key=lambda c: (
            np.abs(
                found.plane.to_photo(position(c)) - centres,
            )
            .sum(axis=1)
            .argmin()
        ),
    )
    assert second in hexgrid.neighbours(first)
    assert second in hexgrid.neighbours(third)
    assert third not in hexgrid.neighbours(first)


def test_points_at_random_are_at_most_a_small_board():
    points = np.random.default_rng(5).uniform(0, 900, (12, 2))
    lattice = find_lattice(points, SIZE)
    assert lattice is None or len(lattice.centres) <= 5


@given(st.integers(-9, 9), st.integers(-9, 9), st.floats(0, 0.49), st.floats(0, 6.28))
def test_every_place_inside_a_tile_belongs_to_its_cell(q, r, away, angle):
    assert nearest_cell(position((q, r)) + away * np.array([np.cos(angle), np.sin(angle)])) == (q, r)


def test_outlines_run_clockwise_with_edge_zero_facing_right():
    middle = (CORNERS[0] + CORNERS[1]) / 2
    assert middle == pytest.approx([0.5, 0])
    cross = [np.linalg.det([CORNERS[i], CORNERS[(i + 1) % 6]]) for i in range(6)]
    assert min(cross) > 0


@given(seed=st.integers(0, 10**6), count=st.integers(3, 9), blurred=st.sampled_from([0.0, 1e-6, 0.5]))
def test_centres_that_were_found_several_times_are_no_board_or_one_that_can_be_mapped_back(seed, count, blurred):
    rng = np.random.default_rng([23, seed])
    points = np.repeat(rng.uniform(0, 640, (3, 2)), 3, axis=0)[:count] + rng.normal(0, 1, (count, 2)) * blurred
    lattice = find_lattice(points, (640, 480))
    if lattice is not None:
        corners = np.array([lattice.plane.to_photo(at) for at in lattice.centres.values()])
        assert np.isfinite(lattice.plane.to_table(corners)).all()


def test_a_chain_of_tiles_without_three_that_meet_is_a_board_beside_two_loose_ones():
    chain = [(365, 425), (405, 541), (529, 565), (617, 473), (745, 494), (828, 397), (949, 425)]
    cells = [(0, 0), (0, 1), (1, 1), (2, 0), (3, 0), (4, -1), (5, -1)]
    points = np.array([(157, 449), (237, 213), *chain], float)
    lattice = find_lattice(points, SIZE)
    assert lattice is not None
    pairs = _as_found(cells, points[2:], lattice)
    assert len(pairs) == len(cells) == len(lattice.centres)
    assert len(_turns(pairs)) == 1
