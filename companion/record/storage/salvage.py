"""Salvage of a damaged database: its readable rows go into a new one, and it is kept under another name."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from calibration.files import sync_folder
from companion.language import N_
from companion.record.events.log import ORIGINS
from companion.record.storage.backup import backups_of
from companion.record.storage.bounds import time_of
from companion.record.storage.carry_over import carry_over
from companion.record.storage.pages_scan import rows_in
from companion.record.storage.sqlite_file import beside, parts_of, reading

_LOG = logging.getLogger(__name__)
_READY = ".salvaged"
_TABLES = {"games": "id, uid, begun", "events": "game, number, at, origin, data"}

Row = tuple[Any, ...]
Games = dict[Any, Row]
Events = dict[Any, Row]


def salvage(file: Path, make: Callable[[Path], None]) -> None:
    """Replace a damaged database by a new one with all rows that can be read from it and from its backups.

    The damaged one is kept beside it unchanged. If the process is killed meanwhile, the next start completes this.

    Args:
        file: the damaged database; no other process may open it meanwhile.
        make: creates an empty database in a file.

    Raises:
        OSError, sqlite3.Error: the new one cannot be written; the damaged one is still in its place.
    """
    with TemporaryDirectory(dir=file.parent, prefix=".salvage-") as passing:
        # Only copies are read: SQLite writes into a file with a write-ahead log even to read it.
        copy, fresh = Path(passing) / "damaged.db", Path(passing) / "fresh.db"
        for part in parts_of(file):
            if not part.name.endswith("-shm"):
                shutil.copyfile(part, copy.with_name(copy.name + part.name[len(file.name) :]))
        backups = backups_of(file)
        games, events = _rows(copy, backups)
        make(fresh)
        _fill(fresh, games, events)
        carry_over(fresh, copy, backups)
        fresh.replace(beside(file, _READY))
    sync_folder(file.parent)
    _LOG.warning(N_("The database %s was damaged; %d games with %d events were read."), file, len(games), len(events))
    finish(file)


def finish(file: Path) -> None:
    """Move a completed new database to the place of the damaged one, if there is one."""
    ready = beside(file, _READY)
    if not ready.exists():
        return
    name = _free_name(file)
    # The log is moved first: beside the new database it would be taken for its own.
    for part in reversed(parts_of(file)):
        if part.name.endswith("-shm"):
            part.unlink()  # only an index of the log, which SQLite creates again
        else:
            part.replace(file.with_name(name + part.name[len(file.name) :]))
    ready.replace(file)
    sync_folder(file.parent)
    _LOG.warning(N_("The damaged database is kept as %s"), file.with_name(name))


def _free_name(file: Path) -> str:
    """Return an unused name for a damaged database, even if the clock shows the same time twice."""
    base = f"{file.stem}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    names = (f"{base}{f'-{number}' if number else ''}{file.suffix}" for number in count())
    return next(name for name in names if not parts_of(file.with_name(name)))


def damaged_beside(file: Path) -> list[str]:
    """Return the names of the damaged databases that were kept, the newest first."""
    return sorted((path.name for path in file.parent.glob(f"{file.stem}.damaged-*{file.suffix}")), reverse=True)


def _rows(copy: Path, backups: list[Path]) -> tuple[Games, Events]:
    """Return the rows of a damaged database; missing ones are searched for in its pages, then in backups."""
    scanned = list(rows_in(copy))  # before SQLite has touched the copy
    games, games_whole = _read(copy, "games")
    events, events_whole = _read(copy, "events")
    if not games_whole:
        _add_games(games, [(number, *values[1:]) for number, values in scanned])
    if not (games_whole and events_whole):
        rows = filter(_is_event, (values for _, values in scanned))
        _add_events(games, events, [row for row in rows if row[0] in games or not games_whole])
    for backup in backups:
        known, _ = _read(backup, "games", still=True)
        if not games_whole:
            _add_games(games, known.values())
        # A deleted game must not come back. Its number may have been given to another one; their names differ.
        same = {n: row for n, row in known.items() if games.get(n, () if games_whole else row)[:2] == row[:2]}
        copied, _ = _read(backup, "events", still=True)
        _add_events(same, events, [row for row in filter(_is_event, copied.values()) if row[0] in same])
    for game, number in sorted(key for key in events if key[0] not in games):
        games.setdefault(game, (game, uuid.uuid4().hex, events[game, number][2]))
    return games, events


def _read(file: Path, table: str, *, still: bool = False) -> tuple[dict[Any, Row], bool]:
    """Return the readable rows of a table by their keys, and whether these are all."""
    found: dict[Any, Row] = {}
    try:
        with closing(reading(file, still=still)) as connection:
            for row in connection.execute(f"SELECT {_TABLES[table]} FROM {table} NOT INDEXED"):
                found[row[0] if table == "games" else row[:2]] = row
    except sqlite3.DatabaseError:
        return found, False
    return found, True


def _add_games(games: dict[Any, Row], rows: Iterable[Row]) -> None:
    names = {row[1] for row in games.values()}
    for row in filter(_is_game, rows):
        if row[1] not in names:
            games.setdefault(row[0], row)
            names.add(row[1])


def _add_events(games: Mapping[Any, Row], events: dict[Any, Row], rows: Iterable[Row]) -> None:
    for row in rows:
        game = games.get(row[0])
        # An event older than its game belongs to a deleted game that had the same number.
        if game is None or not _is_time(game[2]) or time_of(game[2]) <= time_of(row[2]):
            events.setdefault((row[0], row[1]), row)


def _is_game(row: Row) -> bool:
    return len(row) == 3 and isinstance(row[0], int) and row[0] > 0 and isinstance(row[1], str) and _is_time(row[2])


def _is_event(row: Row) -> bool:
    numbered = len(row) == 5 and all(isinstance(value, int) and value > 0 for value in row[:2])
    return numbered and row[3] in ORIGINS and _is_time(row[2]) and _is_json(row[4])


def _is_time(value: object) -> bool:
    try:
        time_of(value)
    except ValueError:
        return False
    return True


def _is_json(value: object) -> bool:
    try:
        return isinstance(value, str) and isinstance(json.loads(value), dict)
    except (ValueError, RecursionError):
        return False


def _fill(fresh: Path, games: Games, events: Events) -> None:
    with closing(sqlite3.connect(fresh)) as connection, connection:
        connection.executemany("INSERT OR IGNORE INTO games VALUES (?, ?, ?)", map(_writable, games.values()))
        connection.executemany("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?)", map(_writable, events.values()))


def _writable(row: Row) -> Row:
    """Return a row with damaged texts as bytes, so that SQLite stores them unchanged."""
    return tuple(_as_it_was(value) if isinstance(value, str) else value for value in row)


def _as_it_was(text: str) -> str | bytes:
    data = text.encode("utf-8", "surrogateescape")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
