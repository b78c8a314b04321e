"""The stored games. An event is on the disk before `Library.add` returns."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, Row, bindparam, delete, func, insert, literal, select
from sqlalchemy.exc import DatabaseError, IntegrityError

from companion.language import N_
from companion.record.events.log import ORIGINS, Entry, Event, Origin, data_of, event_of, now
from companion.record.storage.bounds import time_of
from companion.record.storage.row_numbers import next_number, note_deleted
from companion.record.storage.tables import EVENTS, GAMES, possible_id
from companion.record.timeline import FAULTS, Timeline, timeline_of
from companion.scoring.fjords_tally import FjordsTally

_LOG = logging.getLogger(__name__)
_CACHED_GAMES = 500
"""Games that stay in memory once they were read, at about 0.2 MB each, so that lists are shown at once."""
_MAX_ATTEMPTS = 8
"""Attempts to insert an event with the next number while others add events to the same game."""


class Unreadable(KeyError):
    """A stored game whose log cannot be parsed, replayed or tallied.

    It is a `KeyError`, because look-ups treat it like a missing game; only lists and its own page show it.
    """

    def __init__(self, game: int) -> None:
        """Keep the game's number."""
        super().__init__(game)
        self.game = game


class _Missing(KeyError):
    """There is no game of this number."""


@dataclass(frozen=True)
class StoredGame:
    """A stored game: its number in this library, its globally unique name, its beginning, and its log."""

    id: int
    uid: str
    begun: datetime
    timeline: Timeline


