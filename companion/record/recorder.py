"""Recording of the camera's events in the log of the followed game, before any viewer sees them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from companion.faults import FaultLog
from companion.language import N_
from companion.live.named_ground import Grounds
from companion.live.table_change import TableChange
from companion.record.events.log import SEEN, Event
from companion.record.followed_game import ChosenGame, is_followed
from companion.record.from_board import events_between
from companion.record.from_camera import contents_of, events_of_camera
from companion.record.same_table import is_other_table, matched_board
from companion.record.storage.library import Library, StoredGame
from games.fjords.board import Board
from games.hexgrid import SIDES, shifted, turned
from vision.merging.alignment import Transform
from vision.reading.reading import Reading

_LOG = logging.getLogger(__name__)
_BOARD_FIELDS = ("format", "version", "game", "tiles", "pieces", "runes")

FOLLOWS, PAUSES, OTHER_BOARD, BROKEN = "follows", "pauses", "other-board", "broken"


class Recorder:
    """Records the game that a camera follows: the newest one that is watched and not over.

    After a restart the last watched game is known also where it is over, so that its board is not taken for a new one.

    Attributes:
        state: follows, pauses, other-board (the table shows another board than the game's) or broken (the database does
            not accept events).
        following: whether there was such a game at the last look-up.
    """

    def __init__(self, library: Library, find: Callable[[Library], int | None] | None = None) -> None:
        """Resume the game that was followed when the process ended, if there is one.

        If the camera then shows another board, a game that was never named is not followed any further.

        Args:
            library: the games.
            find: returns the number of the game to resume; by default `newest_watched` finds it.
        """
        self._library = library
        self._lock = threading.Lock()
        self._faults = FaultLog(_LOG, N_("The game cannot be kept. %s"))
        self._last_document: object = None
        # The contents of the camera's board when the log last agreed with it; ``None`` where it may not.
        self._agreed_contents: object = None
        self._way: Transform = (0, (0, 0))
        self._last_stored: StoredGame | None = None
        self._chosen = ChosenGame(library, (find or newest_watched)(library))
        self.state = FOLLOWS
        self._resumed = self.following = self.current() is not None

    def follow(self, game: int) -> None:
        """Follow this game."""
        with self._lock:
            self._chosen = ChosenGame(self._library, game)
            self._last_document, self._agreed_contents, self.following = None, None, True
            self._resumed, self._last_stored = False, None

    def current(self) -> StoredGame | None:
        """Return the followed game; ``None`` if there is none, or it is over."""
        stored = self._chosen.current()
        self.following = stored is not None
        return stored

    def finished(self) -> StoredGame | None:
        """Return the game that was followed until it was over, as long as no other one is; ``None`` without one."""
        return self._chosen.finished()

    def colours(self) -> frozenset[str]:
        """Return the played colours of the followed game, as last known if the database fails; none if unknown."""
        stored = self._last_known()
        players = () if stored is None else stored.timeline.position.setup.players
        return frozenset(colour for seat in players for colour in seat.colours)

    def grounds(self, reading: Reading) -> Grounds:
        """Return the ground that people have named on the board of the followed game, in a reading's coordinates.

        Nothing is returned where the reading is of another board. Ground that was misread may differ. If the database
        fails, it is the ground that was last known.
        """
        stored = self._last_known()
        if stored is None or not stored.timeline.position.grounds:
            return {}
        fresh = Board.from_document(_board_fields_of(reading.to_document()))
        known = Board.from_document(stored.timeline.camera_position.document())
        board = matched_board(known, fresh, renamed=True)
        if board is None:
            return {}
        turn, (q, r) = _transform(fresh, board)
        return {
            (turned(shifted(cell, (-q, -r)), -turn % len(SIDES)), (edge - turn) % len(SIDES), half): terrain
            for (cell, edge, half), terrain in stored.timeline.position.grounds.items()
        }

    def record(self, event: Event) -> bool:
        """Add an event of the camera to the game's log; it is on the disk when this returns.

        Returns:
            Whether it was recorded: not if no game is followed, it is paused, or the database does not accept it.
        """
        with self._guarded():
            stored = self.current()
            if stored is not None and not stored.timeline.position.paused:
                self._library.add(stored.id, SEEN, event)
                return True
        return False

    def record_change(self, change: TableChange) -> None:
        """Record a change of the table.

        Afterwards the log is compared with the board, and any remaining difference is recorded as well, so that the
        two agree again after a pause, a restart or a fault of the database.
        """
        with self._guarded():
            stored = self._recording()
            if stored is None:
                self._agreed_contents = None
                return
            fresh = Board.from_document(_board_fields_of(change.after.to_document()))
            if change.before is not None and self._agreed_contents == contents_of(change.before):
                self._record_events(stored, change, fresh)
            self._record_differences(self._library.game(stored.id), fresh)
            self._agreed_contents = contents_of(change.after) if self.state == FOLLOWS else None

    def _record_events(self, stored: StoredGame, change: TableChange, fresh: Board) -> None:
        known = Board.from_document(stored.timeline.camera_position.document())
        if not is_other_table(known, fresh.moved(*self._way), bool(stored.timeline.position.grounds)):
            for origin, event in events_of_camera(change.events, self._way):
                self._library.add(stored.id, origin, event)

    def record_board(self, document: Mapping[str, Any]) -> None:
        """Record the events that turn the last board of the camera into this one."""
        with self._guarded():
            stored = None if document is self._last_document else self._recording()
            if stored is not None:
                self._record_differences(stored, Board.from_document(_board_fields_of(document)))
                self._last_document = document

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except SQLAlchemyError as fault:
                # The live table continues; what is missing is recorded as soon as the database works again.
                self._faults.report(fault)
                self.state, self._agreed_contents, self._last_document = BROKEN, None, None

    def _last_known(self) -> StoredGame | None:
        """Return the followed game, as it was last known where the database fails: readings go on meanwhile."""
        with self._guarded():
            self._last_stored = self.current()
        return self._last_stored

    def _recording(self) -> StoredGame | None:
        """Return the followed game, unless it is paused."""
        stored = self.current()
        if stored is not None and stored.timeline.position.paused:
            self.state = PAUSES
            return None
        return stored

    def _record_differences(self, stored: StoredGame, fresh: Board) -> None:
        """Record what turns the board that the camera saw last into a fresh one, if that is of the same table."""
        known = Board.from_document(stored.timeline.camera_position.document())
        board = matched_board(known, fresh, renamed=bool(stored.timeline.position.grounds))
        if board is None:
            if self._resumed and _is_nameless(stored):
                self._chosen, self.following = ChosenGame(self._library, None), False
            self.state = OTHER_BOARD
            return
        self._resumed = False
        self._way = _transform(fresh, board)
        if events := list(events_between(known, board)):
            self._library.add(stored.id, SEEN, *events)
        self.state = FOLLOWS

    @property
    def way(self) -> Transform:
        """Turn and shift from the camera's coordinates to those of the game."""
        return self._way


