"""What a camera or a lamp did to a whole picture is taken back, and a usual picture is left as it is."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.companion.truth import SAMPLES
from vision.clearing import cleared
from vision.eyes import load_eyes
from vision.photo import decode_photo, photo_of
from vision.reader import read_photo


def clear(number):
    return decode_photo((SAMPLES / f"table{number}.jpg").read_bytes()).pixels


def veiled(pixels):
    """Lift the blacks and halve the contrast, as stray light in a lens does."""
    return cv2.convertScaleAbs(pixels, alpha=0.5, beta=100)


def under_sodium(pixels):
    return np.clip(255 * ((pixels / 255) ** 2.2 * (0.25, 0.7, 1.3)).clip(0, 1) ** (1 / 2.2), 0, 255).astype(np.uint8)


def pale(pixels):
    grey = pixels.mean(axis=2, keepdims=True)
    return np.round(grey + 0.4 * (pixels - grey)).astype(np.uint8)


@pytest.mark.parametrize("number", ["01", "03", "11", "12"])
def test_a_usual_picture_is_the_very_same_array(number):
    pixels = clear(number)
    assert cleared(pixels) is pixels
    assert photo_of(pixels).clear is pixels


@pytest.mark.parametrize("spoilt", [veiled, under_sodium, pale])
@pytest.mark.parametrize("number", ["01", "11"])
def test_the_same_pieces_are_read_in_the_same_colours_however_a_picture_was_spoilt(number, spoilt):
    def pieces(pixels):
        return {(p.cell, p.kind, p.colour) for p in read_photo(photo_of(pixels), load_eyes()).pieces}

    expected, found = pieces(clear(number)), pieces(spoilt(clear(number)))
    assert len(expected & found) >= 0.95 * len(expected | found)


@pytest.mark.parametrize("cloth", [(25, 22, 150), (150, 60, 20), (45, 120, 20), (20, 170, 200), (245, 245, 245)])
def test_a_cloth_of_one_colour_around_a_small_board_hardly_changes_its_colours(cloth):
    board = cv2.resize(clear("11"), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    room = tuple(side for length in board.shape[:2] for side in (length // 2, length // 2))
    laid = cv2.copyMakeBorder(board, *room, cv2.BORDER_CONSTANT, value=cloth)
    away = cleared(laid).astype(float) - laid
    assert np.abs(away[room[0] : -room[0], room[2] : -room[2]]).mean() < 12


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 3))
def test_any_picture_is_borne(low, high, seed):
    chance = np.random.default_rng(seed)
    pixels = chance.integers(min(low, high), max(low, high) + 1, (40, 60, 3)).astype(np.uint8)
    seen = cleared(pixels)
    assert seen.shape == pixels.shape and seen.dtype == np.uint8
