"""The live table and its recorded game: readings are recorded first, and shown as recorded."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, current_app, request
from sqlalchemy.exc import SQLAlchemyError

from companion.language import N_
from companion.live.snapshots import Pictures, Table
from companion.record.doubts.entered_sides import entered_sides
from companion.record.events.games import Seat, SetUp
from companion.record.events.log import HAND
from companion.record.followed_game import FollowedGame
from companion.record.recorder import BROKEN, OTHER_BOARD
from companion.record.same_table import matched_board
from companion.record.storage.library import StoredGame
from companion.scoring.doubtful_breaches import with_sure_notices
from companion.scoring.fjords_tally import FjordsTally, tally_document
from companion.web.base.languages import language
from companion.web.base.store import recorder
from companion.web.board.game_phase import settled_order
from companion.web.games.album import Album
from companion.web.games.view import shown_step_count
from companion.web.games.words import to_redo_words, to_undo_words
from companion.web.limits.memo import Memo
from companion.web.table_context import services
from games.fjords.board import Board
from games.fjords.checks.warning import Warning as BoardWarning
from vision.merging.coordinates import move_reading

pages = Blueprint("kept", __name__)

_TROUBLE = {
    OTHER_BOARD: N_("The camera shows another board than the one of this game; nothing is recorded."),
    BROKEN: N_("The game cannot be saved right now; check whether the disk is full."),
}


CLUB_VIEWERS = "longhouse-club-viewers"
"""Key of a club's function that notifies the viewers of all tables that a changed game concerns, given its number."""
VIEWERS_ELSEWHERE = "longhouse-viewers-elsewhere"
"""Key of the function that notifies viewers whom other web processes serve."""
_FINISHED = "longhouse-finished-here"
_MAX_TALLIES = 2
"""Counted boards kept: the present one, and the one before, which a slow viewer may still be asking for."""


class RecordedTable(Table):
    """A table whose boards are recorded before they are published."""

    def __init__(self, recorder: FollowedGame) -> None:
        """Record boards with this recorder."""
        super().__init__()
        self._recorder = recorder
        self._tallies = Memo[FjordsTally](_MAX_TALLIES)
        self._album: Album | None = None
        self._pictures: Pictures | None = None
        self._shown: tuple[str, int] | None = None

    def keep_pictures(self, album: Album, pictures: Pictures) -> None:
        """Store the pictures of changes in an album, while they are wanted."""
        self._album, self._pictures = album, pictures
        self._shown = _last_seen(self._recorder.current())

    def current_tally(self) -> FjordsTally | None:
        """Return the tally to show: that of the followed game, which includes the reading, or of the reading alone.

        ``None`` without either. The same object is returned as long as neither the reading nor the game has changed.
        """
        seen, recorder = self.snapshot.tally, self._recorder
        if recorder.current() is not None and seen is not None:
            recorder.record_board(seen.document)
        stored = recorder.current()
        if stored is None or recorder.state == OTHER_BOARD or (seen is None and not stored.timeline.position.tiles):
            return seen
        timeline, way = stored.timeline, recorder.way
        reading = seen.reading if seen is not None else None
        position = timeline.position

        def counted() -> FjordsTally:
            tally = tally_document(position.document(), reading and move_reading(reading, *way))
            return with_sure_notices(tally, entered_sides(position))

        return self._tallies.get((seen, stored.uid, timeline.last_number, way), counted)

    def current_notices(self) -> tuple[BoardWarning, ...]:
        """Return the warnings about the board to show; about the reading alone while the database fails.

        The reading thread asks for them in the middle of a change, which would be lost with an exception.
        """
        try:
            return super().current_notices()
        except SQLAlchemyError:
            seen = self.snapshot.tally
            return () if seen is None else seen.notices

    def publish(self, **changes: object) -> None:
        """Record a new board, then make a new snapshot, also where the database fails."""
        tally = changes.get("tally")
        if isinstance(tally, FjordsTally):
            # The recorder reports the fault of a database that does not even look the game up.
            with suppress(SQLAlchemyError):
                self._recorder.record_board(tally.document)
                self._order_settlers()
                self._keep_picture()
        super().publish(**changes)

    def _keep_picture(self) -> None:
        """Store the newest picture if the camera has seen a change since the last published board.

        The live loop records changes before it publishes a board; therefore the logs are compared, not the boards.
        """
        stored = self._recorder.current()
        before, self._shown = self._shown, _last_seen(stored)
        if stored is None or self._album is None or self._pictures is None or not self._album.wanted:
            return
        newest = self._pictures.newer(0, 0)
        if newest is not None and self._shown != before:
            self._album.keep(stored.uid, stored.timeline.last_number, newest[1])

    def _order_settlers(self) -> None:
        """Record the order of settlement once it follows from the first viking: it decides turns and ties."""
        stored = self._recorder.current()
        setup = settled_order(stored.timeline) if stored is not None else None
        if setup is not None:
            self._recorder.record(setup)


