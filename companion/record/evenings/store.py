"""Evenings in the database: their players, their rounds, and the results that were entered by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, Row, delete, func, insert, select, update

from companion.record.events.log import now
from companion.record.storage.bounds import time_of
from companion.record.storage.row_numbers import next_number, note_deleted
from companion.record.storage.tables import EVENINGS, SITTINGS, possible_id

MAX_NAME, MAX_PLAYERS, MAX_ROUNDS = 80, 200, 50
"""Letters of the name of an evening, its players and its rounds, at most; chosen by hand."""


@dataclass(frozen=True)
class Evening:
    """An evening.

    Attributes:
        id: its number.
        name: its name.
        rulebook: the name of the game that is played.
        seats: players at a table.
        players: who takes part in the next round.
        begun: when it began.
    """

    id: int
    name: str
    rulebook: str
    seats: int
    players: tuple[str, ...]
    begun: datetime


@dataclass(frozen=True)
class Sitting:
    """One table of one round.

    Attributes:
        id: its number.
        round: the round, from 1.
        players: who sits there; one player alone has a bye.
        since: when the round was paired; only games that begin later can be the one of this table.
        game: the number of the game that was played; ``None`` where none is known.
        points: points entered by hand; ``None`` without.
        winners: the winners entered by hand.
    """

    id: int
    round: int
    players: tuple[str, ...]
    since: datetime
    game: int | None = None
    points: Mapping[str, int] | None = None
    winners: frozenset[str] = frozenset()

    @property
    def is_bye(self) -> bool:
        """Whether this is a bye, a round without an opponent."""
        return len(self.players) == 1


class Evenings:
    """All evenings in one database; safe to use from many threads and processes."""

    def __init__(self, engine: Engine) -> None:
        """Use a database that `companion.record.storage.database.open_database` has opened."""
        self._engine = engine

    def all(self) -> list[Evening]:
        """Return all evenings, the newest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(EVENINGS).order_by(EVENINGS.c.id.desc())).all()
        return [_evening(row) for row in rows]

    def evening(self, number: int) -> Evening:
        """Return an evening; raises `KeyError` where there is none of this number."""
        with self._engine.connect() as connection:
            row = connection.execute(select(EVENINGS).where(EVENINGS.c.id == possible_id(number))).one_or_none()
        if row is None:
            raise KeyError(number)
        return _evening(row)

    def begin(self, name: str, rulebook: str, seats: int, players: Sequence[str]) -> int:
        """Begin an evening and return its number."""
        values = {"name": name, "rulebook": rulebook, "seats": seats, "players": json.dumps(list(players))}
        with self._engine.begin() as connection:
            new = insert(EVENINGS).values(**values, begun=now().isoformat(), **next_number(connection, EVENINGS))
            number: int = connection.execute(new.returning(EVENINGS.c.id)).scalar_one()
        return number

    def change_players(self, number: int, players: Sequence[str]) -> None:
        """Change who takes part from the next round on; raises `KeyError` where there is no such evening."""
        with self._engine.begin() as connection:
            changed = connection.execute(
                update(EVENINGS).where(EVENINGS.c.id == possible_id(number)).values(players=json.dumps(list(players)))
            )
            if not changed.rowcount:
                raise KeyError(number)

    def rename(self, number: int, old: str, new: str) -> None:
        """Write another name for a player in all rounds; raises `KeyError` where there is no such evening."""
        names = {old: new}
        with self._engine.begin() as connection:
            # The row of the evening is locked, so that no round is added with the old name meanwhile.
            own = EVENINGS.c.id == possible_id(number)
            connection.execute(update(EVENINGS).where(own).values(id=EVENINGS.c.id))
            row = connection.execute(select(EVENINGS).where(own)).one_or_none()
            if row is None:
                raise KeyError(number)
            connection.execute(update(EVENINGS).where(own).values(players=_renamed(row.players, names)))
            for seat in connection.execute(select(SITTINGS).where(SITTINGS.c.evening == row.id)).all():
                values = {field: _renamed(getattr(seat, field), names) for field in ("players", "points", "winners")}
                connection.execute(update(SITTINGS).where(SITTINGS.c.id == seat.id).values(**values))

    def sittings(self, number: int) -> list[Sitting]:
        """Return the tables of all rounds, in their order."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(SITTINGS)
                .where(SITTINGS.c.evening == possible_id(number))
                .order_by(SITTINGS.c.round, SITTINGS.c.id)
            ).all()
        return [_sitting(row) for row in rows]

    def add_round(self, number: int, after: int, tables: Iterable[Sequence[str]]) -> bool:
        """Add a round, unless somebody else has added it in the meantime; return whether it was added.

        Args:
            number: the evening.
            after: the last round that was known, 0 before the first.
            tables: who sits at each table.
        """
        at = now().isoformat()
        rows = [
            {"evening": number, "round": after + 1, "players": json.dumps(list(players)), "since": at}
            for players in tables
        ]
        with self._engine.begin() as connection:
            # The row of the evening is locked, so that two hosts who ask at once do not both add the round.
            connection.execute(update(EVENINGS).where(EVENINGS.c.id == number).values(id=number))
            last = connection.execute(select(func.max(SITTINGS.c.round)).where(SITTINGS.c.evening == number)).scalar()
            if (last or 0) != after:
                return False
            connection.execute(insert(SITTINGS), rows)
        return True

    def enter(self, evening: int, sitting: int, points: Mapping[str, int], winners: Iterable[str]) -> None:
        """Keep a result that was entered by hand; raises `KeyError` where the evening has no such table."""
        self._change(evening, sitting, points=json.dumps(dict(points)), winners=json.dumps(sorted(winners)))

    def attach(self, evening: int, sitting: int, game: int) -> None:
        """Keep which game was played; raises `KeyError` where the evening has no such table."""
        self._change(evening, sitting, game=game)

    def remove(self, number: int) -> None:
        """Remove an evening; its games stay, its number is not given again. Raises `KeyError` where there is none."""
        with self._engine.begin() as connection:
            connection.execute(delete(SITTINGS).where(SITTINGS.c.evening == possible_id(number)))
            if not connection.execute(delete(EVENINGS).where(EVENINGS.c.id == possible_id(number))).rowcount:
                raise KeyError(number)
            note_deleted(connection, EVENINGS, number)

    def _change(self, evening: int, sitting: int, **values: Any) -> None:
        own = (SITTINGS.c.id == possible_id(sitting), SITTINGS.c.evening == possible_id(evening))
        with self._engine.begin() as connection:
            if not connection.execute(update(SITTINGS).where(*own).values(**values)).rowcount:
                raise KeyError(sitting)


def _renamed(text: str | None, names: Mapping[str, str]) -> str | None:
    """Return a JSON list of players, or an object by players, with other names for some."""
    kept = None if text is None else json.loads(text)
    if isinstance(kept, dict):
        return json.dumps({names.get(name, name): value for name, value in kept.items()})
    return None if kept is None else json.dumps([names.get(name, name) for name in kept])


def _evening(row: Row[Any]) -> Evening:
    return Evening(row.id, row.name, row.rulebook, row.seats, tuple(json.loads(row.players)), time_of(row.begun))


def _sitting(row: Row[Any]) -> Sitting:
    return Sitting(
        row.id,
        row.round,
        tuple(json.loads(row.players)),
        time_of(row.since),
        row.game,
        None if row.points is None else json.loads(row.points),
        frozenset(json.loads(row.winners or "[]")),
    )
