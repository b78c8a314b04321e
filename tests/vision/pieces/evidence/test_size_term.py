"""Vikings and longhouses are told apart by what is large and small on this very table, whichever is which."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import look_of
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.size_term import weigh_sizes


def _pieces(*wanted):
    """Return pieces of ``(probability of longhouse, area in square pitches)``."""
    (piece,) = find_pieces({(0, 0): look_of((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.99)})
    return [replace(piece, kinds=np.array([1 - p, p, 0.0]), area=area) for p, area in wanted]


def _kinds(pieces):
    return [p.kind for p in weigh_sizes(pieces)]


@pytest.mark.parametrize("turn", [1.0, -1.0], ids=["houses are larger", "houses are smaller"])
def test_a_doubtful_piece_goes_with_those_of_its_size(turn):
    small, large = 0.05, 0.05 * np.exp(turn)
    clear = [(0.05, small)] * 6 + [(0.95, large)] * 4
    assert _kinds(_pieces(*clear, (0.6, small), (0.4, large)))[-2:] == ["viking", "longhouse"]


def test_what_is_clear_stays_even_where_its_size_is_odd():
    pieces = _pieces(*[(0.05, 0.05)] * 6, *[(0.95, 0.12)] * 4, (0.001, 0.12), (0.999, 0.05))
    assert _kinds(pieces)[-2:] == ["viking", "longhouse"]


def test_sizes_that_hardly_differ_say_nothing():
    pieces = _pieces(*[(0.1, 0.05)] * 6, *[(0.9, 0.055)] * 4, (0.6, 0.05))
    assert _kinds(pieces)[-1] == "longhouse"


def test_a_few_pieces_say_nothing_of_sizes():
    assert _kinds(_pieces((0.1, 0.05), (0.9, 0.12), (0.6, 0.05))) == ["viking", "longhouse", "longhouse"]


def test_stones_and_pieces_of_unknown_size_are_left_as_they_are():
    pieces = _pieces(*[(0.05, 0.05)] * 6, *[(0.95, 0.12)] * 4, (0.6, 0.0))
    stone = replace(pieces[0], kinds=np.array([0.2, 0.1, 0.7]))
    weighed = weigh_sizes([*pieces, stone])
    assert weighed[-1] is stone
    assert weighed[-2] is pieces[-1]
