"""What may be a stone is compared with the vikings and stones of the same table."""

from dataclasses import replace

import numpy as np

from tests.vision.painted import look_of
from vision.alike import weigh_alike
from vision.pieces import find_pieces

_BLACK, _PALE = np.full(3, 0.03), np.full(3, 0.5)


def _pieces(*wanted):
    """Return pieces of ``(probability of stone, shade, area in square pitches)``, else vikings."""
    (piece,) = find_pieces({(0, 0): look_of((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.999)})
    return [
        replace(piece, kinds=np.array([1 - p, 0.0, p]), certainty=0.97, shade=shade, area=area)
        for p, shade, area in wanted
    ]


def _last_kind(*wanted):
    return weigh_alike(_pieces(*wanted))[-1].kind


def test_what_looks_like_many_vikings_is_a_viking():
    vikings = [(0.001, _BLACK, 0.05)] * 6
    assert _last_kind(*vikings, (0.9, _BLACK * 1.1, 0.052)) == "viking"


def test_what_has_another_colour_or_size_than_the_vikings_stays_a_stone():
    vikings = [(0.001, _BLACK, 0.05)] * 6
    assert _last_kind(*vikings, (0.9, _PALE, 0.05)) == "stone"
    assert _last_kind(*vikings, (0.9, _BLACK, 0.15)) == "stone"


def test_what_looks_like_clear_stones_stays_a_stone():
    stones = [(0.97, _BLACK, 0.05)] * 3
    assert _last_kind(*stones, (0.001, _BLACK, 0.05), (0.6, _BLACK, 0.05)) == "stone"


def test_a_viking_that_cannot_be_a_stone_is_left_alone():
    (piece,) = _pieces((0.001, _BLACK, 0.05))
    stones = _pieces(*[(0.97, _BLACK, 0.05)] * 5)
    assert weigh_alike([*stones, piece])[-1] is piece


def test_a_lone_piece_is_what_the_network_says():
    assert _last_kind((0.7, _BLACK, 0.05)) == "stone"
