"""Health checks: the database answers, and the threads of the camera and the reader run."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.record.storage.library import Library

_KEY = "longhouse-health"
_DATABASE = "database"
_VALID_S = 3.0
"""Seconds for which a check of the database is valid, so that frequent requests do not load it."""
_TIMEOUT_S = 5.0
"""Seconds after which a database that has not answered yet is reported as failing."""


def set_up(app: Flask, library: Library) -> None:
    """Give the app its health checks."""
    app.extensions[_KEY] = Health(library)


def health_of(app: Flask) -> Health:
    """Return the health checks of an app."""
    return cast(Health, app.extensions[_KEY])


@dataclass(frozen=True)
class _Check:
    """The last check of the database: its time in seconds, and whether it answered."""

    at: float
    answers: bool


class Health:
    """Health checks that are cheap and never wait for another request's check."""

    def __init__(self, library: Library, clock: Callable[[], float] = time.monotonic) -> None:
        """Check this database, at the first request.

        Args:
            library: the games in the database.
            clock: returns the time in seconds.
        """
        self._library, self._clock = library, clock
        self._asking = threading.Lock()
        self._since = 0.0
        self._found: _Check | None = None

    def wrong(self, failing_threads: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of failing parts: ``database``, and the failing threads of the live loop."""
        return failing_threads if self._database_answers() else (_DATABASE, *failing_threads)

    def _database_answers(self) -> bool:
        now, found = self._clock(), self._found
        if found is not None and now - found.at < _VALID_S:
            return found.answers
        if not self._asking.acquire(blocking=False):
            # Another request is checking; the last result holds until the timeout.
            return now - self._since < _TIMEOUT_S and (found is None or found.answers)
        try:
            self._since = now
            self._found = _Check(self._clock(), self._ask())
            return self._found.answers
        finally:
            self._asking.release()

    def _ask(self) -> bool:
        try:
            self._library.check()
        except SQLAlchemyError:
            return False
        return True
