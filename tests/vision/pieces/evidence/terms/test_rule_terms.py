"""Rules make states that they forbid less likely, and never decide against clear pixels."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.networks.activations import softmax
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.model import TERMS, load_weights
from vision.pieces.evidence.scene import MAX_RULE_CAP, Scene
from vision.pieces.evidence.states import LONGHOUSE, NOTHING, STATE_COUNT, VIKING

_RULES = [name for name, term in TERMS.items() if term.rule]
_RED = 3


def _scene(count, cells=None):
    """Return a scene of this number of candidates, side by side in a row unless cells are given."""
    places = [(k, 0) for k in range(count)] if cells is None else cells
    return Scene([find_pieces({at: painted_inspection(at, ("viking", "red", position(at)))})[0] for at in places])


def _odds(rule, *states, cells=None):
    """Return what a rule says of the last of some candidates in these certain states."""
    belief = np.eye(STATE_COUNT)[list(states)]
    return TERMS[rule].compute(_scene(len(states), cells), belief)[-1]


def _viking(colour=_RED):
    return VIKING.start + colour


def _house(colour=_RED):
    return LONGHOUSE.start + colour


def test_a_fifth_longhouse_is_less_likely_and_a_fourth_is_not():
    assert _odds("longhouse_count", *[_house()] * 5)[_house()] < -0.4
    assert abs(_odds("longhouse_count", *[_house()] * 4)[_house()]) < 1e-9


def test_the_supply_of_longhouses_is_counted_for_each_colour():
    assert abs(_odds("longhouse_count", *[_house()] * 4, _house(0))[_house(0)]) < 1e-9


def test_once_vikings_are_placed_a_player_has_most_likely_built_all_longhouses():
    assert _odds("longhouse_count", _viking(), *[_house()] * 3, _house())[_house()] > 0.5


def test_three_longhouses_do_not_make_the_second_piece_on_a_tile_the_fourth():
    odds = _odds(
        "longhouse_count", _viking(), *[_house()] * 3, _house(), cells=[(0, 0), (1, 0), (2, 0), (3, 0), (3, 0)]
    )
    assert odds[_house()] <= 0


def test_four_longhouses_make_no_viking_likelier_than_nothing():
    odds = _odds("longhouse_count", _viking(), *[_house()] * 4, _viking())
    assert odds[_viking()] == odds[NOTHING] == 0
    assert odds[_house()] < -0.4


def test_a_viking_whose_group_has_no_longhouse_is_less_likely():
    apart, together = [(0, 0), (3, 0)], [(0, 0), (1, 0)]
    rule = "viking_without_longhouse"
    assert _odds(rule, _house(), _viking(), cells=apart)[_viking()] == pytest.approx(-1)
    assert _odds(rule, _house(), _viking(), cells=apart)[_house()] == 0
    assert _odds(rule, _house(), _viking(), cells=together)[_viking()] > -1e-6
    assert _odds(rule, _house(0), _viking(), cells=together)[_viking()] == pytest.approx(-1)


def test_a_longhouse_is_of_the_group_at_the_other_end_of_a_row_of_vikings_of_its_colour_only():
    row = [_house(), *[_viking()] * 6, _viking()]
    assert _odds("viking_without_longhouse", *row)[_viking()] > -1e-6
    assert _odds("viking_without_longhouse", *row[:3], _viking(0), *row[4:])[_viking()] == pytest.approx(-1)
    assert _odds("viking_without_longhouse", _viking(), *row[1:])[_viking()] == pytest.approx(-1)


def test_a_group_ends_where_no_plains_join_two_tiles():
    scene = replace(_scene(3), plains={((2, 0), (1, 0)): 0.1, ((1, 0), (2, 0)): 0.1})
    odds = TERMS["viking_without_longhouse"].compute(scene, np.eye(STATE_COUNT)[[_house(), _viking(), _viking()]])
    assert odds[1, _viking()] > -1e-6
    assert -1 < odds[2, _viking()] < -0.6


def test_a_piece_is_less_likely_in_a_colour_that_no_other_piece_has():
    odds = _odds("colour_without_others", _viking(0), _viking(0), _viking())
    assert odds[_viking()] == odds[_house()] == -1
    assert odds[_viking(0)] > -1e-6


def test_a_group_beside_a_hidden_cell_may_have_a_longhouse_there():
    scene = replace(_scene(3, [(0, 0), (3, 0), (4, 0)]), unseen=((5, 0),))
    odds = TERMS["viking_without_longhouse"].compute(scene, np.eye(STATE_COUNT)[[_house(), _viking(), _viking()]])
    np.testing.assert_allclose(odds[1:, _viking()], 0, atol=1e-6)


@lru_cache(maxsize=12)
def _row(count):
    return _scene(count)


@pytest.mark.parametrize("rule", _RULES)
@given(logits=arrays(float, st.tuples(st.integers(1, 12), st.just(STATE_COUNT)), elements=st.floats(-9, 9)))
def test_what_a_rule_says_stays_within_one(rule, logits):
    assert np.abs(TERMS[rule].compute(_row(len(logits)), softmax(logits))).max() <= 1 + 1e-9


@pytest.mark.parametrize("rule", _RULES)
def test_a_rule_adds_less_than_clear_pixels_do(rule):
    weight = load_weights().get(rule)
    assert weight is None or weight.cap <= MAX_RULE_CAP <= 2.5