def newest_watched(library: Library, apart_from: Collection[int] = ()) -> int | None:
    """Return the number of the newest watched game that is not over, or else of the newest; ``None`` without one.

    Args:
        library: the games.
        apart_from: numbers of games that are left out.
    """
    last = None
    for stored in library.newest_first():
        if stored.timeline.position.setup.watched and stored.id not in apart_from:
            if is_followed(stored):
                return stored.id
            last = stored.id if last is None else last
    return last


def _board_fields_of(document: Mapping[str, Any]) -> dict[str, Any]:
    return {field: document[field] for field in _BOARD_FIELDS if field in document}


def _is_nameless(stored: StoredGame) -> bool:
    """Return whether nobody has named the game or a player: most likely a correction began it, and it is forgotten."""
    setup = stored.timeline.position.setup
    return not setup.title and all(seat.name in seat.colours for seat in setup.players)


def _transform(board: Board, moved: Board) -> Transform:
    """Return the turn and shift from one board to the other; tiles keep their order."""
    pairs = list(zip(board.tiles, moved.tiles, strict=True))
    for turn in SIDES:
        shifts = {(m[0] - turned(c, turn)[0], m[1] - turned(c, turn)[1]) for c, m in pairs}
        if len(shifts) == 1:
            return turn, shifts.pop()
    return 0, (0, 0)
