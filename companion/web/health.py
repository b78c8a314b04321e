"""Health checks: the database answers, files can be written, and the threads of the camera and the reader run."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.record.storage.library import Library

_KEY = "longhouse-health"
_DATABASE, _STORAGE = "database", "storage"
_VALID_S = 3.0
"""Seconds for which a check is valid, so that frequent requests load neither the database nor the disk."""
_TIMEOUT_S = 5.0
"""Seconds after which a database or a disk that has not answered yet is reported as failing."""
_ROOM = 1 << 16
"""Bytes for which there has to be room; what one event adds to the database's log is less."""


def set_up(app: Flask, library: Library, folders: Iterable[Path]) -> None:
    """Give the app its health checks; ``folders`` are those that it writes into."""
    app.extensions[_KEY] = Health(library, folders)


def health_of(app: Flask) -> Health:
    """Return the health checks of an app."""
    return cast(Health, app.extensions[_KEY])


class Health:
    """Health checks that are cheap and never wait for another request's check."""

    def __init__(
        self, library: Library, folders: Iterable[Path] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Check this database and these folders, at the first request.

        Args:
            library: the games in the database.
            folders: what has to be writable.
            clock: returns the time in seconds.
        """
        self._database = _Checked(partial(_answers, library), clock)
        self._storage = [_Checked(partial(_is_writable, folder), clock) for folder in set(folders)]

    @property
    def database_answers(self) -> bool:
        """Whether the database answers."""
        return self._database.is_well

    def wrong(self, failing_threads: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of failing parts: ``database``, ``storage``, and the failing threads of the live loop."""
        database = () if self.database_answers else (_DATABASE,)
        storage = () if all(folder.is_well for folder in self._storage) else (_STORAGE,)
        return (*database, *storage, *failing_threads)


@dataclass(frozen=True)
class _Result:
    """The last result of a check: its time in seconds, and whether all was well."""

    at: float
    is_well: bool


class _Checked:
    """Something that is checked anew when its last result is too old, by one request at a time."""

    def __init__(self, check: Callable[[], bool], clock: Callable[[], float]) -> None:
        self._check, self._clock = check, clock
        self._checking = threading.Lock()
        self._since = 0.0
        self._last: _Result | None = None

    @property
    def is_well(self) -> bool:
        now, last = self._clock(), self._last
        if last is not None and now - last.at < _VALID_S:
            return last.is_well
        if not self._checking.acquire(blocking=False):
            # Another request is checking; the last result holds until the timeout.
            return now - self._since < _TIMEOUT_S and (last is None or last.is_well)
        try:
            self._since = now
            self._last = _Result(self._clock(), self._check())
            return self._last.is_well
        finally:
            self._checking.release()


def _answers(library: Library) -> bool:
    try:
        library.check()
    except SQLAlchemyError:
        return False
    return True


def _is_writable(folder: Path) -> bool:
    """Return whether a file can be written in a folder; it has no name where possible, and is gone afterwards."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_ROOM))
    except OSError:
        return False
    return True
