"""Of a player's longhouses one at most stands on a Home stone: what is likely of one makes the others unlikely."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detections import PieceReading
from vision.facts import RuneFact
from vision.networks.closeup_channels import COUNTS, LOGIT_COUNT
from vision.stones.homes import home_log_odds, home_probabilities

_LOG_ODDS = st.lists(st.floats(-6, 9), min_size=1, max_size=4)


def _house(n, colour):
    return PieceReading("longhouse", colour, (n, 0), (0.0, 0.0), np.zeros((3, 2)), 0.9)


def _of_red(log_odds, said=None):
    houses = [_house(n, "red") for n in range(len(log_odds))]
    found = home_probabilities(houses, {(n, 0): one for n, one in enumerate(log_odds)}, said or {})
    return [found[n, 0] for n in range(len(log_odds))]


@given(_LOG_ODDS)
def test_a_player_has_one_home_at_most_and_the_likeliest_has_the_most_evidence(log_odds):
    found = _of_red(log_odds)
    assert min(found) > 0
    assert sum(found) < 1
    assert found[int(np.argmax(log_odds))] == max(found)


@given(_LOG_ODDS, st.floats(0.1, 5))
def test_evidence_for_one_longhouse_counts_against_the_players_others(log_odds, more):
    before, after = _of_red(log_odds), _of_red([log_odds[0] + more, *log_odds[1:]])
    assert after[0] > before[0]
    assert all(now <= then for now, then in zip(after[1:], before[1:], strict=True))


@given(_LOG_ODDS)
def test_an_answer_is_certain_and_settles_the_players_other_longhouses(log_odds):
    assert _of_red(log_odds, {(0, 0): RuneFact("home")}) == [1.0, *[0.0] * (len(log_odds) - 1)]
    without = _of_red(log_odds, {(0, 0): None})
    assert without[0] == 0
    assert all(now >= then for now, then in zip(without[1:], _of_red(log_odds)[1:], strict=True))


def test_another_players_longhouses_do_not_matter():
    alone = home_probabilities([_house(0, "red")], {(0, 0): 1.0}, {})
    assert home_probabilities([_house(0, "red"), _house(1, "blue")], {(0, 0): 1.0, (1, 0): 9.0}, {})[
        0, 0
    ] == pytest.approx(alone[0, 0])


def _logits(none, one):
    """Return the close-up network's logits with these for no stone and for one."""
    logits = np.zeros(LOGIT_COUNT)
    logits[COUNTS][6:8] = none, one
    return logits


def test_a_stone_in_a_close_up_is_evidence_and_none_is_evidence_against():
    assert home_log_odds(_logits(-5.0, 5.0)) > 5
    assert home_log_odds(_logits(8.0, -5.0)) < -2


@given(st.floats(-9, 9), st.floats(0.1, 5))
def test_a_likelier_stone_makes_a_home_likelier(one, more):
    assert home_log_odds(_logits(0.0, one + more)) > home_log_odds(_logits(0.0, one))
