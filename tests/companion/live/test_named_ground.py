"""Ground that people name on the live table: it corrects the whole board at once, and holds from then on."""

from copy import deepcopy
from dataclasses import replace
from functools import cache

import pytest

from tests.support.games.simulated_table import TrackerRun, event_counts, expected_events, misread, scene
from vision.merging.coordinates import move_reading


def edges(board):
    return {tile.cell: tile.edges for tile in board.tiles}


def plains(number):
    """A half edge that shows plains, named so."""
    (doubt,) = misread(scene(number).reading).ask
    return {((doubt["q"], doubt["r"]), doubt["edge"], 0): "P"}


class Named:
    """What people have named."""

    def __init__(self):
        self.grounds = {}

    def __call__(self, _reading):
        return dict(self.grounds)


@cache
def _misread_table():
    named = Named()
    play = TrackerRun(named=named)
    play.show(scene(7))
    return play, named


@pytest.fixture
def misread_table():
    """A watched table whose plains are all taken for mountain, and what people have named of it."""
    play, named = deepcopy(_misread_table())
    return play, named.grounds


def name(play, grounds, **named):
    grounds.update(named.get("grounds", plains(7)))
    play.tracker.update_named_grounds()


def test_one_answer_corrects_every_tile_that_was_misread_with_it(misread_table):
    play, grounds = misread_table
    misread_board, truth = edges(misread(scene(7).reading)), edges(scene(7).reading)
    assert edges(play.tracker.board) == misread_board
    name(play, grounds)
    events = play.show(scene(7))
    assert edges(play.tracker.board) == truth
    wrong = {cell for cell in truth if truth[cell] != misread_board[cell]}
    assert {event.cell for event in events} == wrong
    assert all(event.name == "tile-laid" and event.correction for event in events)


@pytest.mark.parametrize(
    "later",
    [lambda one: one, lambda one: one.lit(0.7), lambda one: one.bumped(-40, 25, -6)],
    ids=["the same light", "darker", "a bump"],
)
def test_what_is_laid_later_is_read_by_it_too(misread_table, later):
    play, grounds = misread_table
    name(play, grounds)
    play.show(scene(7))
    play.show(later(scene(7)), hold=40)
    assert edges(play.tracker.board) == edges(scene(7).reading)
    play.show(*(later(scene(n)) for n in (9, 12)), hold=16)
    assert edges(play.tracker.board) == edges(scene(12).reading)


def test_an_answer_while_a_hand_covers_its_place_waits_until_the_hand_is_gone(misread_table):
    play, grounds = misread_table
    ((cell, *_),) = plains(7)
    name(play, grounds)
    covered = scene(7).pixels.copy()
    tile = next(tile for tile in scene(7).reading.tiles if tile.cell == cell)
    x, y = map(int, tile.px)
    covered[y - 40 : y + 40, x - 40 : x + 40] = (90, 110, 200)
    assert play.show(replace(scene(7), pixels=covered).without_tiles(cell), hold=4) == []
    play.show(scene(7))
    assert edges(play.tracker.board) == edges(scene(7).reading)


def test_an_answer_that_is_taken_back_is_forgotten(misread_table):
    play, grounds = misread_table
    name(play, grounds)
    play.show(scene(7))
    grounds.clear()
    play.tracker.update_named_grounds()
    play.show(scene(7))
    assert edges(play.tracker.board) == edges(misread(scene(7).reading))


def test_a_table_that_is_seen_for_the_first_time_is_read_by_what_was_named_before():
    turned = replace(scene(7), reading=move_reading(scene(7).reading, 2, (3, -1)))
    (doubt,) = misread(turned.reading).ask
    play = TrackerRun(named=lambda _: {((doubt["q"], doubt["r"]), doubt["edge"], 0): "P"})
    assert event_counts(play.show(turned)) == expected_events(None, turned.reading)
    assert edges(play.tracker.board) == edges(turned.reading)
