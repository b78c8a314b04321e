"""The live loop follows a board beside which something moves all the time, as a screen or people do."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.live.changes.stillness import Stillness
from tests.support.games.simulated_table import Scene, TrackerRun, event_counts, expected_events, scene
from vision.imaging.photo import PhotoError, photo_of

TABLE_WIDTH, SCREEN = 200, slice(110, None)
"""Columns of table beside the picture of the recorded game, and those of them in which a screen is seen."""


@cache
def _board(number: int) -> Scene:
    """Return a scene in half its size, with more of the table to the right of it."""
    small = scene(number).resized(0.5, 0.5)
    return replace(small, pixels=cv2.copyMakeBorder(small.pixels, 0, 0, 0, TABLE_WIDTH, cv2.BORDER_REPLICATE))


def with_screen(number: int, picture: int) -> Scene:
    """Return a scene with a screen beside it that shows this picture of a film; with number 0 it is off."""
    pixels = _board(number).pixels.copy()
    if picture:
        light = np.random.default_rng(picture).integers(0, 256, (4, 3, 3)).astype(np.uint8)
        beside = pixels[50:200, -TABLE_WIDTH:][:, SCREEN]
        beside[...] = cv2.resize(light, beside.shape[1::-1])
    return replace(_board(number), pixels=pixels)


def film(number: int, first: int, frames: int) -> list[Scene]:
    """Return this many frames of a scene, with other pictures on the screen in each."""
    return [with_screen(number, k) for k in range(first, first + frames)]


def sees_nothing(_photo):
    raise PhotoError("no-board", "No board can be found in the picture.")


def test_moves_are_seen_while_a_screen_beside_the_board_is_on():
    play = TrackerRun(noisy=False)
    play.show(with_screen(7, 0))
    assert not play.show(*film(7, 1, 12), hold=1)
    events = play.show(*film(8, 20, 12), hold=1)
    assert event_counts(events) == expected_events(scene(7).reading, scene(8).reading)


def test_a_screen_alone_causes_no_readings():
    play = TrackerRun(noisy=False)
    play.show(with_screen(7, 0), hold=40)
    readings = play.readings
    play.show(*film(7, 1, 20), hold=1)
    assert play.readings == readings


def test_a_board_is_found_though_something_moves_from_the_beginning():
    play = TrackerRun(noisy=False)
    events = play.show(*film(7, 1, 80), hold=1)
    assert event_counts(events) == expected_events(None, scene(7).reading)
    events = play.show(*film(8, 100, 12), hold=1)
    assert event_counts(events) == expected_events(scene(7).reading, scene(8).reading)


def test_where_no_board_is_found_while_something_moves_it_is_looked_for_again():
    play = TrackerRun(noisy=False)
    play.read = sees_nothing
    assert not play.show(*film(7, 1, 60), hold=1)
    assert play.tracker.lost
    play.read = None
    assert play.show(*film(7, 100, 80), hold=1)
    assert not play.tracker.lost


def test_a_board_that_was_found_elsewhere_by_mistake_is_found_again():
    """A search takes something in a corner of the picture for a board; then nothing is found there."""
    small = [replace(tile, outline=0.1 * tile.outline) for tile in _board(7).reading.tiles]
    mistake = replace(_board(7).reading, tiles=tuple(small))

    def reads_once(_photo):
        play.read = sees_nothing
        return mistake

    play = TrackerRun(noisy=False)
    play.read = reads_once
    play.show(*film(7, 1, 60), hold=1)
    play.read = None
    events = play.show(*film(7, 100, 100), hold=1)
    assert event_counts(events) == expected_events(None, scene(7).reading)


def test_a_board_that_was_lost_is_found_again_though_something_moves():
    play = TrackerRun(noisy=False)
    play.show(with_screen(7, 0), hold=20)
    play.read = sees_nothing
    bare = np.full_like(_board(7).pixels, 120)
    play.show(replace(_board(7), pixels=bare), hold=20)
    assert play.tracker.lost
    play.read = None
    play.show(*film(7, 1, 80), hold=1)
    assert not play.tracker.lost
    events = play.show(*film(8, 200, 12), hold=1)
    assert event_counts(events) == expected_events(scene(7).reading, scene(8).reading)


def test_open_tiles_away_from_the_board_are_read_once_they_are_at_rest():
    play = TrackerRun(noisy=False)
    play.show(with_screen(7, 0), hold=40)
    readings = play.readings
    play.show(with_screen(7, 1), hold=40)
    assert play.readings > readings


@pytest.mark.parametrize("side", [0, 1])
def test_motion_on_the_board_or_where_the_next_tile_may_lie_is_motion(side):
    board, play = _board(7), TrackerRun(noisy=False)
    play.show(with_screen(7, 0), hold=20)
    outlines = np.concatenate([tile.outline for tile in board.reading.tiles])
    at = outlines.mean(axis=0) if side == 0 else outlines[outlines[:, 0].argmax()] + (20, 0)
    moved = []
    for k in range(6):
        shown = board.pixels.copy()
        cv2.circle(shown, (int(at[0]) + 2 * k, int(at[1])), 15, (40 * k, 90, 200), -1)
        play.show(replace(board, pixels=shown), hold=1)
        moved.append(play.tracker.moving)
    assert all(moved)


def test_a_picture_of_another_size_is_watched_as_a_whole():
    eye, small = Stillness(), np.full((180, 320, 3), 90, np.uint8)
    for _ in range(2):
        eye.see(photo_of(small.copy()))
    eye.mark_read()
    eye.attend_to([np.array([(20, 20), (60, 20), (60, 60), (20, 60)])], 10)
    beside = small.copy()
    beside[100:150, 200:260] = 255 - 90
    assert eye.see(photo_of(beside))
    upright = cv2.rotate(small, cv2.ROTATE_90_CLOCKWISE)
    assert not eye.see(photo_of(upright))
    assert eye.see(photo_of(upright.copy()))
    corner = upright.copy()
    corner[250:300, 10:60] = 255 - 90
    assert not eye.see(photo_of(corner))
