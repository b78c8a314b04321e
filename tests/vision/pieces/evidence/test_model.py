"""All pieces of a table are weighed together: by the networks, by each other, by the rules, and by what was said."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.judged_scenes import judged_as_seen
from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.imaging.chromaticity import linear
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.model import TERMS, Weight, infer, load_weights, weigh
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, STATE_COUNT, kind_probabilities
from vision.vocabulary import COLOURS

_RED, _BLUE = COLOURS.index("red"), COLOURS.index("blue")
_GRASS = (60, 140, 90)
_SHADES = {_RED: np.array([0.03, 0.03, 0.4]), _BLUE: np.array([0.4, 0.08, 0.03])}


def _piece(kinds, cell, colour=_RED, certainty=0.99):
    """Return a candidate without a measured shape."""
    (piece,) = find_pieces({cell: painted_inspection(cell, ("viking", "red", position(cell)), sure=0.99)})
    shown = np.log(np.where(np.arange(len(COLOURS)) == colour, 0.9, 0.01))
    empty = np.empty(0)
    return replace(
        piece, kinds=np.array(kinds, float), certainty=certainty, colour=shown, shade=_SHADES[colour], features=empty,
        counts=np.empty((0, 3)), look=empty,
    )  # fmt: skip


def _kinds(pieces, **known):
    return [p.kind for p, _ in weigh(judged_as_seen(Scene(pieces, **known)))]


def _clear_houses(count):
    return [_piece((0.001, 0.998, 0.001), (2 * k, 0)) for k in range(count)]


def test_five_longhouses_of_a_colour_stay_where_the_pixels_are_clear():
    assert _kinds(_clear_houses(5)) == ["longhouse"] * 5


def test_an_unclear_fifth_longhouse_becomes_a_viking():
    unclear = _piece((0.45, 0.54, 0.01), (0, 1))
    assert _kinds([*_clear_houses(2), unclear])[-1] == "longhouse"
    assert _kinds([*_clear_houses(4), unclear])[-1] == "viking"


def test_the_likeliest_longhouse_of_a_colour_without_one_becomes_it():
    vikings = [_piece((0.999, 0.001, 0.0), (2 * k, 0)) for k in range(5)]
    assert _kinds([*vikings, _piece((0.6, 0.39, 0.01), (0, 4))])[-1] == "longhouse"


def test_what_a_person_said_is_certain_whatever_the_pixels_say():
    allowed = np.arange(STATE_COUNT) == LONGHOUSE.start + _BLUE
    ((piece, colour), *_) = weigh(Scene([_piece((0.999, 0.001, 0.0), (0, 0))], allowed={0: allowed}))
    assert piece.kind == "longhouse" and piece.certainty > 0.999
    assert colour.argmax() == _BLUE and colour.max() > 0.999


def test_a_candidate_that_is_probably_nothing_stays_one():
    doubtful = replace(_piece((0.8, 0.1, 0.1), (0, 4), certainty=0.05), shade=linear(np.array(_GRASS)))
    scene = Scene([*_clear_houses(2), doubtful], np.array([_GRASS] * 100, np.uint8))
    assert weigh(judged_as_seen(scene))[-1][0].certainty < 0.1


def test_a_recognised_rune_stone_keeps_the_certainty_of_its_recognition():
    stone = replace(_piece((0.2, 0.2, 0.6), (0, 4), certainty=0.6), rune=("water", None))
    assert weigh(Scene([*_clear_houses(2), stone]))[-1][0] is stone


def test_contributions_sum_to_the_belief_and_keep_their_caps():
    pieces = [*_clear_houses(2), _piece((0.5, 0.3, 0.2), (0, 4), _BLUE)]
    posterior = infer(Scene(pieces))
    total = np.sum(list(posterior.contributions.values()), axis=0)
    exponentials = np.exp(total - total.max(axis=1, keepdims=True))
    np.testing.assert_allclose(posterior.belief, exponentials / exponentials.sum(axis=1, keepdims=True), atol=1e-9)
    for name, odds in posterior.contributions.items():
        assert np.abs(odds).max() <= load_weights()[name].cap


def test_no_candidates_are_no_error():
    assert weigh(Scene([])) == []
    assert infer(Scene([])).belief.shape == (0, STATE_COUNT)


@pytest.mark.parametrize("name", list(TERMS))
def test_a_term_says_something_finite_of_every_state_of_every_candidate(name):
    pieces = [*_clear_houses(2), _piece((0.5, 0.3, 0.2), (0, 4), _BLUE, certainty=0.4)]
    odds = TERMS[name].compute(Scene(pieces), np.full((3, STATE_COUNT), 1 / STATE_COUNT))
    assert odds.shape == (3, STATE_COUNT) and np.isfinite(odds).all()


def test_with_the_networks_alone_their_probabilities_come_back():
    weights = {name: Weight(1.0, 20.0) for name in ("candidate_kinds", "candidate_colours")}
    scene = judged_as_seen(Scene([_piece((0.7, 0.2, 0.1), (0, 0), certainty=0.8)]))
    np.testing.assert_allclose(kind_probabilities(infer(scene, weights).belief)[0], [0.2, 0.56, 0.16, 0.08], atol=0.02)
