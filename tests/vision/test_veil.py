"""A veil over a whole picture is taken away, and a clear picture is left as it is."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.companion.truth import SAMPLES
from vision.eyes import load_eyes
from vision.photo import decode_photo, photo_of
from vision.reader import read_photo
from vision.veil import without_veil


def clear():
    return decode_photo((SAMPLES / "table11.jpg").read_bytes()).pixels


def veiled(pixels, by):
    """Lift the blacks and halve the contrast, as stray light in a lens does."""
    return cv2.convertScaleAbs(pixels, alpha=(255 - by) / 255 * 0.75, beta=by)


def test_a_clear_picture_is_the_very_same_array():
    pixels = clear()
    assert without_veil(pixels) is pixels
    assert photo_of(pixels).clear is pixels


@pytest.mark.parametrize("by", [90, 120])
def test_under_a_veil_the_same_pieces_are_read_in_the_same_colours(by):
    def pieces(pixels):
        return {(p.cell, p.kind, p.colour) for p in read_photo(photo_of(pixels), load_eyes()).pieces}

    expected, found = pieces(clear()), pieces(veiled(clear(), by))
    assert len(expected & found) >= 0.97 * len(expected | found)


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 3))
def test_brighter_stays_brighter_and_nothing_grows_brighter(low, high, seed):
    chance = np.random.default_rng(seed)
    pixels = chance.integers(min(low, high), max(low, high) + 1, (40, 60, 3)).astype(np.uint8)
    seen = without_veil(pixels)
    assert seen.shape == pixels.shape and seen.dtype == np.uint8
    assert (seen <= pixels).all()
    order = np.argsort(pixels.ravel(), kind="stable")
    assert (np.diff(seen.ravel()[order].astype(int)) >= 0).all()
