"""Which warnings the events of a watched table bring."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.live.cameras.cameras import Frame
from companion.live.events import laid, placed
from companion.live.rule_check import Referee
from companion.live.table_change import TableChange
from tests.support.games.simulated_table import scene
from vision.imaging.photo import photo_of

GAME = scene(6).reading
FRAME = Frame(photo_of(scene(6).pixels))


def without_pieces(reading, *cells):
    return replace(reading, pieces=tuple(p for p in reading.pieces if p.cell not in cells))


def without_tile(reading, cell):
    return replace(without_pieces(reading, cell), tiles=tuple(t for t in reading.tiles if t.cell != cell))


def codes(referee, before, events, after, at=0.0):
    change = TableChange(replace(FRAME, at=at), before, tuple(events), after)
    return [warning.code for warning in referee.judged(change)]


def bare_tiles(reading):
    taken = {piece.cell for piece in reading.pieces}
    return [tile for tile in reading.tiles if tile.cell not in taken]


@pytest.fixture
def house():
    return next(piece for piece in GAME.pieces if piece.kind == "longhouse")


def test_a_longhouse_after_the_first_look_may_stand_on_any_tile_for_the_last_one_is_not_known(house):
    referee, before = Referee(), without_pieces(GAME, house.cell)
    codes(referee, None, [], before)
    assert "longhouse-elsewhere" not in codes(referee, before, [placed(house)], GAME)


def test_a_longhouse_on_another_tile_than_the_one_seen_laid_is_warned_of(house):
    last = bare_tiles(GAME)[0]
    empty = without_pieces(without_tile(GAME, last.cell), house.cell)
    with_tile = without_pieces(GAME, house.cell)
    referee = Referee()
    codes(referee, None, [], empty)
    codes(referee, empty, [laid(last)], with_tile)
    assert "longhouse-elsewhere" in codes(referee, with_tile, [placed(house)], GAME)


def test_nobody_knows_the_last_tile_of_another_table_either(house):
    last = bare_tiles(GAME)[0]
    referee = Referee()
    codes(referee, without_tile(GAME, last.cell), [laid(last)], GAME)
    before = without_pieces(GAME, house.cell)
    codes(referee, None, [], before)
    assert "longhouse-elsewhere" not in codes(referee, before, [placed(house)], GAME)


@pytest.mark.parametrize(("seconds", "is_warned_of"), [(0.1, False), (5.0, True)])
def test_of_tiles_that_were_seen_at_nearly_one_time_each_may_be_the_last(house, seconds, is_warned_of):
    other = bare_tiles(GAME)[0]
    start = without_tile(without_tile(GAME, other.cell), house.cell)
    both = without_pieces(GAME, house.cell)
    built_on = next(tile for tile in GAME.tiles if tile.cell == house.cell)
    referee = Referee()
    codes(referee, None, [], start)
    codes(referee, start, [laid(built_on)], without_tile(both, other.cell), at=10.0)
    codes(referee, without_tile(both, other.cell), [laid(other)], both, at=10.0 + seconds)
    warned = codes(referee, both, [placed(house)], GAME, at=20.0)
    assert ("longhouse-elsewhere" in warned) == is_warned_of


def test_a_piece_that_is_corrected_on_a_tile_of_the_same_change_is_judged_with_it(house):
    built_on = next(tile for tile in GAME.tiles if tile.cell == house.cell)
    start = without_tile(GAME, house.cell)
    referee = Referee()
    codes(referee, None, [], start)
    assert codes(referee, start, [laid(built_on), placed(house, correction=True)], GAME) == []
