"""Vikings and longhouses are distinguished by their two sizes on one table, whichever of them is larger."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.size_term import apply_size_term


def _pieces(*wanted):
    """Return pieces of ``(probability of longhouse, area in square pitches)``."""
    (piece,) = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.99)})
    return [replace(piece, kinds=np.array([1 - p, p, 0.0]), area=area) for p, area in wanted]


def _kinds(pieces):
    return [p.kind for p in apply_size_term(pieces)]


@pytest.mark.parametrize("log_ratio", [1.0, -1.0], ids=["houses are larger", "houses are smaller"])
def test_an_uncertain_piece_has_the_kind_of_those_of_its_size(log_ratio):
    small, large = 0.05, 0.05 * np.exp(log_ratio)
    clear = [(0.05, small)] * 6 + [(0.95, large)] * 4
    assert _kinds(_pieces(*clear, (0.6, small), (0.4, large)))[-2:] == ["viking", "longhouse"]


def test_a_certain_piece_keeps_its_kind_even_where_its_size_is_unusual():
    pieces = _pieces(*[(0.05, 0.05)] * 6, *[(0.95, 0.12)] * 4, (0.001, 0.12), (0.999, 0.05))
    assert _kinds(pieces)[-2:] == ["viking", "longhouse"]


def test_sizes_that_hardly_differ_change_no_kind():
    pieces = _pieces(*[(0.1, 0.05)] * 6, *[(0.9, 0.055)] * 4, (0.6, 0.05))
    assert _kinds(pieces)[-1] == "longhouse"


def test_too_few_pieces_change_no_kind():
    assert _kinds(_pieces((0.1, 0.05), (0.9, 0.12), (0.6, 0.05))) == ["viking", "longhouse", "longhouse"]


def test_stones_and_pieces_of_unknown_size_stay_unchanged():
    pieces = _pieces(*[(0.05, 0.05)] * 6, *[(0.95, 0.12)] * 4, (0.6, 0.0))
    stone = replace(pieces[0], kinds=np.array([0.2, 0.1, 0.7]))
    weighed = apply_size_term([*pieces, stone])
    assert weighed[-1] is stone
    assert weighed[-2] is pieces[-1]