class Library:
    """The games in one database; safe to use from many threads."""

    def __init__(self, engine: Engine) -> None:
        """Use a database that `companion.record.storage.database.open_database` has opened."""
        self._engine = engine
        self._known: OrderedDict[int, StoredGame] = OrderedDict()
        self._refusals: set[int] = set()
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def check(self) -> None:
        """Run a trivial query; raises `sqlalchemy.exc.SQLAlchemyError` if the database does not answer."""
        with self._engine.connect() as connection:
            connection.execute(select(GAMES.c.id).limit(1)).first()

    def begin(self, origin: Origin, *events: Event) -> int:
        """Create a game with these events and return its number."""
        at = now()
        return self.import_game(uuid.uuid4().hex, at, [Entry(n, at, origin, e) for n, e in enumerate(events, start=1)])

    def import_game(self, uid: str, begun: datetime, entries: Iterable[Entry]) -> int:
        """Store a whole game and return its number.

        Raises:
            KeyError: a game of this name is stored already.
        """
        with self._engine.begin() as connection:
            try:
                new = insert(GAMES).values(uid=uid, begun=begun.isoformat(), **next_number(connection, GAMES))
                game: int = connection.execute(new.returning(GAMES.c.id)).scalar_one()
            except IntegrityError:
                raise KeyError(uid) from None
            rows = [_row(game, entry) for entry in entries]
            if rows:
                connection.execute(insert(EVENTS), rows)
        return game

    def add(self, game: int, origin: Origin, *events: Event) -> int:
        """Add events that happened at once to a game's log; they are on the disk when this returns, or none of them is.

        Returns:
            The number of the last one in the log.

        Raises:
            KeyError: there is no such game.
        """
        for _ in range(_MAX_ATTEMPTS - 1):
            with suppress(IntegrityError):  # somebody else has added an event with one of the numbers in the meantime
                return self._add(game, origin, events)
        return self._add(game, origin, events)

    def _add(self, game: int, origin: Origin, events: Iterable[Event]) -> int:
        """Add events with the next numbers, which may be given to others at the same moment.

        Raises:
            IntegrityError: one of them was.
            KeyError: there is no such game.
        """
        at, given = now().isoformat(), None
        number = select(func.coalesce(func.max(EVENTS.c.number), 0) + 1).where(EVENTS.c.game == game).scalar_subquery()
        data = bindparam("data", type_=EVENTS.c.data.type)
        source = select(GAMES.c.id, number, literal(at), literal(origin), data).where(GAMES.c.id == game)
        statement = insert(EVENTS).from_select(["game", "number", "at", "origin", "data"], source)
        with self._engine.begin() as connection:
            if self._engine.dialect.name != "sqlite":
                # Writers of one game take turns here, so that each gets the next number at once; SQLite has one writer
                # at a time anyway.
                connection.execute(select(GAMES.c.id).where(GAMES.c.id == game).with_for_update())
            for event in events:
                added = connection.execute(statement.returning(EVENTS.c.number), {"data": _json(event)})
                given = added.scalar_one_or_none()
        if given is None:
            raise KeyError(game)
        return int(given)

    def game(self, game: int) -> StoredGame:
        """Return a game with its log, which has been replayed.

        Raises:
            KeyError: there is no game of this number.
            Unreadable: there is one, but its log cannot be parsed or replayed.
        """
        try:
            stored = self._read(game)
            _ = stored.timeline.position
        except FAULTS as fault:
            if isinstance(fault, _Missing):
                raise KeyError(game) from None
            raise self._refused(game, fault) from None
        except DatabaseError as fault:
            if not _is_damage(fault):
                raise
            raise self._refused(game, fault) from None
        self._remember(stored)
        return stored

    def counted(self, game: int) -> StoredGame:
        """Return a game whose result can be computed; raises as `game` does."""
        stored = self.game(game)
        try:
            _ = stored.timeline.result
        except FAULTS as fault:
            raise self._refused(game, fault) from None
        return stored

    def with_tally(self, game: int) -> tuple[StoredGame, FjordsTally]:
        """Return a game of Fjords with its last board, which is counted once for both; raises as `game` does."""
        stored = self.game(game)
        try:
            return stored, stored.timeline.fjords_tally
        except FAULTS as fault:
            raise self._refused(game, fault) from None

    def _refused(self, game: int, fault: Exception) -> Unreadable:
        with self._lock:
            is_new = game not in self._refusals
            self._refusals.add(game)
        if is_new:
            _LOG.warning(N_("Game %d cannot be read and is set aside: %s"), game, str(fault).partition("\n")[0])
        return Unreadable(game)

    def _read(self, game: int) -> StoredGame:
        with self._engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == possible_id(game))).one_or_none()
            if row is None:
                raise _Missing(game)
            known = self._known.get(game)
            after = known.timeline.last_number if known is not None and known.uid == row.uid else 0
            fresh = connection.execute(
                select(EVENTS).where(EVENTS.c.game == game, EVENTS.c.number > after).order_by(EVENTS.c.number)
            ).all()
        if known is None or not after or fresh:
            before = known.timeline.entries if known is not None and after else ()
            known = StoredGame(row.id, row.uid, time_of(row.begun), timeline_of((*before, *_entries(fresh, after))))
        return known

    def _remember(self, stored: StoredGame) -> None:
        """Cache a game, and drop the least recently used one."""
        with self._lock:
            self._known[stored.id] = stored
            self._known.move_to_end(stored.id)
            while len(self._known) > _CACHED_GAMES:
                self._known.popitem(last=False)

    def games(self) -> list[StoredGame]:
        """Return all games whose points can be counted, the newest first."""
        return list(self.countable())

    def countable(self) -> Iterator[StoredGame]:
        """Yield lazily all games whose points can be counted, the newest first."""
        return (stored for stored in self.listed() if isinstance(stored, StoredGame))

    def newest_first(self) -> Iterator[StoredGame]:
        """Yield lazily all games whose log can be replayed, the newest first; their boards may be malformed."""
        for number in self._numbers():
            with suppress(KeyError):  # unreadable, or deleted in the meantime
                yield self.game(number)

    def listed(self) -> Iterator[StoredGame | Unreadable]:
        """Yield all games, the newest first; for one that cannot be read, an `Unreadable`."""
        for number in self._numbers():
            try:
                yield self.counted(number)
            except Unreadable as refused:
                yield refused
            except KeyError:  # deleted in the meantime
                continue

    def _numbers(self) -> Sequence[int]:
        with self._engine.connect() as connection:
            order = (GAMES.c.begun.desc(), GAMES.c.id.desc())
            return connection.execute(select(GAMES.c.id).order_by(*order)).scalars().all()

    def number_of(self, uid: str) -> int | None:
        """Return the number of the game of this unique name; ``None`` where there is none."""
        with self._engine.connect() as connection:
            number: int | None = connection.execute(select(GAMES.c.id).where(GAMES.c.uid == uid)).scalar_one_or_none()
            return number

    def raw(self, game: int) -> dict[str, Any]:
        """Return the unparsed rows of a game; raises `KeyError` if there is none."""
        with self._engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == possible_id(game))).one_or_none()
            if row is None:
                raise KeyError(game)
            log = connection.execute(select(EVENTS).where(EVENTS.c.game == game).order_by(EVENTS.c.number)).all()
        events = [{"number": e.number, "at": e.at, "origin": e.origin, "data": e.data} for e in log]
        return {"id": row.uid, "begun": row.begun, "events": events}

    def delete(self, game: int) -> None:
        """Delete a game and its log; its number is not given again. Raises `KeyError` if there is none."""
        with self._engine.begin() as connection:
            connection.execute(delete(EVENTS).where(EVENTS.c.game == game))
            if not connection.execute(delete(GAMES).where(GAMES.c.id == game)).rowcount:
                raise KeyError(game)
            note_deleted(connection, GAMES, game)
        with self._lock:
            self._known.pop(game, None)
            self._refusals.discard(game)


def _row(game: int, entry: Entry) -> dict[str, object]:
    return {
        "game": game,
        "number": entry.number,
        "at": entry.at.isoformat(),
        "origin": entry.origin,
        "data": _json(entry.event),
    }


def _entries(rows: Sequence[Row[tuple[object, ...]]], after: int) -> Iterator[Entry]:
    """Yield the entries in rows; their numbers must be consecutive, because a gap means a loss."""
    for number, row in enumerate(rows, start=after + 1):
        if row.number != number or row.origin not in ORIGINS:
            raise ValueError(f"entry {number} is missing or damaged")
        row.data.encode()  # raises for invalid UTF-8, which was read as lone surrogates
        yield Entry(number, time_of(row.at), row.origin, event_of(json.loads(row.data)))


def _is_damage(fault: DatabaseError) -> bool:
    """Return whether an error means a damaged file; all others are transient."""
    return isinstance(fault.orig, sqlite3.DatabaseError) and type(fault.orig) is sqlite3.DatabaseError


def _json(event: Event) -> str:
    return json.dumps(data_of(event), ensure_ascii=False, separators=(",", ":"))
