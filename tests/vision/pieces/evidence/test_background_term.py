"""Candidates are compared with the board's art and with its certain pieces, by colour alone."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.painted import painted_inspection
from vision.imaging.chromaticity import linear
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.background_term import apply_background_term, background_features

_GRASS, _ROCK, _RED = (60, 140, 90), (50, 60, 70), (40, 30, 190)
_ART = np.array([_GRASS] * 900 + [_ROCK] * 100, np.uint8)
_VIKING, _STONE = np.array([0.9, 0.1, 0.0]), np.array([0.0, 0.0, 1.0])


def _pieces(*wanted, kinds=_VIKING):
    """Return vikings, each ``(certainty, BGR)``, on cells of their own."""
    (piece,) = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.999)})
    return [
        replace(piece, certainty=sure, shade=linear(np.array(bgr)), foot=np.array([3.0 * k, 0.0]), kinds=kinds)
        for k, (sure, bgr) in enumerate(wanted)
    ]


def test_a_candidate_in_the_colour_of_rock_elsewhere_on_the_board_becomes_unlikely():
    rock, *_ = apply_background_term(_pieces((0.8, _ROCK), (0.98, _RED), (0.98, _RED)), _ART)
    assert rock.certainty < 0.5


def test_a_candidate_in_the_colour_of_certain_pieces_and_not_of_the_art_becomes_likely():
    pale, *_ = apply_background_term(_pieces((0.3, _RED), (0.98, _RED)), _ART)
    assert pale.certainty > 0.8


def test_a_certain_piece_in_the_colour_of_the_art_stays_one():
    pieces = apply_background_term(_pieces((0.999, _ROCK), (0.999, _ROCK)), _ART)
    assert all(piece.certainty > 0.95 for piece in pieces)


def test_a_stone_in_the_colour_of_the_art_keeps_its_probability():
    (stone,) = _pieces((0.7, _ROCK), kinds=_STONE)
    assert apply_background_term([stone], _ART)[0].certainty == pytest.approx(0.7)


def test_a_stone_recognised_by_its_face_stays_unchanged():
    (known,) = [replace(p, rune=("home", "red")) for p in _pieces((0.6, _ROCK))]
    assert apply_background_term([known], _ART)[0] is known


def test_pieces_stay_unchanged_where_no_art_is_visible():
    pieces = _pieces((0.3, _RED), (0.98, _RED))
    assert apply_background_term(pieces, np.empty((0, 3), np.uint8)) == pieces
    assert apply_background_term([], _ART) == []


def test_pieces_on_one_cell_are_no_examples_for_each_other():
    first, second, third = _pieces((0.98, _RED), (0.98, _RED), (0.5, _RED))
    together = [first, replace(second, foot=first.foot + 0.1)]
    assert (background_features(together, _ART)[:, 2] < -3).all()
    assert (background_features([*together, third], _ART)[:, 2] < -3).tolist() == [True, True, False]


@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98))
def test_the_likelier_of_two_pieces_of_one_colour_stays_the_likelier(one, other):
    first, second, _ = apply_background_term(_pieces((one, _RED), (other, _RED), (0.99, _RED)), _ART)
    assert (first.certainty < second.certainty) == (one < other) or abs(one - other) < 1e-6 or max(one, other) >= 0.9
