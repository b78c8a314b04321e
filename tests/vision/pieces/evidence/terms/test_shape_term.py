"""Kinds are told apart by the shapes that each has on one table, whatever these are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.lattice import CORNERS, position
from vision.networks.closeup_channels import FEATURE_COUNT
from vision.pieces.detect import Piece
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, STATE_COUNT, VIKING
from vision.pieces.evidence.terms.shapes import ShapeModel, load_shape_model, said_shapes
from vision.vocabulary import COLOURS

_MODEL = ShapeModel(np.eye(2), np.array([-1.0, 0, 1, 0, 0, 6]), np.eye(6) / 16)
"""Kinds whose means lie anywhere, 4 around a prior; vikings usually at smaller numbers than longhouses."""


def _likeliest(shapes, kinds):
    return _MODEL.log_likelihoods(np.array(shapes, float), np.array(kinds, float)).argmax(axis=1).tolist()


def _table(viking_at, house_at, doubtful_at):
    """Return shapes and beliefs: six certain vikings, three certain longhouses, and a piece of either kind."""
    wobble = np.random.default_rng(0).normal(0, 0.7, (9, 2))
    shapes = np.concatenate([wobble + np.repeat([viking_at, house_at], [6, 3], axis=0), [doubtful_at]])
    return shapes, [[1, 0, 0]] * 6 + [[0, 1, 0]] * 3 + [[0.5, 0.5, 0]]


def test_a_doubtful_piece_is_of_the_kind_that_it_looks_like():
    assert _likeliest(*_table((-3, 0), (3, 0), (3, 1)))[-1] == 1
    assert _likeliest(*_table((-3, 0), (3, 0), (-3, 1)))[-1] == 0


def test_kinds_may_look_the_other_way_round_than_usual():
    assert _likeliest(*_table((3, 0), (-3, 0), (3, 1)))[-1] == 0
    assert _likeliest(*_table((3, 0), (-3, 0), (-3, 1)))[-1] == 1


def test_pieces_wrongly_believed_to_be_vikings_are_known_by_the_few_that_are_believed_longhouses():
    vikings, houses = [(-3, 0.1 * k) for k in range(12)], [(4, 0.1 * k) for k in range(4)]
    kinds = [[0.95, 0.05, 0]] * 12 + [[0.7, 0.3, 0]] * 3 + [[0.1, 0.9, 0]]
    assert _likeliest(vikings + houses, kinds) == [0] * 12 + [1] * 4


def test_a_piece_is_no_evidence_about_itself():
    shapes, kinds = _table((-3, 0), (3, 0), (3, 1))
    other = [*kinds[:-1], [0.99, 0.01, 0]]
    one, two = (_MODEL.log_likelihoods(shapes, np.array(k, float))[-1] for k in (kinds, other))
    np.testing.assert_allclose(one, two, atol=1e-9)


def _piece(cell, features):
    around = np.array(position(cell)) + 0.1 * CORNERS
    colour = np.full(len(COLOURS), -np.log(len(COLOURS)))
    odds = np.array([0.5, 0.5, 0.0])
    return Piece(odds, 1.0, around.mean(axis=0), around, around, colour, np.zeros(3), area=0.05, features=features)


def test_an_answer_about_one_piece_decides_the_kind_of_all_that_look_like_it():
    unlike = np.linalg.pinv(load_shape_model().projection[:FEATURE_COUNT])[0] * 6
    pieces = [_piece((n, 0), (n % 2) * unlike.astype(np.float32)) for n in range(8)]
    nothing = np.full((8, STATE_COUNT), 1 / STATE_COUNT)
    assert not said_shapes(Scene(pieces), nothing).any()
    said = {1: np.isin(np.arange(STATE_COUNT), range(LONGHOUSE.start, LONGHOUSE.stop))}
    odds = said_shapes(Scene(pieces, allowed=said), nothing)
    more = (odds[:, LONGHOUSE.start] - odds[:, VIKING.start])[[2, 3, 4, 5, 6, 7]]
    assert (more[1::2] > more[0::2] + 1).all()
    assert (more[1::2] > 1).all()


@given(st.floats(-8, 8), st.floats(-8, 8))
def test_a_single_piece_is_judged_by_the_prior(x, y):
    (logs,) = _MODEL.log_likelihoods(np.array([[x, y]]), np.array([[0.4, 0.6, 0.0]]))
    distances = [np.hypot(x + 1, y), np.hypot(x - 1, y), np.hypot(x, y - 6)]
    assert (np.argsort(-logs) == np.argsort(distances)).all() or len({round(d, 6) for d in distances}) < 3
