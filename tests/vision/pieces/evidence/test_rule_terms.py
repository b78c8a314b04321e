"""Rules make states that they forbid less likely, and never decide against clear pixels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.networks.activations import softmax
from vision.pieces.evidence.model import MAX_RULE_CAP, TERMS, load_weights
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, STATE_COUNT, VIKING

_RULES = [name for name, term in TERMS.items() if term.rule]
_RED = 3


def _odds(rule, *states):
    """Return what a rule says of the last of some candidates in these certain states."""
    belief = np.eye(STATE_COUNT)[list(states)]
    return TERMS[rule].compute(Scene(()), belief)[-1]


def _viking(colour=_RED):
    return VIKING.start + colour


def _house(colour=_RED):
    return LONGHOUSE.start + colour


def test_a_fifth_longhouse_is_less_likely_and_a_fourth_is_not():
    assert _odds("longhouse_supply", *[_house()] * 5)[_house()] == -1
    assert _odds("longhouse_supply", *[_house()] * 4)[_house()] == 0


def test_the_supply_of_longhouses_is_counted_for_each_colour():
    assert _odds("longhouse_supply", *[_house()] * 4, _house(0))[_house(0)] == 0


def test_a_viking_whose_colour_has_no_longhouse_may_be_one():
    alone = _odds("colour_without_longhouse", *[_viking()] * 4)
    assert alone[_house()] > 0 > alone[_viking()]


def test_a_viking_whose_colour_has_a_longhouse_stays_one():
    beside = _odds("colour_without_longhouse", _house(), *[_viking()] * 4)
    assert abs(beside[_house()]) < 1e-6 and abs(beside[_viking()]) < 1e-6


def test_a_piece_is_less_likely_in_a_colour_that_no_other_piece_has():
    odds = _odds("colour_without_others", _viking(0), _viking(0), _viking())
    assert odds[_viking()] == odds[_house()] == -1
    assert odds[_viking(0)] > -1e-6


@pytest.mark.parametrize("rule", _RULES)
@given(logits=arrays(float, st.tuples(st.integers(1, 12), st.just(STATE_COUNT)), elements=st.floats(-9, 9)))
def test_what_a_rule_says_stays_within_one(rule, logits):
    assert np.abs(TERMS[rule].compute(Scene(()), softmax(logits))).max() <= 1 + 1e-9


@pytest.mark.parametrize("rule", _RULES)
def test_a_rule_adds_less_than_clear_pixels_do(rule):
    weight = load_weights().get(rule)
    assert weight is None or weight.cap <= MAX_RULE_CAP <= 2.5
