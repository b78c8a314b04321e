"""Differences between pictures: what comes and what goes counts alike, a shake and another light do not."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.live.changes.frame_difference import compare, picture_of
from tests.support.games.simulated_table import scene
from vision.imaging.photo import photo_of

TABLE = scene(7).pixels
HEIGHT, WIDTH = TABLE.shape[:2]


def with_dot(x: int, y: int, side: int, grey: int) -> np.ndarray:
    """Return the table with a square on it, such as a small piece far away."""
    pixels = TABLE.copy()
    pixels[y : y + side, x : x + side] = grey
    return pixels


def differing(now: np.ndarray, known: np.ndarray) -> int:
    """Return the number of pixels in which a picture differs from the known one."""
    before = picture_of(photo_of(known))
    return int(compare(picture_of(photo_of(now)), before, before).points.sum())


@settings(max_examples=20, deadline=None)
@given(st.integers(40, WIDTH - 60), st.integers(40, HEIGHT - 60), st.integers(8, 14), st.sampled_from([0, 255]))
def test_a_small_piece_that_is_taken_away_is_seen_as_it_is_when_it_is_placed(x, y, side, grey):
    placed, table = with_dot(x, y, side, grey), TABLE
    assert differing(table, placed) == differing(placed, table)


@settings(max_examples=10, deadline=None)
@given(st.integers(-2, 2), st.integers(-2, 2), st.floats(0.8, 1.0))
def test_a_shake_by_two_pixels_and_another_light_are_no_difference(right, down, gain):
    shaken = np.roll(TABLE, (down, right), (0, 1))[4:-4, 4:-4] * gain
    assert differing(shaken.astype(np.uint8), TABLE[4:-4, 4:-4]) < 40
