"""Tiles are gone where the bare table comes to light, several at once when it lies there for long; not under a cup."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.live.cameras.recordings import RATE
from tests.support.games.simulated_table import TrackerRun, event_counts, expected_events, scene

MOMENT, LONG = round(4 * RATE), round(11 * RATE)
"""Frames for which tiles are gone too briefly to be taken away, and long enough."""
TAKEN = {tile.cell for tile in scene(7).reading.tiles} - {tile.cell for tile in scene(4).reading.tiles}


LAST, INNER = (3, -2), (0, 0)
"""A tile at the rim of the board, which is laid between pictures 4 and 5, and one in the middle."""


def under_a_sheet(one):
    """A sheet of paper in the places of the same tiles, which are not read."""
    pixels = one.pixels.copy()
    for tile in one.reading.tiles:
        if tile.cell in TAKEN:
            cv2.fillPoly(pixels, [np.round(tile.outline).astype(np.int32)], (232, 236, 238))
    return replace(one, pixels=pixels).without_tiles(*TAKEN)


def under_a_cup(one, cell, colour):
    """A cup of this colour, BGR, on a tile, which is not read, and neither is what stands on it."""
    tile = next(tile for tile in one.reading.tiles if tile.cell == cell)
    pixels = one.pixels.copy()
    radius = round(0.48 * float(np.ptp(tile.outline[:, 0])))
    cv2.circle(pixels, tuple(map(round, tile.px)), radius, colour, -1, cv2.LINE_AA)
    return replace(one, pixels=pixels).without_tiles(cell)


def taken_back(one, cell, earlier):
    """The table with a tile taken back, so that what an earlier picture shows there comes to light."""
    tile = next(tile for tile in one.reading.tiles if tile.cell == cell)
    place = np.zeros(one.pixels.shape[:2], np.uint8)
    cv2.fillPoly(place, [np.round(tile.outline).astype(np.int32)], 1)
    wide = cv2.dilate(place, np.ones((15, 15), np.uint8))
    return replace(one, pixels=np.where(wide[..., None] > 0, earlier.pixels, one.pixels)).without_tiles(cell)


def with_tile_like_the_table(one, cell, earlier):
    """The table with a tile in the colours of the table, but for a motif in its middle."""
    bare = taken_back(one, cell, earlier)
    tile = next(tile for tile in one.reading.tiles if tile.cell == cell)
    pixels = bare.pixels.copy()
    cv2.circle(pixels, tuple(map(round, tile.px)), round(0.22 * float(np.ptp(tile.outline[:, 0]))), (230, 60, 40), -1)
    return replace(one, pixels=pixels)


def test_a_tile_in_the_colours_of_the_table_is_gone_when_it_is_taken_back_and_seen_when_it_is_laid_again():
    tile = with_tile_like_the_table(scene(5), LAST, scene(4))
    play = TrackerRun(noisy=False)
    play.show(tile)
    gone = play.show(taken_back(scene(5), LAST, scene(4)), hold=MOMENT)
    assert [(event.name, event.cell) for event in gone] == [("tile-removed", LAST)]
    again = play.show(tile, hold=MOMENT)
    assert [(event.name, event.cell) for event in again] == [("tile-laid", LAST)]


def test_a_tile_that_is_taken_back_is_gone():
    play = TrackerRun(noisy=False)
    play.show(scene(5))
    events = play.show(taken_back(scene(5), LAST, scene(4)), hold=MOMENT)
    assert [(event.name, event.cell) for event in events] == [("tile-removed", LAST)]


@pytest.mark.parametrize("colour", [(30, 40, 160), (225, 230, 235), (35, 30, 30)], ids=["red", "white", "black"])
@pytest.mark.parametrize("cell", [LAST, INNER], ids=["rim", "middle"])
def test_a_tile_stays_under_a_cup_and_what_follows_is_seen_once_the_cup_is_gone(cell, colour):
    play = TrackerRun(noisy=False)
    play.show(scene(8))
    assert play.show(under_a_cup(scene(8), cell, colour), hold=LONG) == []
    assert play.tracker.covered
    assert event_counts(play.show(scene(9))) == expected_events(scene(8).reading, scene(9).reading)


def test_a_piece_that_is_read_in_a_bowl_is_none_and_what_follows_is_seen_once_the_bowl_is_gone():
    table = scene(8)
    standing = {piece.cell for piece in table.reading.pieces}
    tile = next(tile for tile in table.reading.tiles if tile.cell not in standing)
    width, middle = float(np.ptp(tile.outline[:, 0])), np.array(tile.px)
    bowl = table.pixels.copy()
    cv2.circle(bowl, tuple(map(round, tile.px)), round(0.36 * width), (40, 130, 40), -1, cv2.LINE_AA)
    hull = middle + 0.17 * width * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    piece = replace(table.reading.pieces[0], kind="longhouse", cell=tile.cell, px=tile.px, hull=hull, confidence=0.95)
    play = TrackerRun(noisy=False)
    play.show(table)
    assert play.show(replace(table, pixels=bowl).reads(pieces=(*table.reading.pieces, piece)), hold=MOMENT) == []
    assert play.tracker.covered
    assert event_counts(play.show(scene(9))) == expected_events(table.reading, scene(9).reading)


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
