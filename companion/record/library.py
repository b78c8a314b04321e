"""All games that are kept. An event is on the disk before `Library.add` comes back."""

from __future__ import annotations

import json
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, Row, bindparam, delete, func, insert, literal, select
from sqlalchemy.exc import IntegrityError

from companion.record.events import Entry, Event, data_of, event_of, now
from companion.record.tables import EVENTS, GAMES
from companion.record.timeline import Timeline, timeline_of

_AT_HAND = 500
"""Games that are kept in memory once they were read, at about 0.2 MB each: a list of them is shown at once."""
_LAST_NUMBER = 2**31 - 1
"""The largest number that a game can have: its column is a 32-bit integer in PostgreSQL."""
_TRIES = 8
"""How often an event is given the next number, where others add events to the same game at the same time."""


@dataclass(frozen=True)
class Kept:
    """A game that is kept: its number here, the name that it has everywhere, when it began, and its log."""

    id: int
    uid: str
    begun: datetime
    timeline: Timeline


class Library:
    """The games in one database; safe to use from many threads."""

    def __init__(self, engine: Engine) -> None:
        """Keep games in this database, which `companion.record.database.open_database` has opened."""
        self._engine = engine
        self._known: OrderedDict[int, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()

    def begin(self, origin: str, *events: Event) -> int:
        """Begin a game with these events and return its number."""
        at = now()
        return self.take_in(uuid.uuid4().hex, at, [Entry(n, at, origin, e) for n, e in enumerate(events, start=1)])

    def take_in(self, uid: str, begun: datetime, entries: Iterable[Entry]) -> int:
        """Keep a whole game and return its number.

        Raises:
            KeyError: a game of this name is kept already.
        """
        with self._engine.begin() as connection:
            try:
                game = connection.execute(
                    insert(GAMES).values(uid=uid, begun=begun.isoformat()).returning(GAMES.c.id)
                ).scalar_one()
            except IntegrityError:
                raise KeyError(uid) from None
            rows = [_row(game, entry) for entry in entries]
            if rows:
                connection.execute(insert(EVENTS), rows)
        return game

    def add(self, game: int, origin: str, event: Event) -> int:
        """Add an event to a game's log and return its number there; it is on the disk when this comes back.

        Raises:
            KeyError: there is no such game.
        """
        number = select(func.coalesce(func.max(EVENTS.c.number), 0) + 1).where(EVENTS.c.game == game).scalar_subquery()
        source = select(
            GAMES.c.id, number, literal(now().isoformat()), literal(origin), bindparam("data", _json(event))
        ).where(GAMES.c.id == game)
        statement = insert(EVENTS).from_select(["game", "number", "at", "origin", "data"], source)
        for left in range(_TRIES, 0, -1):
            try:
                with self._engine.begin() as connection:
                    given = connection.execute(statement.returning(EVENTS.c.number)).scalar_one_or_none()
            except IntegrityError:
                if left == 1:
                    raise
                continue
            if given is None:
                raise KeyError(game)
            return given
        raise AssertionError

    def game(self, game: int) -> Kept:
        """Return a game with its log; raises `KeyError` where there is none of this number."""
        if game > _LAST_NUMBER:
            raise KeyError(game)
        with self._engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game)).one_or_none()
            if row is None:
                raise KeyError(game)
            known = self._known.get(game)
            after = known.timeline.last_number if known is not None and known.uid == row.uid else 0
            fresh = connection.execute(
                select(EVENTS).where(EVENTS.c.game == game, EVENTS.c.number > after).order_by(EVENTS.c.number)
            ).all()
        if known is None or not after or fresh:
            before = known.timeline.entries if known is not None and after else ()
            timeline = timeline_of((*before, *map(_entry, fresh)))
            known = Kept(row.id, row.uid, datetime.fromisoformat(row.begun), timeline)
        self._remember(known)
        return known

    def _remember(self, kept: Kept) -> None:
        """Keep a game at hand, and let go of the one that nobody has asked for longest."""
        with self._lock:
            self._known[kept.id] = kept
            self._known.move_to_end(kept.id)
            while len(self._known) > _AT_HAND:
                self._known.popitem(last=False)

    def games(self) -> list[Kept]:
        """Return all games, the newest first."""
        return list(self.newest_first())

    def newest_first(self) -> Iterator[Kept]:
        """Yield all games, the newest first; each is read when it is asked for."""
        with self._engine.connect() as connection:
            order = (GAMES.c.begun.desc(), GAMES.c.id.desc())
            numbers = connection.execute(select(GAMES.c.id).order_by(*order)).scalars().all()
        for number in numbers:
            with suppress(KeyError):  # deleted in the meantime
                yield self.game(number)

    def forget(self, game: int) -> None:
        """Delete a game and its log; raises `KeyError` where there is none of this number."""
        with self._engine.begin() as connection:
            connection.execute(delete(EVENTS).where(EVENTS.c.game == game))
            if not connection.execute(delete(GAMES).where(GAMES.c.id == game)).rowcount:
                raise KeyError(game)
        with self._lock:
            self._known.pop(game, None)


def _row(game: int, entry: Entry) -> dict[str, object]:
    return {
        "game": game,
        "number": entry.number,
        "at": entry.at.isoformat(),
        "origin": entry.origin,
        "data": _json(entry.event),
    }


def _entry(row: Row[tuple[object, ...]]) -> Entry:
    return Entry(row.number, datetime.fromisoformat(row.at), row.origin, event_of(json.loads(row.data)))


def _json(event: Event) -> str:
    return json.dumps(data_of(event), ensure_ascii=False, separators=(",", ":"))
