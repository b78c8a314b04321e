"""A fifth longhouse of a colour becomes less likely, and stays one where the pixels are clear."""

from dataclasses import replace

import numpy as np

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.supply_term import apply_supply_term, colour_is_clear
from vision.vocabulary import COLOURS

_WHITE, _BLACK = np.eye(11)[0], np.eye(11)[9]
_PURPLE = np.eye(11)[COLOURS.index("purple")]


def _houses(*sure):
    (piece,) = find_pieces({(0, 0): painted_inspection((0, 0), ("longhouse", "white", position((0, 0))))})
    return [replace(piece, kinds=np.array([0.8 * (1 - s), s, 0.2 * (1 - s)])) for s in sure]


def _kinds(pieces, colours):
    return [p.kind for p in apply_supply_term(pieces, colours)]


def test_the_least_certain_of_five_longhouses_becomes_a_viking():
    pieces = _houses(0.9, 0.55, 0.85, 0.9, 0.8)
    assert _kinds(pieces, [_WHITE] * 5) == ["longhouse", "viking", "longhouse", "longhouse", "longhouse"]


def test_a_clear_fifth_longhouse_stays():
    assert _kinds(_houses(*[0.94] * 5), [_WHITE] * 5) == ["longhouse"] * 5


def test_the_supply_is_counted_for_each_colour():
    assert _kinds(_houses(*[0.55] * 5), [_WHITE] * 3 + [_BLACK] * 2) == ["longhouse"] * 5


def test_a_colour_without_a_clear_piece_is_not_clear():
    white, black = _houses(0.9, 0.9)
    pieces = [replace(white, certainty=0.9), replace(white, certainty=0.6), replace(black, certainty=0.6)]
    assert colour_is_clear(pieces, [_WHITE, _WHITE, _BLACK]).tolist() == [True, True, False]


def test_without_pieces_the_result_is_empty():
    assert colour_is_clear([], []).shape == (0,)


def test_an_uncertain_stone_needs_no_clear_colour():
    stone = replace(_houses(0.1)[0], kinds=np.array([0.1, 0.1, 0.8]), certainty=0.6)
    assert colour_is_clear([stone], [_BLACK]).tolist() == [True]


def test_two_uncertain_pieces_of_a_colour_that_rock_never_has_support_each_other():
    (piece,) = _houses(0.9)
    doubtful = [replace(piece, certainty=0.6)] * 2
    assert colour_is_clear(doubtful, [_PURPLE] * 2).all()
    assert not colour_is_clear(doubtful, [_BLACK] * 2).any()
    assert not colour_is_clear(doubtful[:1], [_PURPLE]).any()
