"""Candidates are compared with the board's art and with the other candidates, by colour and by look."""

from dataclasses import replace

import numpy as np

from tests.vision.painted import painted_inspection
from vision.imaging.chromaticity import linear
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.densities import log_art_shares, log_colour_density, log_look_density
from vision.pieces.evidence.scene import Scene
from vision.pieces.looks import LOOK_COUNT

_GRASS, _ROCK, _RED, _BLUE = (60, 140, 90), (50, 60, 70), (40, 30, 190), (170, 60, 30)
_ART = np.array([_GRASS] * 900 + [_ROCK] * 100, np.uint8)


def _pieces(*wanted):
    """Return vikings, each ``(certainty, BGR)``, on cells of their own."""
    (piece,) = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.999)})
    kinds = np.array([0.9, 0.1, 0.0])
    return [
        replace(piece, certainty=sure, shade=linear(np.array(bgr)), foot=np.array([3.0 * k, 0.0]), kinds=kinds)
        for k, (sure, bgr) in enumerate(wanted)
    ]


def _looking(*heights, certainty=0.98):
    """Return vikings whose looks deviate by these numbers of standard deviations; None for one without a look."""
    looks = [np.empty(0) if h is None else np.r_[float(h), np.zeros(LOOK_COUNT - 1)] for h in heights]
    return [replace(p, look=look) for p, look in zip(_pieces(*[(certainty, _RED)] * len(looks)), looks, strict=True)]


def _colours(pieces):
    return log_colour_density(Scene(pieces, _ART))


def test_art_has_most_of_what_is_in_the_colour_of_its_largest_ground():
    grass, rock, red = log_art_shares(linear(np.array([_GRASS, _ROCK, _RED])), _ART)
    assert grass > rock > red + 2


def test_pieces_on_one_cell_are_no_examples_for_each_other():
    first, second, third = _pieces((0.98, _RED), (0.98, _RED), (0.5, _RED))
    together = [first, replace(second, foot=first.foot + 0.1)]
    assert (_colours(together) < -3).all()
    assert (_colours([*together, third]) < -3).tolist() == [True, True, False]


def test_a_colour_of_its_own_is_the_rarer_the_more_pieces_of_other_colours_are_certain():
    few, many = (_pieces((0.6, _BLUE), *[(0.99, _RED)] * count) for count in (1, 12))
    assert _colours(few)[0] - _colours(many)[0] > 1


def test_an_uncertain_candidate_is_hardly_an_example():
    sure, unsure = (_pieces((0.6, _RED), (certainty, _RED)) for certainty in (0.98, 0.5))
    assert _colours(sure)[0] - _colours(unsure)[0] > 1.5


def test_a_look_like_that_of_the_other_pieces_is_denser_than_another():
    alike, unlike = (log_look_density(Scene(_looking(height, *[0] * 6)))[0] for height in (0.5, 9))
    assert alike > unlike + 1.5


def test_looks_differ_little_in_density_where_hardly_another_piece_is_certain():
    alike, unlike = (log_look_density(Scene(_looking(height, 0, certainty=0.5)))[0] for height in (0, 9))
    assert 0 <= alike - unlike < 1


def test_what_has_no_look_has_no_density_of_it():
    assert log_look_density(Scene(_looking(None, 0, 0)))[0] == 0
