"""Several tiles that are taken off the table at once are gone once the bare table has lain there for a while."""

from dataclasses import replace

import cv2
import numpy as np

from companion.live.cameras.recordings import RATE
from tests.support.games.simulated_table import TrackerRun, event_counts, expected_events, scene

MOMENT, LONG = round(4 * RATE), round(11 * RATE)
"""Frames for which tiles are gone too briefly to be taken away, and long enough."""
TAKEN = {tile.cell for tile in scene(7).reading.tiles} - {tile.cell for tile in scene(4).reading.tiles}


def under_a_sheet(one):
    """A sheet of paper in the places of the same tiles, which are not read."""
    pixels = one.pixels.copy()
    for tile in one.reading.tiles:
        if tile.cell in TAKEN:
            cv2.fillPoly(pixels, [np.round(tile.outline).astype(np.int32)], (232, 236, 238))
    return replace(one, pixels=pixels).without_tiles(*TAKEN)


def test_more_tiles_than_two_that_were_taken_away_are_gone_after_seconds_and_not_covered_for_ever():
    assert len(TAKEN) > 2
    play = TrackerRun(noisy=False)
    play.show(scene(7))
    before = play.show(scene(4), hold=MOMENT)
    assert not any(event.name == "tile-removed" for event in before)
    assert play.tracker.covered
    events = [*before, *play.show(scene(4), hold=LONG)]
    assert {event.cell for event in events if event.name == "tile-removed"} == TAKEN
    assert expected_events(play.tracker.board, scene(4).reading) == expected_events(
        scene(4).reading, play.tracker.board
    )
    assert not play.tracker.covered


def test_tiles_under_a_sheet_of_paper_stay_however_long_it_lies_there():
    play = TrackerRun(noisy=False)
    play.show(scene(7))
    assert play.show(under_a_sheet(scene(7)), hold=2 * LONG) == []
    assert play.tracker.covered
    assert event_counts(play.show(scene(8))) == expected_events(scene(7).reading, scene(8).reading)


def test_tiles_that_come_back_before_they_count_as_taken_away_were_never_gone():
    play = TrackerRun(noisy=False)
    play.show(scene(4))
    play.show(scene(7))
    for _ in range(2):
        play.show(scene(4), hold=MOMENT)
        play.show(scene(7), hold=MOMENT)
    assert {tile.cell for tile in play.tracker.board.tiles} >= TAKEN
