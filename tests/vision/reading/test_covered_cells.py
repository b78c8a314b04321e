"""What a cup or a hand hides: cells beside a hidden one on less evidence, tiles only where no ground is in sight."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.hexgrid import neighbours
from tests.vision.painted import lattice_of, maps_of, painted_inspection, view_of
from vision.board.locate import Survey
from vision.geometry.lattice import position
from vision.networks import channels
from vision.networks.models import SceneMaps
from vision.reading.covered_cells import cells_beyond, covered_cells, hidden_cells

CELLS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
COVERED = st.dictionaries(CELLS, st.floats(0, 1), max_size=20)
_BOARD = {(0, 0): ("P",) * 6, (1, 0): ("P",) * 6}


def covered_of(closely: float, ground: dict, sure: float = 0.99) -> dict:
    """Return the probabilities of a board's cells that the close-ups call covered, with ground on some of them."""
    view = view_of(_BOARD)
    found = Survey(lattice_of(_BOARD), view, maps_of(ground, view, sure=sure), frozenset(_BOARD))
    return covered_cells(
        found, {cell: replace(painted_inspection(cell), covered=closely) for cell in (*_BOARD, (2, 0))}
    )


@pytest.mark.parametrize("closely", [0.3, 0.9, 0.999])
def test_a_tile_whose_ground_is_in_sight_is_not_hidden_whatever_it_looks_like_close_up(closely):
    assert not hidden_cells(covered_of(closely, _BOARD), _BOARD) & _BOARD.keys()


def test_a_tile_without_ground_in_sight_is_hidden_where_the_close_up_shows_a_cover():
    covered = covered_of(0.9, {(0, 0): _BOARD[0, 0]})
    assert hidden_cells(covered, _BOARD) & _BOARD.keys() == {(1, 0)}


def test_a_tile_of_which_hardly_any_ground_was_recognised_is_in_sight_where_the_close_up_shows_no_cover():
    covered = covered_of(0.05, {})
    assert not hidden_cells(covered, _BOARD)
    assert covered[0, 0] == 0.05


def test_of_a_cell_without_a_tile_only_the_close_up_tells():
    assert covered_of(0.6, _BOARD)[2, 0] == 0.6


def test_a_doubtful_space_counts_as_hidden_only_beside_a_hidden_cell():
    assert hidden_cells({(0, 0): 0.5}, ()) == set()
    assert hidden_cells({(0, 0): 0.3, (1, 0): 0.99}, ()) == {(0, 0), (1, 0)}
    assert hidden_cells({(0, 0): 0.1, (1, 0): 0.99}, ()) == {(1, 0)}
    assert hidden_cells({(0, 0): 0.5, (3, 0): 0.99}, ()) == {(3, 0)}


def test_a_tile_that_was_found_counts_as_hidden_where_that_is_likelier_than_not():
    assert hidden_cells({(0, 0): 0.8}, ()) == {(0, 0)}
    assert hidden_cells({(0, 0): 0.45, (1, 0): 0.99}, {(0, 0)}) == {(1, 0)}
    assert hidden_cells({(0, 0): 0.55}, {(0, 0)}) == {(0, 0)}


def test_cells_beside_a_hidden_one_are_of_interest_where_a_tile_may_lie_that_was_not_inspected():
    tiles = {(0, 0), (1, 0)}
    assert cells_beyond({(0, 1): 0.1}, tiles) == []
    beyond = cells_beyond({(0, 1): 0.99}, tiles)
    assert (-1, 1) in beyond and (1, 1) in beyond
    assert (0, 1) not in beyond and (1, -1) not in beyond
    assert (1, 1) not in cells_beyond({(0, 1): 0.99, (1, 1): 0.1}, tiles)


@given(COVERED, st.sets(CELLS, max_size=10), CELLS)
def test_more_evidence_for_one_cell_never_uncovers_another(covered, tiles, cell):
    before = hidden_cells(covered, tiles)
    assert before <= hidden_cells({**covered, cell: 1.0}, tiles)
    assert before <= covered.keys()
    alone = {c for c in before - tiles if covered[c] < 0.5}
    assert all(before.intersection(neighbours(c)) for c in alone)


def test_a_tile_that_the_photo_cuts_off_is_in_sight_where_its_part_in_the_photo_shows_ground():
    view = view_of(_BOARD)
    border = round(float(view.to_view(position((0, 0)))[0]))
    inside = view.inside.copy()
    inside[:, :border] = False
    logits = maps_of(_BOARD, view, sure=0.99).logits.copy()
    logits[:, :, : border // channels.STRIDE] = maps_of({}, view, sure=0.99).logits[:, :, : border // channels.STRIDE]
    cut = Survey(lattice_of(_BOARD), replace(view, inside=inside), SceneMaps(logits), frozenset(_BOARD))
    covered = covered_cells(cut, {cell: replace(painted_inspection(cell), covered=0.6) for cell in _BOARD})
    assert not hidden_cells(covered, _BOARD)
