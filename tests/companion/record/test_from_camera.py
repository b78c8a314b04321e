"""The live loop's own events in the log of a game: told once, in the game's coordinates, whatever came between."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.live.cameras.cameras import Frame
from companion.live.events import TILE_MOVED, Event, laid, placed, removed
from companion.live.events import fold as folded
from companion.live.table_change import TableChange
from companion.record.events.cells import CellEntered, Thing
from companion.record.events.games import Paused, Resumed, SetUp, Undone
from companion.record.events.log import HAND, MENDED, SEEN
from companion.record.exchange.files import game_from, game_json
from companion.record.recorder import BROKEN, FOLLOWS, OTHER_BOARD, Recorder
from games.fjords.board import Board
from tests.support.games.simulated_table import TrackerRun, scene
from vision.imaging.photo import photo_of
from vision.merging.coordinates import move_reading


@pytest.fixture
def recorder(library):
    recorder = Recorder(library)
    recorder.follow(library.begin(HAND, SetUp(watched=True)))
    return recorder


def entries(recorder):
    return recorder.current().timeline.entries[1:]


def recorded(recorder):
    return lies(Board.from_document(recorder.current().timeline.position.document()))


def lies(board):
    return {c: t.edges for c, t in board.tiles.items()}, sorted((p.kind, p.colour, p.cell) for p in board.pieces)


def lie(reading):
    return lies(Board.from_document(reading.to_document()))


class Camera:
    """A table whose events are handed to a recorder."""

    def __init__(self, recorder, board=None):
        self.keeper, self.board = recorder, board

    def tells(self, *events, shown=True):
        before = self.board
        if before is None:
            self.board = folded(replace(scene(0).reading, tiles=(), pieces=()), events)
        else:
            self.board = folded(before, events)
        frame = Frame(photo_of(scene(0).pixels))
        if shown:
            self.keeper.record_change(TableChange(frame, before, events, self.board))


def camera_after_board(recorder, number=7):
    """A camera that has told a whole board."""
    camera, board = Camera(recorder), scene(number).reading
    camera.tells(*(laid(t) for t in board.tiles), *(placed(p) for p in board.pieces))
    return camera


def test_a_watched_game_is_recorded_event_by_event(recorder):
    play = TrackerRun()
    for number in (7, 8, 10, 11):
        before = play.tracker.board
        for told in [play.show(scene(number))]:
            recorder.record_change(
                TableChange(Frame(photo_of(scene(0).pixels)), before, tuple(told), play.tracker.board)
            )
    assert recorded(recorder) == lie(play.tracker.board)
    assert {entry.origin for entry in entries(recorder)} == {SEEN}
    assert len(entries(recorder)) == len(play.tracker.board.tiles) + len(play.tracker.board.pieces)


def test_what_was_seen_wrongly_is_mended_in_the_log_and_travels_with_it(recorder):
    camera = camera_after_board(recorder)
    wrong = camera.board.pieces[0]
    camera.tells(removed(wrong, correction=True), placed(replace(wrong, colour="pink"), correction=True))
    assert [entry.origin for entry in entries(recorder)[-2:]] == [MENDED, MENDED]
    assert recorded(recorder) == lie(camera.board)
    _, _, again = game_from(game_json(recorder.current()).encode())
    assert [entry.origin for entry in again[-2:]] == [MENDED, MENDED]


def test_a_tile_that_moves_is_one_event_and_takes_along_what_stands_on_it(recorder):
    camera = camera_after_board(recorder)
    piece = camera.board.pieces[0]
    tile = next(t for t in camera.board.tiles if t.cell == piece.cell)
    end = (40, 40)
    camera.tells(Event(TILE_MOVED, end, tile=replace(tile, cell=end), start=tile.cell))
    (told,) = [entry.event for entry in entries(recorder) if entry.event.event == "tile-moved"]
    assert (told.start, (told.q, told.r)) == (tile.cell, end)
    assert recorded(recorder) == lie(camera.board)


@pytest.mark.parametrize("way", [(0, (0, 0)), (2, (3, -1)), (5, (-4, 2))])
def test_after_a_restart_before_another_camera_the_log_goes_on_in_its_own_coordinates(recorder, library, way):
    camera_after_board(recorder, 7)
    before = recorded(recorder)
    again = Recorder(library)
    play = TrackerRun()
    for number in (7, 8, 10):
        there = scene(number).reads(**vars(move_reading(scene(number).reading, *way)))
        known = play.tracker.board
        told = play.show(there)
        again.record_change(TableChange(Frame(photo_of(scene(0).pixels)), known, tuple(told), play.tracker.board))
    assert recorded(again)[0] == before[0]
    assert recorded(again) == lie(move_reading(scene(10).reading, 0, (0, 0)))
    assert len(entries(again)) == len(scene(10).reading.tiles) + len(scene(10).reading.pieces)


def test_corrections_hold_against_later_readings_of_the_camera(recorder, library):
    camera = camera_after_board(recorder)
    game, wrong = recorder.current().id, camera.board.pieces[0]
    q, r = wrong.cell
    library.add(game, HAND, CellEntered(q=q, r=r, things=(Thing("viking", "green"),)))
    held = recorded(recorder)
    # The camera changes its mind about the piece, and then goes on with the game.
    camera.tells(removed(wrong, correction=True), placed(replace(wrong, colour="pink"), correction=True))
    assert recorded(recorder) == held
    free = next(t.cell for t in camera.board.tiles if t.cell not in {p.cell for p in camera.board.pieces})
    camera.tells(placed(replace(wrong, cell=free, colour="white", kind="viking")))
    assert recorded(recorder)[1] == sorted([*held[1], ("viking", "white", free)])
    again = Recorder(library)
    again.record_change(TableChange(Frame(photo_of(scene(0).pixels)), None, (), camera.board))
    assert recorded(again) == recorded(recorder)


def test_what_was_undone_stays_undone_while_the_camera_goes_on(recorder, library):
    camera = camera_after_board(recorder)
    free = [t.cell for t in camera.board.tiles if t.cell not in {p.cell for p in camera.board.pieces}]
    viking = replace(camera.board.pieces[0], kind="viking", colour="white")
    camera.tells(placed(replace(viking, cell=free[0])))
    library.add(recorder.current().id, HAND, recorder.current().timeline.to_undo())
    camera.tells(placed(replace(viking, cell=free[1])))
    cells = [cell for kind, colour, cell in recorded(recorder)[1] if (kind, colour) == ("viking", "white")]
    assert free[1] in cells
    assert free[0] not in cells
    assert isinstance(recorder.current().timeline.entries[-2].event, Undone)


def test_what_happens_in_a_pause_comes_with_the_first_event_after_it(recorder, library):
    camera = camera_after_board(recorder)
    free = [t.cell for t in camera.board.tiles if t.cell not in {p.cell for p in camera.board.pieces}]
    viking = replace(camera.board.pieces[0], kind="viking", colour="white")
    library.add(recorder.current().id, HAND, Paused())
    before = recorded(recorder)
    camera.tells(placed(replace(viking, cell=free[0])))
    assert recorded(recorder) == before
    library.add(recorder.current().id, HAND, Resumed())
    camera.tells(placed(replace(viking, cell=free[1])))
    assert recorded(recorder) == lie(camera.board)


def test_another_board_is_not_taken_for_events_of_this_game(recorder):
    camera = camera_after_board(recorder, 18)
    before = recorded(recorder)
    camera.tells(*(removed(p) for p in camera.board.pieces))
    assert (recorder.state, recorded(recorder)) == (OTHER_BOARD, before)
    board = scene(18).reading
    camera.tells(*(placed(p) for p in board.pieces))
    assert (recorder.state, recorded(recorder)) == (FOLLOWS, before)


def test_events_that_a_database_missed_are_recorded_with_the_next(recorder, library):
    camera = camera_after_board(recorder)
    free = [t.cell for t in camera.board.tiles if t.cell not in {p.cell for p in camera.board.pieces}]
    viking = replace(camera.board.pieces[0], kind="viking", colour="white")

    def fail(connection, cursor, statement, *_):
        if statement.startswith("INSERT"):
            raise OperationalError(statement, {}, Exception("disk full"))

    event.listen(library._engine, "before_cursor_execute", fail)
    camera.tells(placed(replace(viking, cell=free[0])))
    assert recorder.state == BROKEN
    event.remove(library._engine, "before_cursor_execute", fail)
    camera.tells(placed(replace(viking, cell=free[1])))
    assert (recorder.state, recorded(recorder)) == (FOLLOWS, lie(camera.board))


def test_publishing_a_board_by_hand_adds_nothing_that_was_not_entered(recorder):
    camera = camera_after_board(recorder)
    before = entries(recorder)
    recorder.record_board(json.loads(json.dumps(camera.board.to_document())))
    assert entries(recorder) == before
