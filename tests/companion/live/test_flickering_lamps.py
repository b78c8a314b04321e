"""The live loop follows a board under lamps whose flicker leaves moving bands in the frames."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from benchmarks.filmed_games.flickering_lamps import with_bands
from companion.live.cameras.cameras import Frame
from tests.support.games.simulated_table import Scene, TrackerRun, event_counts, expected_events, scene
from vision.imaging.photo import photo_of


@cache
def _board(number: int) -> Scene:
    return scene(number).resized(0.5, 0.5)


def film(number: int, frames: int, seed: int = 1) -> list[Scene]:
    """Return this many frames of a scene, with bands at other places in each."""
    still = [Frame(photo_of(_board(number).pixels), k) for k in range(frames)]
    banded = with_bands(still, np.random.default_rng(seed))
    return [replace(_board(number), pixels=frame.photo.pixels) for frame in banded]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_board_is_found_and_moves_are_seen_under_lamps_that_flicker(seed):
    play = TrackerRun(noisy=False)
    assert event_counts(play.show(*film(7, 16, seed), hold=1)) == expected_events(None, scene(7).reading)
    assert event_counts(play.show(*film(8, 16, seed), hold=1)) == expected_events(scene(7).reading, scene(8).reading)


def test_a_table_at_rest_is_not_read_again_because_lamps_flicker():
    play = TrackerRun(noisy=False)
    play.show(*film(7, 40), hold=1)
    readings = play.readings
    assert not play.show(*film(7, 60), hold=1)
    assert play.readings == readings


def test_a_hand_is_motion_under_lamps_that_flicker():
    play = TrackerRun(noisy=False)
    play.show(*film(7, 20), hold=1)
    middle = np.concatenate([tile.outline for tile in _board(7).reading.tiles]).mean(axis=0)
    moved = []
    for k, shown in enumerate(film(7, 6)):
        pixels = shown.pixels.copy()
        cv2.circle(pixels, (int(middle[0]) + 4 * k, int(middle[1])), 25, (120, 150, 210), -1)
        play.show(replace(shown, pixels=pixels), hold=1)
        moved.append(play.tracker.moving)
    assert all(moved)
