"""The tables beside games and events, taken over from a damaged database and its backups."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Table

from companion.record.storage.sqlite_file import reading
from companion.record.storage.tables import EVENTS, GAMES, METADATA

_OTHERS = [table for table in METADATA.sorted_tables if table not in (GAMES, EVENTS)]
OTHERS = tuple(table.name for table in _OTHERS)
"""The names of these tables, those first that others refer to."""

Row = tuple[Any, ...]


def carry_over(fresh: Path, damaged: Path, backups: Sequence[Path]) -> None:
    """Copy the rows that can be read into a new database; where a table is damaged, the newest backup adds to it.

    A row that refers to another one that was lost is left out, or refers to none where that is possible.

    Args:
        fresh: the new database, with its games.
        damaged: a copy of the damaged one.
        backups: backups of it, the newest first.
    """
    with closing(sqlite3.connect(fresh)) as connection, connection:
        for table in _OTHERS:
            columns = [column.name for column in table.columns]
            marks = ", ".join("?" * len(columns))
            insert = f"INSERT OR IGNORE INTO {table.name} ({', '.join(columns)}) VALUES ({marks})"
            connection.executemany(insert, map(_readable, _rows(table, columns, damaged, backups)))
        _mend_references(connection)


def _rows(table: Table, columns: Sequence[str], damaged: Path, backups: Sequence[Path]) -> list[Row]:
    """Return the rows of a table; those of a backup come after its own, which therefore hold."""
    rows, is_whole = _read(damaged, table.name, columns, still=False)
    for backup in backups:
        if is_whole:
            break
        more, is_whole = _read(backup, table.name, columns, still=True)
        rows += more
    return rows


def _read(file: Path, name: str, columns: Sequence[str], still: bool) -> tuple[list[Row], bool]:
    """Return the rows that can be read, and whether these are all."""
    found: list[Row] = []
    try:
        with closing(reading(file, still=still)) as connection:
            found.extend(connection.execute(f"SELECT {', '.join(columns)} FROM {name} NOT INDEXED"))
    except sqlite3.DatabaseError:
        return found, False
    return found, True


def _readable(row: Row) -> Row:
    """Return a row with a replacement character for each byte that is not valid UTF-8, so that pages can show it."""
    return tuple(
        value.encode(errors="surrogateescape").decode(errors="replace") if isinstance(value, str) else value
        for value in row
    )


def _mend_references(connection: sqlite3.Connection) -> None:
    """Remove references to rows that are not there, and the rows that cannot be without them."""
    for table in _OTHERS:
        for column in table.columns:
            for key in column.foreign_keys:
                lost = f"{column.name} IS NOT NULL AND {column.name} NOT IN (SELECT id FROM {key.column.table.name})"
                forget = f"UPDATE {table.name} SET {column.name} = NULL"
                change = forget if column.nullable else f"DELETE FROM {table.name}"
                connection.execute(f"{change} WHERE {lost}")
