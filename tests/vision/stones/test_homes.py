"""Homes under longhouses: of a player's one at most, and those of one player tell about those of the others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detections import PieceReading
from vision.facts import RuneFact
from vision.networks.closeup_channels import COUNTS, LOGIT_COUNT
from vision.stones.homes import home_log_ratio, home_probabilities

_LOG_RATIOS = st.lists(st.floats(-6, 9), min_size=1, max_size=4)


def _house(n, colour):
    return PieceReading("longhouse", colour, (n, 0), (0.0, 0.0), np.zeros((3, 2)), 0.9)


def _of_red(log_ratios, said=None):
    houses = [_house(n, "red") for n in range(len(log_ratios))]
    found = home_probabilities(houses, {(n, 0): one for n, one in enumerate(log_ratios)}, said or {})
    return [found[n, 0] for n in range(len(log_ratios))]


@given(_LOG_RATIOS)
def test_a_player_has_one_home_at_most_and_the_likeliest_has_the_most_evidence(log_ratios):
    found = _of_red(log_ratios)
    assert min(found) > 0
    assert sum(found) < 1
    assert found[int(np.argmax(log_ratios))] == max(found)


@given(_LOG_RATIOS, st.floats(0.1, 5))
def test_evidence_for_one_longhouse_counts_against_the_players_others(log_ratios, more):
    before, after = _of_red(log_ratios), _of_red([log_ratios[0] + more, *log_ratios[1:]])
    assert after[0] > before[0]
    assert all(now <= then for now, then in zip(after[1:], before[1:], strict=True))


@given(_LOG_RATIOS)
def test_an_answer_is_certain_and_settles_the_players_other_longhouses(log_ratios):
    assert _of_red(log_ratios, {(0, 0): RuneFact("home")}) == [1.0, *[0.0] * (len(log_ratios) - 1)]
    without = _of_red(log_ratios, {(0, 0): None})
    assert without[0] == 0
    assert all(now >= then for now, then in zip(without[1:], _of_red(log_ratios)[1:], strict=True))


def _of_red_beside_blue(red, blue, said=None):
    houses = [*(_house(n, "red") for n in range(len(red))), _house(9, "blue")]
    return home_probabilities(houses, {**{(n, 0): one for n, one in enumerate(red)}, (9, 0): blue}, said or {})


@given(_LOG_RATIOS, st.floats(-6, 6), st.floats(0.1, 3))
def test_a_home_of_another_player_makes_ones_own_likelier(red, blue, more):
    before, after = _of_red_beside_blue(red, blue), _of_red_beside_blue(red, blue + more)
    assert all(after[n, 0] > before[n, 0] for n in range(len(red)))


@given(_LOG_RATIOS)
def test_an_answer_about_another_players_home_does_as_much_as_the_clearest_view_of_it(red):
    told = _of_red_beside_blue(red, -6.0, {(9, 0): RuneFact("home")})
    seen = _of_red_beside_blue(red, 30.0)
    assert told == pytest.approx(seen)


def test_nobody_has_a_home_where_none_is_seen_under_any_longhouse():
    houses = [_house(n, colour) for n, colour in enumerate(["red"] * 4 + ["blue"] * 4)]
    assert max(home_probabilities(houses, {house.cell: -1.5 for house in houses}, {}).values()) < 0.1


def _logits(none, one):
    """Return the close-up network's logits with these for no stone and for one."""
    logits = np.zeros(LOGIT_COUNT)
    logits[COUNTS][6:8] = none, one
    return logits


def test_a_stone_in_a_close_up_is_evidence_and_none_is_evidence_against():
    assert home_log_ratio(_logits(-5.0, 5.0)) > 5
    assert home_log_ratio(_logits(8.0, -5.0)) < -2


@given(st.floats(-9, 9), st.floats(0.1, 5))
def test_a_likelier_stone_makes_a_home_likelier(one, more):
    assert home_log_ratio(_logits(0.0, one + more)) > home_log_ratio(_logits(0.0, one))
