"""Candidates are compared with the board's art and with its certain pieces, by colour alone."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.imaging.chromaticity import linear
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.terms.background import background, log_colour_density

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


def _odds_of_a_piece(pieces, art=_ART):
    """Return the log odds that the term adds for any piece against nothing."""
    odds = background(Scene(pieces, art), np.empty((len(pieces), 24)))
    return (odds[:, 1] - odds[:, 0]).tolist()


def _density(pieces):
    """Return the log density of each candidate's colour among the others."""
    return log_colour_density(Scene(pieces, _ART))


def test_a_candidate_in_the_colour_of_rock_elsewhere_on_the_board_becomes_less_likely():
    assert _odds_of_a_piece(_pieces((0.8, _ROCK), (0.98, _RED), (0.98, _RED)))[0] < -1.5


def test_a_candidate_in_the_colour_of_certain_pieces_and_not_of_the_art_becomes_likelier():
    assert _odds_of_a_piece(_pieces((0.3, _RED), (0.98, _RED)))[0] > 2


def test_the_term_is_never_beyond_its_cap():
    odds = _odds_of_a_piece(_pieces((0.999, _ROCK), (0.999, _ROCK), (0.5, _GRASS), (0.98, _RED)))
    assert np.abs(odds).max() <= 3


def test_nothing_is_said_of_a_stone_in_the_colour_of_the_art():
    (stone,) = _pieces((0.7, _ROCK), kinds=_STONE)
    assert _odds_of_a_piece([stone]) == pytest.approx([0])


def test_nothing_is_said_of_a_stone_recognised_by_its_face():
    (known,) = [replace(p, rune=("home", "red")) for p in _pieces((0.6, _ROCK))]
    assert _odds_of_a_piece([known]) == [0]


def test_nothing_is_said_where_no_art_is_visible():
    assert _odds_of_a_piece(_pieces((0.3, _RED), (0.98, _RED)), np.empty((0, 3), np.uint8)) == [0, 0]


def test_pieces_on_one_cell_are_no_examples_for_each_other():
    first, second, third = _pieces((0.98, _RED), (0.98, _RED), (0.5, _RED))
    together = [first, replace(second, foot=first.foot + 0.1)]
    assert (_density(together) < -3).all()
    assert (_density([*together, third]) < -3).tolist() == [True, True, False]


def test_a_colour_of_its_own_speaks_against_a_candidate_the_more_pieces_of_other_colours_are_certain():
    blue = (170, 60, 30)
    few, many = (_pieces((0.6, blue), *[(0.99, _RED)] * count) for count in (1, 12))
    assert _density(few)[0] - _density(many)[0] > 1


def test_an_uncertain_candidate_is_hardly_an_example():
    sure, unsure = (_pieces((0.6, _RED), (certainty, _RED)) for certainty in (0.98, 0.5))
    assert _density(sure)[0] - _density(unsure)[0] > 1.5
