"""The tables of a club in the database: their names, cameras and players, and the games that are played at them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, insert, select, update

from companion.record.storage.row_numbers import next_number, note_deleted
from companion.record.storage.tables import CLUB_TABLES, TABLE_GAMES, possible_id

FJORDS = "fjords"
"""What is played at a table unless something else is chosen."""
MAX_NAME, MAX_CAMERA, MAX_PLAYERS = 60, 500, 8
"""Letters of a name and of a camera's source, and players at one table, at most."""


@dataclass(frozen=True)
class ClubTable:
    """A table of a club.

    Attributes:
        id: its number, which also is in its address.
        name: its name for people.
        camera: a camera's number, a stream's URL, a video file, a folder of pictures, or ``phone``; empty for none.
        rulebook: the name of the game that is played there, as `games.rulebook.known` lists it.
        players: the names of those who play there now or next.
        game: the number of the game that is played there; ``None`` before one has begun.
    """

    id: int
    name: str
    camera: str = ""
    rulebook: str = FJORDS
    players: tuple[str, ...] = ()
    game: int | None = None


class TableRegister:
    """The tables of a club; safe to use from many threads and processes."""

    def __init__(self, engine: Engine) -> None:
        """Use a database that `companion.record.storage.database.open_database` has opened."""
        self._engine = engine

    def tables(self) -> list[ClubTable]:
        """Return all tables in the order in which they were added."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(CLUB_TABLES).order_by(CLUB_TABLES.c.id)).all()
        return [_table(row) for row in rows]

    def table(self, number: int) -> ClubTable:
        """Return one table; raises `KeyError` where there is none of this number."""
        with self._engine.connect() as connection:
            row = connection.execute(select(CLUB_TABLES).where(CLUB_TABLES.c.id == possible_id(number))).one_or_none()
        if row is None:
            raise KeyError(number)
        return _table(row)

    def add(self, name: str, camera: str = "", rulebook: str = FJORDS, players: Sequence[str] = ()) -> int:
        """Add a table and return its number."""
        values = {"name": name, "camera": camera, "rulebook": rulebook, "players": _written(players)}
        with self._engine.begin() as connection:
            new = insert(CLUB_TABLES).values(**values, **next_number(connection, CLUB_TABLES))
            number: int = connection.execute(new.returning(CLUB_TABLES.c.id)).scalar_one()
        return number

    def change(self, number: int, **fields: Any) -> None:
        """Change fields of a table: ``name``, ``camera``, ``rulebook`` or ``players``.

        Raises:
            KeyError: there is no table of this number.
        """
        values = {name: _written(value) if name == "players" else value for name, value in fields.items()}
        with self._engine.begin() as connection:
            _changed(connection, number, values)

    def begin_game(self, number: int, game: int | None) -> None:
        """Have a game be the one that is played at a table; ``None`` for none any more.

        Raises:
            KeyError: there is no table of this number.
        """
        with self._engine.begin() as connection:
            _changed(connection, number, {"game": game})
            if game is not None:
                connection.execute(delete(TABLE_GAMES).where(TABLE_GAMES.c.game == game))
                connection.execute(insert(TABLE_GAMES).values(game=game, club_table=number))

    def table_of(self, game: int) -> int | None:
        """Return the number of the table that a game was begun at; ``None`` for one that was not begun at any."""
        with self._engine.connect() as connection:
            found: int | None = connection.execute(
                select(TABLE_GAMES.c.club_table).where(TABLE_GAMES.c.game == possible_id(game))
            ).scalar_one_or_none()
        return found

    def games(self) -> frozenset[int]:
        """Return the numbers of all games that were begun at a table."""
        with self._engine.connect() as connection:
            return frozenset(connection.execute(select(TABLE_GAMES.c.game)).scalars())

    def remove(self, number: int) -> None:
        """Remove a table; its games stay, and its number is not given again. Raises `KeyError` where there is none."""
        with self._engine.begin() as connection:
            connection.execute(delete(TABLE_GAMES).where(TABLE_GAMES.c.club_table == possible_id(number)))
            if not connection.execute(delete(CLUB_TABLES).where(CLUB_TABLES.c.id == possible_id(number))).rowcount:
                raise KeyError(number)
            note_deleted(connection, CLUB_TABLES, number)


def _changed(connection: Connection, number: int, values: dict[str, Any]) -> None:
    change = update(CLUB_TABLES).where(CLUB_TABLES.c.id == possible_id(number)).values(**values)
    if not connection.execute(change).rowcount:
        raise KeyError(number)


def _written(players: Sequence[str]) -> str:
    return json.dumps(list(players), ensure_ascii=False)


def _table(row: Row[Any]) -> ClubTable:
    return ClubTable(row.id, row.name, row.camera, row.rulebook, tuple(json.loads(row.players)), row.game)
