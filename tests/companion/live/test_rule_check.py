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


def codes(referee, before, events, after):
    return [warning.code for warning in referee.judged(TableChange(FRAME, before, tuple(events), after))]


@pytest.fixture
def house():
    return next(piece for piece in GAME.pieces if piece.kind == "longhouse")


def test_a_longhouse_after_the_first_look_may_stand_on_any_tile_for_the_last_one_is_not_known(house):
    referee, before = Referee(), without_pieces(GAME, house.cell)
    codes(referee, None, [], before)
    assert "longhouse-elsewhere" not in codes(referee, before, [placed(house)], GAME)


def test_a_longhouse_on_another_tile_than_the_one_seen_laid_is_warned_of(house):
    last = next(t for t in GAME.tiles if not any(p.cell == t.cell for p in GAME.pieces))
    empty = without_pieces(without_tile(GAME, last.cell), house.cell)
    with_tile = without_pieces(GAME, house.cell)
    referee = Referee()
    codes(referee, None, [], empty)
    codes(referee, empty, [laid(last)], with_tile)
    assert "longhouse-elsewhere" in codes(referee, with_tile, [placed(house)], GAME)


def test_nobody_knows_the_last_tile_of_another_table_either(house):
    last = next(t for t in GAME.tiles if not any(p.cell == t.cell for p in GAME.pieces))
    referee = Referee()
    codes(referee, without_tile(GAME, last.cell), [laid(last)], GAME)
    before = without_pieces(GAME, house.cell)
    codes(referee, None, [], before)
    assert "longhouse-elsewhere" not in codes(referee, before, [placed(house)], GAME)
