"""The candidate network judges all candidates of a table together, and takes what a person said of some of them."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.grading.truth import SHIPPED
from tests.vision.painted import painted_inspection
from vision.board.locate import survey
from vision.geometry.lattice import position
from vision.imaging.photo import decode_photo
from vision.networks.models import load_networks
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.candidate_network import INPUT_COUNT, OUTPUT_COUNT, candidate_inputs, judge_candidates
from vision.pieces.evidence.examples import PieceExamples
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, LONGHOUSE, STATE_COUNT, VIKING
from vision.reading.observation import TaughtData, observe
from vision.vocabulary import COLOURS, PIECES

_CELLS = tuple((q, r) for q in range(4) for r in range(3))
_OPEN_COUNTS = np.array([[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])
"""Counts on a cell with a viking or a longhouse."""
_GREY, _WHITE = COLOURS.index("grey"), COLOURS.index("white")
_ART = np.array([(60, 140, 90), (150, 100, 60), (110, 110, 110)] * 20, np.uint8)


@pytest.fixture(scope="module")
def network():
    return load_networks().candidate


def _pieces(colours=("red", "blue")):
    inspections = {
        cell: painted_inspection(cell, ("viking", colours[k % len(colours)], position(cell)), sure=0.97)
        for k, cell in enumerate(_CELLS)
    }
    return find_pieces(inspections, art=_ART)


def _pale_pieces():
    """Return pieces that may as well be white as grey."""
    log_probabilities = np.full(len(COLOURS), -6.0)
    log_probabilities[[_WHITE, _GREY]] = np.log(0.49)
    return [replace(piece, colour=log_probabilities, shade=np.full(3, 0.35)) for piece in _pieces()]


def test_each_candidate_gets_probabilities_of_its_kinds_and_colours(network):
    judged = np.exp(judge_candidates(Scene(_pieces(), _ART), network).judged)
    assert judged.shape == (len(_CELLS), OUTPUT_COUNT)
    for part in (judged[:, :KIND_COUNT], judged[:, KIND_COUNT:]):
        np.testing.assert_allclose(part.sum(axis=1), 1, atol=0.02)


def test_the_order_of_the_candidates_and_padding_make_no_difference(network):
    pieces = _pieces()
    judged = judge_candidates(Scene(pieces, _ART), network).judged
    order = np.random.default_rng(3).permutation(len(pieces))
    mixed = judge_candidates(Scene([pieces[k] for k in order], _ART), network).judged
    np.testing.assert_allclose(mixed, judged[order], atol=1e-3)
    inputs = candidate_inputs(Scene(pieces, _ART))[None]
    (alone,) = network.infer(inputs, multiple=1, axis=1)
    (padded,) = network.infer(inputs, multiple=32, axis=1)
    np.testing.assert_allclose(padded, alone, atol=1e-3)


def test_the_colour_that_a_person_names_tells_of_pieces_that_look_like_it(network):
    pieces = _pale_pieces()
    odds = {}
    for named in (_WHITE, _GREY):
        said = Scene(pieces, _ART, colours=[named, *[None] * (len(pieces) - 1)])
        judged = judge_candidates(said, network).judged[1:, KIND_COUNT:]
        odds[named] = (judged[:, _WHITE] - judged[:, _GREY]).mean()
    assert odds[_WHITE] > odds[_GREY] + 0.5


@pytest.mark.parametrize("name", ["table01", "table12"])
def test_the_kind_that_a_person_names_tells_of_pieces_that_look_like_it(network, name):
    photo = decode_photo((SHIPPED / f"{name}.jpg").read_bytes())
    seen = observe(survey(photo.normalised, load_networks()), photo.normalised, load_networks(), TaughtData())
    houses = np.array([piece.kinds.argmax() == PIECES.index("longhouse") for piece in seen.pieces])
    open_kinds = [replace(piece, kinds=np.array([0.5, 0.5, 0.0]), counts=_OPEN_COUNTS) for piece in seen.pieces]
    named = int(np.flatnonzero(houses)[0])
    odds = {}
    for kind in (VIKING, LONGHOUSE):
        allowed = {named: np.isin(np.arange(STATE_COUNT), np.arange(STATE_COUNT)[kind])}
        judged = judge_candidates(Scene(open_kinds, seen.art, seen.table, allowed=allowed), network).judged
        odds[kind.start] = judged[:, 2] - judged[:, 1]
    moved = np.delete(odds[LONGHOUSE.start] - odds[VIKING.start], named)
    alike = np.delete(houses, named)
    assert moved[alike].mean() > moved[~alike].mean() + 0.5


def _examples(pieces, colour, names=None):
    """Return pieces of another photo as examples: vikings of one colour."""
    inputs, count = candidate_inputs(Scene(pieces, _ART)), len(pieces)
    names = np.arange(len(COLOURS)) if names is None else names
    return PieceExamples(inputs, np.full(count, 1), np.full(count, colour), names)


def test_the_colour_of_pieces_in_another_photo_of_the_copy_tells_of_pieces_that_look_like_them(network):
    pieces = _pale_pieces()
    odds = {}
    for named in (_WHITE, _GREY):
        judged = judge_candidates(Scene(pieces, _ART, examples=_examples(pieces, named)), network).judged
        assert judged.shape == (len(pieces), OUTPUT_COUNT)
        odds[named] = (judged[:, KIND_COUNT + _WHITE] - judged[:, KIND_COUNT + _GREY]).mean()
    assert odds[_WHITE] > odds[_GREY] + 0.5


def test_a_colour_that_a_person_calls_otherwise_has_that_name_in_other_photos_of_the_copy(network):
    names = np.arange(len(COLOURS))
    names[_WHITE] = _GREY
    pieces = _pale_pieces()
    examples = _examples(pieces, _WHITE, names)
    colours = np.exp(judge_candidates(Scene(pieces, _ART, examples=examples), network).judged[:, KIND_COUNT:])
    assert (colours[:, _GREY] > 0.5).all()
    assert (colours[:, _WHITE] < 0.01).all()


def test_what_no_network_detected_is_judged_too(network):
    empty = np.empty(0)
    unseen = replace(_pieces()[0], features=empty, look=empty, counts=np.empty((0, 3)))
    inputs = candidate_inputs(Scene([unseen], table=np.zeros(3)))
    assert inputs.shape == (1, INPUT_COUNT) and np.isfinite(inputs).all()
    assert np.isfinite(judge_candidates(Scene([unseen]), network).judged).all()


def test_without_candidates_the_scene_is_as_it_was(network):
    nothing = Scene([])
    assert judge_candidates(nothing, network) is nothing
