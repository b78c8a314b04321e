"""The runes on stones that nobody taught are read by their signs, at any rotation and from any side."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cameras import SIZE, camera_plane
from vision.networks.models import load_networks
from vision.pieces.detect import Piece
from vision.stones.signs import likeliest_runes, with_signs
from vision.vocabulary import COLOURS

_RADIUS = 0.17
_SIGNS = {  # in units of the stone's radius, y up
    "strength": [[(-0.15, -0.55), (-0.15, 0.55)], [(-0.15, 0.3), (0.3, 0.0), (-0.15, -0.3)]],
    "water": [[(-0.15, -0.55), (-0.15, 0.55), (0.25, 0.2)]],
    "friendship": [[(-0.42, -0.45), (0.42, 0.45)], [(-0.42, 0.45), (0.42, -0.45)]],
    "home": [[(-0.4, -0.55), (0.28, 0.18), (0, 0.5), (-0.28, 0.18), (0.4, -0.55)]],
    "journey": [[(-0.25, -0.55), (-0.25, 0.55), (0.22, 0.28), (-0.2, 0.02), (0.28, -0.55)]],
    "horse": [[(-0.35, -0.55), (-0.35, 0.55), (0, 0.15), (0.35, 0.55), (0.35, -0.55)]],
    "wisdom": [[(-0.2, -0.55), (-0.2, 0.55), (0.28, 0.25)], [(-0.2, 0.2), (0.28, -0.1)]],
}


def _photo(lines, turn, tilt, face=(135, 140, 142), ink=(232, 235, 236)):
    """Return the photo of a stone on grass with a sign of these lines, its plane, and the stone as a piece."""
    plane = camera_plane(tilt, 0.0, 0.0)
    pixels = np.full((*SIZE[::-1], 3), (60, 130, 100), np.uint8)
    around = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    rim = _RADIUS * np.stack([np.cos(around), np.sin(around)], axis=-1)
    _fill(pixels, plane.to_photo(rim), face)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for line in lines:
        at = plane.to_photo(_RADIUS * np.array(line) * (1, -1) @ rotation.T)
        thick = max(2, round(0.14 * _RADIUS * plane.pitch_at(np.zeros(2))))
        cv2.polylines(pixels, [np.round(at * 8).astype(np.int32)], False, ink, thick, cv2.LINE_AA, shift=3)
    stone = Piece(np.array([0.0, 0.0, 1.0]), 1.0, np.zeros(2), rim, rim, np.zeros(len(COLOURS)), np.zeros(3), area=0.09)
    return cv2.GaussianBlur(pixels, (0, 0), 0.6), plane, stone


def _fill(pixels, outline, colour):
    cv2.fillPoly(pixels, [np.round(outline * 8).astype(np.int32)], colour, cv2.LINE_AA, shift=3)


@pytest.fixture(scope="module")
def network():
    return load_networks().rune


def _read(network, *photo):
    pixels, plane, stone = photo
    return likeliest_runes(with_signs(network, pixels, plane, [stone])[0].signs)


@pytest.mark.parametrize("rune", _SIGNS)
def test_every_rune_is_read_whichever_way_it_lies(network, rune):
    read = [_read(network, *_photo(_SIGNS[rune], turn, tilt)) for turn, tilt in ((0.3, 0), (2.0, 35), (4.4, 20))]
    assert [found[0][0] if found else None for found in read] == [rune] * 3


def test_dark_signs_on_pale_stones_are_read_as_well(network):
    pale = {"face": (205, 225, 230), "ink": (25, 30, 30)}
    read = [_read(network, *_photo(_SIGNS[rune], 1.0, 15, **pale)) for rune in ("water", "horse")]
    assert [found[0][0] for found in read] == ["water", "horse"]


def test_a_blank_stone_and_one_with_another_sign_bear_no_rune_for_sure(network):
    ladder = [[(-0.3, -0.5), (-0.3, 0.5)], [(0.3, -0.5), (0.3, 0.5)], [(-0.3, 0), (0.3, 0)], [(-0.3, 0.3), (0.3, 0.3)]]
    for lines in ([], ladder):
        found = _read(network, *_photo(lines, 0.7, 10))
        assert not found or found[0][1] < 0.8


def test_only_what_may_be_a_stone_is_looked_at(network):
    pixels, plane, stone = _photo(_SIGNS["water"], 0.0, 0)
    viking = replace(stone, kinds=np.array([1.0, 0.0, 0.0]))
    assert [len(piece.signs) for piece in with_signs(network, pixels, plane, [viking, stone])] == [0, 9]
