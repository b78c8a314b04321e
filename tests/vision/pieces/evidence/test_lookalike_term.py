"""Candidates for stones are compared with the vikings and stones of the same table."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.lookalike_term import apply_lookalike_term, apply_player_colour_term
from vision.vocabulary import COLOURS

_BLACK, _PALE = np.full(3, 0.03), np.full(3, 0.5)


def _pieces(*wanted):
    """Return pieces of ``(probability of stone, shade, area in square pitches)``, else vikings."""
    (piece,) = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.999)})
    return [
        replace(piece, kinds=np.array([1 - p, 0.0, p]), certainty=0.97, shade=shade, area=area)
        for p, shade, area in wanted
    ]


def _last_kind(*wanted):
    return apply_lookalike_term(_pieces(*wanted))[-1].kind


def test_a_candidate_that_looks_like_many_vikings_is_a_viking():
    vikings = [(0.001, _BLACK, 0.05)] * 6
    assert _last_kind(*vikings, (0.9, _BLACK * 1.1, 0.052)) == "viking"


def test_a_candidate_of_another_colour_or_size_than_the_vikings_stays_a_stone():
    vikings = [(0.001, _BLACK, 0.05)] * 6
    assert _last_kind(*vikings, (0.9, _PALE, 0.05)) == "stone"
    assert _last_kind(*vikings, (0.9, _BLACK, 0.15)) == "stone"


def test_a_candidate_that_looks_like_certain_stones_stays_a_stone():
    stones = [(0.97, _BLACK, 0.05)] * 3
    assert _last_kind(*stones, (0.001, _BLACK, 0.05), (0.6, _BLACK, 0.05)) == "stone"


def test_a_viking_that_cannot_be_a_stone_stays_unchanged():
    (piece,) = _pieces((0.001, _BLACK, 0.05))
    stones = _pieces(*[(0.97, _BLACK, 0.05)] * 5)
    assert apply_lookalike_term([*stones, piece])[-1] is piece


def test_a_single_piece_keeps_the_networks_kind():
    assert _last_kind((0.7, _BLACK, 0.05)) == "stone"


_GREEN, _PURPLE, _GREY = np.array([0.09, 0.3, 0.03]), np.array([0.3, 0.05, 0.12]), np.array([0.32, 0.3, 0.28])


def _disc_beside(house, disc, named, on=(1, 0)):
    """Return the kind of a stone-like disc of this shade and colour name, where a green longhouse stands."""
    (piece,) = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.999)})
    built = replace(piece, kinds=np.array([0.0, 1.0, 0.0]), certainty=0.97, shade=house)
    stone = replace(piece, kinds=np.array([0.0, 0.0, 1.0]), certainty=0.97, shade=disc, foot=position(on))
    colours = [np.where(np.array(COLOURS) == name, 0.95, 0.005) for name in ("green", named)]
    result = apply_player_colour_term([built, stone], colours)
    assert result[0] is built
    return result[1].kind


def test_a_vivid_disc_of_a_longhouses_colour_is_that_players():
    assert _disc_beside(_GREEN, 1.2 * _GREEN, "green") == "viking"


@pytest.mark.parametrize(
    "house, disc, named, on",
    [
        (_GREEN, _PURPLE, "purple", (1, 0)),
        (_GREEN, _GREY, "grey", (1, 0)),
        (_GREEN, 1.2 * _GREEN, "grey", (1, 0)),
        (_GREY, _GREY, "green", (1, 0)),
        (_GREEN, 1.2 * _GREEN, "green", (0, 0)),
    ],
    ids=["of no longhouse's colour", "grey", "vivid by the lamp alone", "not vivid", "a Home, under the longhouse"],
)
def test_any_other_disc_stays_a_stone(house, disc, named, on):
    assert _disc_beside(house, disc, named, on) == "stone"
