"""The file of a SQLite database: its application, integrity, permissions, and lock."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL

from companion.language import N_
from companion.problems import Problem
from companion.record.storage.tables import METADATA

APPLICATION_ID = 0x4C4F4E47
"""“LONG” in ASCII: the application id in SQLite's file header."""
EVENT = b'{"event":"'
"""Prefix of every event's text, by which even a damaged file is recognised as a database of games."""
_MAGIC = b"SQLite format 3\0"
_OURS = {**{name: {c.name for c in table.columns} for name, table in METADATA.tables.items()}, "alembic_version": None}
_PATIENCE = 30.0
"""Seconds to wait for another process that is opening the same file; migration and salvage take less."""
_OPENING = N_("Another Longhouse is opening “{file}” right now; try again in a moment.")


def file_of(url: URL) -> Path | None:
    """Return the file of a database URL; ``None`` for other databases and for one in memory."""
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


@contextmanager
def opened_alone(file: Path) -> Iterator[None]:
    """Hold a lock, so that no other process checks, salvages or migrates the file at the same time.

    Raises:
        OSError: the folder does not exist or cannot be written to.
        Problem: another process takes too long.
    """
    if not file.parent.is_dir():
        raise FileNotFoundError(file.parent)  # filelock would create the folder of a mistyped address
    lock = FileLock(beside(file, ".lock"), timeout=_PATIENCE, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        raise Problem(_OPENING, file=file) from None
    try:
        yield
    finally:
        lock.release()


def beside(file: Path, ending: str) -> Path:
    """Return the path of a database's file with a further suffix."""
    return file.with_name(file.name + ending)


def parts_of(file: Path) -> list[Path]:
    """Return the existing files of a database: its own, and those of its write-ahead log."""
    return [part for ending in ("", "-wal", "-shm") if (part := beside(file, ending)).exists()]


def make_private(file: Path) -> None:
    """Make the database readable only by its owner, and create it if missing; SQLite gives its log the same rights.

    Raises:
        OSError: it cannot be created.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for part in parts_of(file):
        with suppress(OSError):  # somebody else's file that may be written, or a log that has just been removed
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


def is_ours(file: Path) -> bool:
    """Return whether a file is empty or a database of games, intact or damaged; the file is not changed."""
    with file.open("rb") as opened:
        head = opened.read(100)
    if not head:
        return True
    if head.startswith(_MAGIC) and len(head) == 100:
        owner = int.from_bytes(head[68:72], "big")
        if owner:
            return owner == APPLICATION_ID or _holds_events(file)
        with suppress(sqlite3.DatabaseError):
            return _has_our_tables(file)
    return _holds_events(file)


def _has_our_tables(file: Path) -> bool:
    """Return whether all tables are those of games; the first databases had no application id yet."""
    with closing(reading(file)) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
        names -= {name for name in names if name.startswith("sqlite_")}
        if not names <= _OURS.keys():
            return False
        return all(
            columns is None or {row[1] for row in connection.execute(f"PRAGMA table_info({name})")} == columns
            for name, columns in _OURS.items()
            if name in names
        )


def _holds_events(file: Path) -> bool:
    return any(EVENT in part.read_bytes() for part in parts_of(file))


def is_whole(file: Path) -> bool:
    """Return whether SQLite finds no damage in a file.

    Raises:
        sqlite3.OperationalError: the file is locked or cannot be opened.
    """
    try:
        with closing(reading(file)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


def reading(file: Path, *, still: bool = False) -> sqlite3.Connection:
    """Return a read-only connection; invalid UTF-8 in texts is returned as lone surrogates.

    Args:
        file: the database.
        still: whether no process writes into it, so that SQLite need not create files beside it.
    """
    mode = "mode=ro&immutable=1" if still else "mode=ro"
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=5.0)
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return connection
