"""Electronic image stabilisation: the camera's motion is undone in its frames, what happens on the table stays."""

from dataclasses import replace
from itertools import chain

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.live.changes.steadying import Anchor
from companion.live.changes.stillness import Stillness
from tests.support.games.simulated_table import event_counts, expected_events, scene, tracker_run_at
from vision.imaging.photo import Photo, photo_of

TABLE = scene(7)
AFTER_A_MOVE = scene(8)
HEIGHT, WIDTH = TABLE.pixels.shape[:2]
ANCHOR = Anchor(photo_of(TABLE.pixels))


def rim_cut(pixels: np.ndarray) -> np.ndarray:
    """Return the middle of a picture, which a moved camera still shows."""
    return pixels[HEIGHT // 8 : -HEIGHT // 8, WIDTH // 8 : -WIDTH // 8].astype(int)


def swayed(number: int, table=TABLE) -> Photo:
    """Return a frame of a camera that sways by up to 2 % of the picture's width, a little farther in each frame."""
    right, down = (0.02 * WIDTH * np.sin(number / pace) for pace in (7.0, 11.0))
    return photo_of(table.bumped(right, down, 0.8 * np.sin(number / 5.0)).pixels)


def eye_that_knows_the_table() -> Stillness:
    """Return the motion detection after the table was read."""
    eye = Stillness(frames=2)
    for _ in range(2):
        eye.see(photo_of(TABLE.pixels.copy()))
    eye.mark_read()
    return eye


@settings(max_examples=15, deadline=None)
@given(st.floats(-30, 30), st.floats(-30, 30), st.floats(-2, 2))
def test_a_frame_of_a_moved_camera_shows_what_it_did_before(right, down, degrees):
    steadied = ANCHOR.steadied(photo_of(TABLE.bumped(right, down, degrees).pixels))
    assert steadied is not None
    away = np.abs(rim_cut(steadied.pixels) - rim_cut(TABLE.pixels))
    assert np.quantile(away, 0.95) < 25
    shifted = np.abs(rim_cut(TABLE.bumped(right, down, degrees).pixels) - rim_cut(TABLE.pixels))
    assert away.mean() <= shifted.mean() + 1


def test_a_frame_of_a_camera_at_rest_is_the_same_whatever_the_noise():
    noisy = cv2.add(TABLE.pixels, np.random.default_rng(1).normal(0, 6, TABLE.pixels.shape), dtype=cv2.CV_8U)
    photo = photo_of(np.asarray(noisy))
    assert ANCHOR.steadied(photo) is photo


def test_what_came_out_of_view_is_as_it_was():
    steadied = ANCHOR.steadied(photo_of(TABLE.bumped(25, 0, 0).pixels))
    assert (steadied.pixels[:, -20:] == TABLE.pixels[:, -20:]).all()


def test_a_new_piece_stays_in_the_frame():
    steadied = ANCHOR.steadied(photo_of(AFTER_A_MOVE.bumped(12, -9, 0.6).pixels))
    changed = np.abs(AFTER_A_MOVE.pixels.astype(int) - TABLE.pixels).max(axis=2) > 60
    assert changed.any()
    away = np.abs(steadied.pixels.astype(int) - AFTER_A_MOVE.pixels).max(axis=2)
    assert np.median(away[changed]) < 30


@pytest.mark.parametrize(
    "pixels",
    [
        pytest.param(TABLE.bumped(0.2 * WIDTH, 0, 0).pixels, id="too far away"),
        pytest.param(np.full_like(TABLE.pixels, 90), id="nothing to see"),
        pytest.param(scene(2).bumped(0, 0, 90).pixels, id="turned"),
        pytest.param(cv2.resize(TABLE.pixels, None, fx=0.5, fy=0.5), id="another size"),
    ],
)
def test_without_a_clear_and_small_motion_there_is_none_to_undo(pixels):
    assert ANCHOR.steadied(photo_of(pixels)) is None


def test_a_table_is_at_rest_before_a_camera_that_sways_and_a_new_viking_is_news():
    eye = eye_that_knows_the_table()
    at_rest = [eye.see(swayed(number)) for number in range(1, 40)]
    assert all(at_rest)
    assert not eye.is_news()
    for number in range(40, 44):
        still = eye.see(swayed(number, AFTER_A_MOVE))
    assert still
    assert eye.is_news()


def test_a_camera_that_came_to_rest_in_another_place_is_read_there():
    eye = eye_that_knows_the_table()
    displaced = TABLE.bumped(20, 10, 1).pixels
    news = []
    for _ in range(20):
        photo = photo_of(displaced.copy())
        eye.see(photo)
        news.append(eye.is_news())
    assert not news[0]
    assert news[-1]
    assert eye.steadied(photo) is photo


def test_the_moves_of_a_game_are_seen_by_a_camera_that_sways():
    play = tracker_run_at(7)
    nothing = [play.show(replace(TABLE, pixels=swayed(number).pixels), hold=1) for number in range(1, 30)]
    assert not any(nothing)
    moves = [
        play.show(replace(AFTER_A_MOVE, pixels=swayed(number, AFTER_A_MOVE).pixels), hold=1) for number in range(30, 50)
    ]
    assert event_counts(chain(*moves)) == expected_events(TABLE.reading, AFTER_A_MOVE.reading)
