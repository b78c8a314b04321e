"""Of a player's longhouses one at most stands on a Home stone: what is likely of one makes the others unlikely."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.facts import RuneFact
from vision.pieces.pair_network import CONTENTS
from vision.stones.homes import home_evidence, home_probabilities

_EVIDENCE = st.lists(st.floats(-6, 9), min_size=1, max_size=4)


def _of_red(evidence, said=None):
    houses = {(n, 0): "red" for n in range(len(evidence))}
    found = home_probabilities(houses, {(n, 0): one for n, one in enumerate(evidence)}, said or {})
    return [found[n, 0] for n in range(len(evidence))]


@given(_EVIDENCE)
def test_a_player_has_one_home_at_most_and_the_likeliest_has_the_most_evidence(evidence):
    found = _of_red(evidence)
    assert min(found) > 0
    assert sum(found) < 1
    assert found[int(np.argmax(evidence))] == max(found)


@given(_EVIDENCE, st.floats(0.1, 5))
def test_evidence_for_one_longhouse_counts_against_the_players_others(evidence, more):
    before, after = _of_red(evidence), _of_red([evidence[0] + more, *evidence[1:]])
    assert after[0] > before[0]
    assert all(now <= then for now, then in zip(after[1:], before[1:], strict=True))


@given(_EVIDENCE)
def test_an_answer_is_certain_and_settles_the_players_other_longhouses(evidence):
    assert _of_red(evidence, {(0, 0): RuneFact("home")}) == [1.0, *[0.0] * (len(evidence) - 1)]
    without = _of_red(evidence, {(0, 0): None})
    assert without[0] == 0
    assert all(now >= then for now, then in zip(without[1:], _of_red(evidence)[1:], strict=True))


def test_another_players_longhouses_do_not_matter():
    houses = {(0, 0): "red", (1, 0): "blue"}
    alone = home_probabilities({(0, 0): "red"}, {(0, 0): 1.0}, {})
    assert home_probabilities(houses, {(0, 0): 1.0, (1, 0): 9.0}, {})[0, 0] == pytest.approx(alone[0, 0])


def test_a_pair_of_a_longhouse_and_a_stone_is_evidence_and_one_piece_alone_is_evidence_against():
    pair, alone = np.zeros(len(CONTENTS)), np.zeros(len(CONTENTS))
    pair[CONTENTS.index((0, 1, 1))] = 1.0
    assert home_evidence(pair) > 5
    assert home_evidence(alone) < -2
