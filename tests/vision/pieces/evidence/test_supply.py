"""A player has four longhouses, and most likely builds all of them before the first viking is placed."""

import numpy as np

from vision.pieces.evidence.supply import count_odds, log_prior

_SETTLING = np.ones(1)
_COLOURS = np.repeat(np.eye(11)[[0, 1]], [6, 2], axis=0)


def _odds(houses, settling=1.0):
    return count_odds(np.array([houses], float), _COLOURS, np.zeros(11), np.array([settling]))[0]


def test_a_fourth_longhouse_is_likely_and_a_fifth_is_not():
    assert _odds([1, 1, 1, 0, 0, 0, 0, 0])[3] > 1
    assert _odds([1, 1, 1, 1, 0, 0, 0, 0])[4] < -2


def test_each_colour_has_its_own_longhouses():
    assert _odds([1, 1, 1, 1, 0, 0, 1, 0])[7] > 0


def test_a_longhouse_is_judged_by_the_number_of_the_others():
    np.testing.assert_allclose(_odds([1, 1, 1, 1, 0, 0, 0, 0])[0], _odds([1, 1, 1, 0, 0, 0, 0, 0])[3])


def test_before_the_first_viking_any_number_up_to_four_is_as_likely():
    assert abs(_odds([1, 0, 0, 0, 0, 0, 0, 0], settling=0.0)[1]) < 1e-9


def test_colours_that_nobody_plays_count_for_nothing():
    pieces = np.eye(11)[0] * 5
    four, none = (log_prior(np.eye(11)[[0]] * n, pieces, _SETTLING)[0] for n in (4, 0))
    np.testing.assert_allclose([four, none], np.log([0.8, 0.01]))
