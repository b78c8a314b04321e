"""The file of a SQLite database: whose it is, whether it is whole, who may read it, and who opens it just now."""

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
"""“LONG” in ASCII: what SQLite keeps in the head of a file to say which program it belongs to."""
EVENT = b'{"event":"'
"""How the text of every event begins: a file that holds it is one of ours, whatever else of it is damaged."""
_MAGIC = b"SQLite format 3\0"
_OURS = {**{name: {c.name for c in table.columns} for name, table in METADATA.tables.items()}, "alembic_version": None}
_PATIENCE = 30.0
"""Seconds to wait for another process that opens the same file; migrating and salvaging take less."""
_OPENING = N_("Another Longhouse is just opening “{file}”; try again in a moment.")


def file_of(url: URL) -> Path | None:
    """Return the file that an address names; ``None`` for other databases, and for one in the memory."""
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


@contextmanager
def opened_alone(file: Path) -> Iterator[None]:
    """Let no other process check, repair or migrate the file at the same time.

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
    """Return the file of this ending that belongs to a database's file."""
    return file.with_name(file.name + ending)


def parts_of(file: Path) -> list[Path]:
    """Return the files that a database consists of now: its own, and those of its write-ahead log."""
    return [part for ending in ("", "-wal", "-shm") if (part := beside(file, ending)).exists()]


def make_private(file: Path) -> None:
    """Let nobody but its owner read the database; SQLite gives its log the same rights. Makes it where it is not there.

    Raises:
        OSError: it cannot be made.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for part in parts_of(file):
        with suppress(OSError):  # somebody else's file that may be written, or a log that has just been removed
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


def is_ours(file: Path) -> bool:
    """Say whether a file is empty or a database of games, whole or damaged; nothing in it is changed."""
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
    """Say whether there are none but our tables; those that were made before the file was marked have no mark."""
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
    """Say whether SQLite finds no damage in a file.

    Raises:
        sqlite3.OperationalError: this cannot be found out now, for the file is locked or cannot be opened.
    """
    try:
        with closing(reading(file)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


def reading(file: Path, *, still: bool = False) -> sqlite3.Connection:
    """Return a connection that changes nothing; texts that are no UTF-8 come as letters that cannot be written.

    Args:
        file: the database.
        still: nobody writes into it, so that no file has to be made beside it.
    """
    mode = "mode=ro&immutable=1" if still else "mode=ro"
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=5.0)
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return connection
