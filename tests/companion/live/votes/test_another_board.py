"""The game was cleared away and another one is laid out: the known board is forgotten, and only then."""

from dataclasses import replace

import numpy as np

from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE
from companion.live.changes.alignment import carried
from companion.live.events import fold, laid, placed
from companion.live.rule_check import Referee
from companion.live.table_change import TableChange
from companion.live.votes.vote_count import initial_events
from tests.support.games.simulated_table import Scene, TrackerRun, event_counts, expected_events, scene
from vision.imaging.photo import photo_of

_OTHER_TERRAINS = str.maketrans("PMO", "MOP")
MOMENT, LONG = round(2 * RATE), round(8 * RATE)
"""Frames for which another board lies there too briefly, and long enough."""


def next_game():
    """The first tiles of another game: others than those that lay there, and in other places."""
    one = scene(0)
    mirrored = carried(one.reading, np.array([[-1.0, 0.0, one.pixels.shape[1] - 1], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    tiles = tuple(replace(t, edges=tuple(e.translate(_OTHER_TERRAINS) for e in t.edges)) for t in mirrored.tiles)
    return Scene(one.pixels[:, ::-1].copy(), replace(mirrored, tiles=tiles))


def test_the_next_game_is_seen_once_its_board_has_lain_there_for_seconds():
    play = TrackerRun(noisy=False)
    play.show(scene(10))
    assert play.show(next_game(), hold=MOMENT) == []
    assert event_counts(play.show(next_game(), hold=LONG)) == expected_events(None, next_game().reading)
    assert not play.tracker.covered
    assert len(play.tracker.board.tiles) == len(next_game().reading.tiles)


def test_another_board_that_lies_there_for_a_moment_changes_nothing():
    play = TrackerRun(noisy=False)
    play.show(scene(10))
    for _ in range(2):
        assert play.show(next_game(), hold=MOMENT) == []
        assert play.show(scene(10)) == []


def test_a_board_that_is_misread_in_poor_light_is_not_another_one():
    play = TrackerRun(noisy=False)
    play.show(scene(10))
    wrong = tuple(
        replace(t, edges=tuple(e.translate(_OTHER_TERRAINS) for e in t.edges)) for t in scene(10).reading.tiles
    )
    play.show(scene(10).lit(0.5).reads(tiles=wrong), hold=LONG)
    assert play.show(scene(10), hold=LONG) == []


def test_the_next_game_is_judged_as_if_nothing_had_been_played_before():
    frame, new = Frame(photo_of(scene(0).pixels), 0.0), scene(0).reading
    cell = new.tiles[0].cell
    old = replace(scene(10).reading, pieces=())
    tile = next(tile for tile in old.tiles if tile.cell == cell)
    before = replace(old, tiles=tuple(other for other in old.tiles if other.cell != cell))
    house = placed(replace(next(p for p in scene(10).reading.pieces if p.kind == "longhouse"), cell=cell))
    last_game = [
        TableChange(frame, before, (laid(tile),), old),
        TableChange(frame, old, (house,), fold(old, (house,)), settled=False),
    ]
    game = [
        TableChange(frame, None, initial_events(new), new),
        TableChange(frame, new, (house,), fold(new, (house,))),
    ]
    referee = Referee()
    for change in last_game:
        referee.judged(change)
    assert [referee.judged(change) for change in game] == [first.judged(c) for first in [Referee()] for c in game]


def test_a_first_board_that_was_misread_is_given_up_for_one_that_is_read_again_and_again():
    play = TrackerRun(noisy=False)
    tile = scene(10).reading.tiles[0]
    aside = np.array([np.ptp(tile.outline[:, 0]) / 2, 0])
    lone = replace(tile, px=tuple(tile.px + aside), outline=tile.outline + aside, edges=("O",) * 6)
    play.show(scene(10).reads(tiles=(lone,), pieces=()))
    assert len(play.tracker.board.tiles) == 1
    events = play.show(scene(11), hold=LONG)
    assert event_counts(events) == expected_events(None, scene(11).reading)
    assert not play.tracker.covered
