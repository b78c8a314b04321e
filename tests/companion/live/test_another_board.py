"""The game was cleared away and another one is laid out: the known board is forgotten, and only then."""

from dataclasses import replace

import numpy as np

from companion.live.cameras.recordings import RATE
from companion.live.changes.alignment import carried
from tests.support.played_table import Play, Scene, changes, said, scene

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
    play = Play(noisy=False)
    play.show(scene(10))
    assert play.show(next_game(), hold=MOMENT) == []
    assert said(play.show(next_game(), hold=LONG)) == changes(None, next_game().reading)
    assert not play.tracker.covered
    assert len(play.tracker.board.tiles) == len(next_game().reading.tiles)


def test_another_board_that_lies_there_for_a_moment_changes_nothing():
    play = Play(noisy=False)
    play.show(scene(10))
    for _ in range(2):
        assert play.show(next_game(), hold=MOMENT) == []
        assert play.show(scene(10)) == []


def test_a_board_that_is_misread_in_poor_light_is_not_another_one():
    play = Play(noisy=False)
    play.show(scene(10))
    wrong = tuple(
        replace(t, edges=tuple(e.translate(_OTHER_TERRAINS) for e in t.edges)) for t in scene(10).reading.tiles
    )
    play.show(scene(10).lit(0.5).reads(tiles=wrong), hold=LONG)
    assert play.show(scene(10), hold=LONG) == []
