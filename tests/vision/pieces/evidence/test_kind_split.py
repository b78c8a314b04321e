"""Vikings and longhouses of a table are told apart together, by their shapes, the rules and what a person says."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from vision.geometry.lattice import CORNERS, position
from vision.networks.closeup_channels import FEATURE_COUNT
from vision.pieces.detect import Piece
from vision.pieces.evidence.kind_model import load_kind_model
from vision.pieces.evidence.model import infer
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, STATE_COUNT, VIKING
from vision.pieces.looks import LOOK_COUNT
from vision.vocabulary import COLOURS

_RED, _BLUE = COLOURS.index("red"), COLOURS.index("blue")
_SHADES = {_RED: np.array([0.03, 0.03, 0.4]), _BLUE: np.array([0.4, 0.08, 0.03])}
_ONE_SHAPE, _OTHER_SHAPE = -4.0, 4.0
"""Places of two shapes along one coordinate of the model, in standard deviations within a kind."""


@lru_cache(maxsize=1)
def _usual_along_and_towards():
    """Return a usual look, what moves it along the coordinate that says least about the kind, and towards houses."""
    model = load_kind_model()
    solve = np.linalg.pinv(model.projection[:LOOK_COUNT])
    naming = model.naming[:-1]
    usual = model.workshops[1].mean[: len(naming)] @ solve
    return usual, solve[np.abs(naming).argmin()], naming / np.linalg.norm(naming) @ solve


def _piece(cell, colour, shape, house=0.1, noise=0.0):
    """Return a candidate that the networks call a longhouse with this probability, and else a viking."""
    around = np.array(position(cell)) + 0.1 * CORNERS
    shown = np.log(np.where(np.arange(len(COLOURS)) == colour, 0.99, 0.001))
    counts = np.array([[house, 1 - house, 0], [1 - house, house, 0], [0.999, 0.001, 0]])
    usual, along, _ = _usual_along_and_towards()
    return Piece(
        np.array([1 - house, house, 1e-4]), 0.99, around.mean(axis=0), around, around, shown, _SHADES[colour],
        area=0.05, counts=counts, features=np.zeros(FEATURE_COUNT, np.float32),
        look=usual + (shape + noise) * along,
    )  # fmt: skip


def _more_like_a_house(piece, by):
    """Return the piece moved by this many standard deviations to where longhouses are in most workshops."""
    return replace(piece, look=piece.look + by * _usual_along_and_towards()[2])


def _game(house_shape, viking_shape, seen_as_house=(0.1, 0.1)):
    """Return two players' pieces in rows, each with four longhouses and six vikings, and which are longhouses."""
    rng = np.random.default_rng(3)
    houses = np.tile([k % 5 < 2 for k in range(10)], 2)
    shapes = np.where(houses, house_shape, viking_shape)
    pieces = [
        _piece(
            (k % 10, 5 * (k // 10)), (_RED, _BLUE)[k // 10], shape, seen_as_house[int(not house)], rng.normal(0, 0.5)
        )
        for k, (house, shape) in enumerate(zip(houses, shapes, strict=True))
    ]
    return pieces, houses


def _read_houses(scene):
    belief = infer(scene).belief
    return belief[:, LONGHOUSE].sum(axis=1) > belief[:, VIKING].sum(axis=1)


@pytest.mark.parametrize(("house", "viking"), [(_ONE_SHAPE, _OTHER_SHAPE), (_OTHER_SHAPE, _ONE_SHAPE)])
def test_of_two_shapes_that_the_networks_all_call_vikings_the_rarer_are_the_longhouses(house, viking):
    pieces, houses = _game(house, viking)
    assert (_read_houses(Scene(pieces)) == houses).all()


def test_two_shapes_are_not_exchanged_where_the_networks_know_them():
    pieces, houses = _game(_OTHER_SHAPE, _ONE_SHAPE, seen_as_house=(0.99, 0.01))
    assert (_read_houses(Scene(pieces)) == houses).all()


def test_two_shapes_of_which_the_networks_say_nothing_are_named_as_in_most_workshops():
    pieces, houses = _game(_ONE_SHAPE, _OTHER_SHAPE, seen_as_house=(0.5, 0.5))
    moved = [_more_like_a_house(p, 3.0 * house) for p, house in zip(pieces, houses, strict=True)]
    assert (_read_houses(Scene(moved)) == houses).all()
    few = [moved[k] for k in np.flatnonzero(houses)[:3]] + [moved[k] for k in np.flatnonzero(~houses)[:3]]
    assert _read_houses(Scene(few)).tolist() == [True] * 3 + [False] * 3


def test_a_table_with_nothing_but_longhouses_keeps_them():
    pieces = [_piece((3 * k, 0), (_RED, _BLUE)[k % 2], _OTHER_SHAPE, house=0.97, noise=0.1 * k) for k in range(6)]
    assert _read_houses(Scene(pieces)).all()


def test_what_a_person_says_of_one_piece_names_its_whole_shape():
    rng = np.random.default_rng(4)
    pieces = [
        _piece((k, 0), _RED, (_ONE_SHAPE, _OTHER_SHAPE)[k % 2], house=0.4, noise=rng.normal(0, 0.5)) for k in range(8)
    ]
    states = np.arange(STATE_COUNT)
    for said, expected in ((LONGHOUSE, [False, True] * 4), (VIKING, [True, False] * 4)):
        allowed = {1: (states >= said.start) & (states < said.stop)}
        assert _read_houses(Scene(pieces, allowed=allowed)).tolist() == expected


def test_the_probabilities_of_presence_and_colours_stay_as_they_are():
    pieces, _ = _game(_ONE_SHAPE, _OTHER_SHAPE)
    posterior = infer(Scene(pieces))
    without = np.exp(sum(odds for name, odds in posterior.contributions.items() if name != "kind_split"))
    without /= without.sum(axis=1, keepdims=True)
    for belief in (posterior.belief, without):
        np.testing.assert_allclose(
            (belief[:, VIKING] + belief[:, LONGHOUSE]).argmax(axis=1), [_RED] * 10 + [_BLUE] * 10
        )
    np.testing.assert_allclose(posterior.belief[:, 0], without[:, 0], atol=1e-3)