def _last_seen(stored: StoredGame | None) -> tuple[str, int] | None:
    """Return the followed game and its last entry from the camera; ``None`` where no game is followed."""
    if stored is None:
        return None
    seen = (entry.number for entry in reversed(stored.timeline.entries) if entry.origin != HAND)
    return stored.uid, next(seen, 0)


@dataclass(frozen=True)
class Followed:
    """Template data of the followed game."""

    stored: StoredGame
    steps: int
    paused: bool
    trouble: str | None


def followed() -> Followed | None:
    """Return the followed game; ``None`` where there is none."""
    stored = recorder().current()
    if stored is None:
        return None
    position = stored.timeline.position
    return Followed(stored, shown_step_count(stored.timeline), position.paused, _TROUBLE.get(recorder().state))


def finished_here() -> StoredGame | None:
    """Return the game that is over while its board still lies on the table; ``None`` if there is none."""
    stored, tally = recorder().finished(), live_tally()
    if stored is None or tally is None:
        return None
    known = cast("Memo[bool]", current_app.extensions.setdefault(_FINISHED, Memo[bool](_MAX_TALLIES)))
    key = tally, stored.uid, stored.timeline.last_number
    return stored if known.get(key, lambda: _lies_there(stored, tally.board)) else None


def _lies_there(stored: StoredGame, fresh: Board) -> bool:
    """Return whether the board of a game, as the camera saw it last, is the one that the camera sees now."""
    seen = Board.from_document(stored.timeline.camera_position.document())
    return bool(seen.tiles) and matched_board(seen, fresh, bool(stored.timeline.position.grounds)) is not None


@pages.app_context_processor
def _words() -> dict[str, object]:
    lang = language()
    return {
        "followed": followed,
        "finished_here": finished_here,
        "to_undo_words": lambda timeline: to_undo_words(timeline, lang),
        "to_redo_words": lambda timeline: to_redo_words(timeline, lang),
    }


def live_tally() -> FjordsTally | None:
    """Return the tally of the live table; ``None`` before the first reading."""
    return services().table.current_tally()


def tell_viewers() -> None:
    """Notify all viewers that a person has changed a game, which the request's address names where it is not new."""
    tell = current_app.extensions.get(CLUB_VIEWERS)
    if tell is not None:
        tell((request.view_args or {}).get("game"))
        return
    table = services().table
    table.publish(entered=table.snapshot.entered + 1)
    tell_elsewhere = current_app.extensions.get(VIEWERS_ELSEWHERE)
    if tell_elsewhere is not None:
        tell_elsewhere()


def watched_setup() -> SetUp:
    """Return the initial set-up for the watched table: its colours."""
    tally = services().table.snapshot.tally
    colours = [p.colours[0] for p in tally.board.players] if tally is not None else []
    return SetUp(players=tuple(Seat(colour, (colour,)) for colour in colours[:4]), watched=True)
