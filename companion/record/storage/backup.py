"""Backups of the database, in a folder beside it."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from zlib import crc32

from calibration.files import sync_folder
from companion.language import N_
from companion.record.storage.carry_over import OTHERS
from companion.record.storage.sqlite_file import reading

_LOG = logging.getLogger(__name__)
_FOLDER = "backups"
_MAX_BACKUPS = 5
"""Backups that are kept; one is made at every start after a change."""


def backups_of(file: Path) -> list[Path]:
    """Return the backups of a database, the newest first."""
    return sorted((file.parent / _FOLDER).glob(f"{file.stem}-{'[0-9]' * 6}{file.suffix}"), reverse=True)


def back_up(file: Path) -> Path | None:
    """Back up a database if it has changed, and delete the oldest backups; writers need not wait.

    Returns:
        The backup; ``None`` if none was needed, or if it failed, which is logged.
    """
    try:
        return _back_up(file)
    except (OSError, sqlite3.Error) as fault:
        _LOG.warning(N_("The database %s cannot be backed up: %s"), file, fault)
        return None


def _back_up(file: Path) -> Path | None:
    known = backups_of(file)
    with closing(reading(file)) as source:
        fingerprint = _fingerprint(source)
        if not fingerprint[0] or (known and fingerprint == _fingerprint_of(known[0])):
            return None
        folder = file.parent / _FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        part = folder / f"{file.stem}.{os.getpid()}.part"
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            _copy(source, part)
            copy = part.replace(folder / f"{file.stem}-{_number(known) + 1:06}{file.suffix}")
        except (OSError, sqlite3.Error):
            with suppress(OSError):
                part.unlink()
            raise
    sync_folder(folder)
    for old in backups_of(file)[_MAX_BACKUPS:]:
        old.unlink(missing_ok=True)
    return copy


def _number(known: list[Path]) -> int:
    """Return the number of the newest backup: numbers are in order even if the computer's clock went back."""
    return int(known[0].stem.rpartition("-")[2]) if known else 0


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with closing(sqlite3.connect(part)) as target:
        target.execute("PRAGMA synchronous=FULL")
        source.backup(target)


def _fingerprint(connection: sqlite3.Connection) -> tuple[object, ...]:
    """Return figures that change with every new or deleted game, every new event, and every change of the rest."""
    games = connection.execute("SELECT count(*), total(id) FROM games").fetchone()
    events = connection.execute("SELECT count(*), max(rowid), total(length(data)) FROM events").fetchone()
    # What else there is has few rows, which may be changed in place.
    others = (crc32(repr(connection.execute(f"SELECT * FROM {name}").fetchall()).encode()) for name in OTHERS)
    return *games, *events, *others


def _fingerprint_of(copy: Path) -> tuple[object, ...] | None:
    try:
        with closing(reading(copy, still=True)) as connection:
            return _fingerprint(connection)
    except sqlite3.DatabaseError:
        return None
