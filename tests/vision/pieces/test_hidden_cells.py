"""What a cup or a hand hides: cells beside a hidden one on less evidence, tiles that were found on more."""

from hypothesis import given
from hypothesis import strategies as st

from games.hexgrid import neighbours
from vision.pieces.inspect_cells import hidden_cells

CELLS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
COVERED = st.dictionaries(CELLS, st.floats(0, 1), max_size=20)


def test_a_doubtful_space_counts_as_hidden_only_beside_a_hidden_cell():
    assert hidden_cells({(0, 0): 0.5}, ()) == set()
    assert hidden_cells({(0, 0): 0.5, (1, 0): 0.99}, ()) == {(0, 0), (1, 0)}
    assert hidden_cells({(0, 0): 0.5, (3, 0): 0.99}, ()) == {(3, 0)}


def test_a_tile_that_was_found_counts_as_hidden_on_more_evidence_than_a_space():
    assert hidden_cells({(0, 0): 0.8}, ()) == {(0, 0)}
    assert hidden_cells({(0, 0): 0.8, (1, 0): 0.99}, {(0, 0)}) == {(1, 0)}
    assert hidden_cells({(0, 0): 0.95}, {(0, 0)}) == {(0, 0)}


@given(COVERED, st.sets(CELLS, max_size=10), CELLS)
def test_more_evidence_for_one_cell_never_uncovers_another(covered, tiles, cell):
    before = hidden_cells(covered, tiles)
    assert before <= hidden_cells({**covered, cell: 1.0}, tiles)
    assert before <= covered.keys()
    alone = {c for c in before - tiles if covered[c] < 0.5}
    assert all(before.intersection(neighbours(c)) for c in alone)
