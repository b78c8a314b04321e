"""Whether the server does what it is for: the database answers, the camera's thread and the reader's go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.live.loop import LiveTable
from companion.record.storage.library import Library

_KEY = "longhouse-health"
_DATABASE = "database"
_FRESH = 3.0
"""Seconds for which the database is not asked again, however often strangers ask how the server is."""
_SLOW = 5.0
"""Seconds after which a database that has not answered yet does not answer."""


def set_up(app: Flask, library: Library) -> None:
    """Give the app what says how it is."""
    app.extensions[_KEY] = Health(library)


def health_of(app: Flask) -> Health:
    """Return what says how an app is."""
    return cast(Health, app.extensions[_KEY])


@dataclass(frozen=True)
class _Found:
    """When the database was asked last, and whether it answered."""

    at: float
    answers: bool


class Health:
    """Says what is wrong, cheaply and without ever waiting for another who asks."""

    def __init__(self, library: Library, clock: Callable[[], float] = time.monotonic) -> None:
        """Look after this database; nothing is asked yet.

        Args:
            library: the games in the database.
            clock: tells the time in seconds.
        """
        self._library, self._clock = library, clock
        self._asking = threading.Lock()
        self._since = 0.0
        self._found: _Found | None = None

    def wrong(self, live: LiveTable | None) -> tuple[str, ...]:
        """Return what is wrong: ``database``, ``camera``, ``reader``; the last two of the live loop."""
        threads = () if live is None else live.failing_threads
        return threads if self._database_answers() else (_DATABASE, *threads)

    def _database_answers(self) -> bool:
        now, found = self._clock(), self._found
        if found is not None and now - found.at < _FRESH:
            return found.answers
        if not self._asking.acquire(blocking=False):
            # Somebody else waits for its answer; what was known last holds for as long as it may take.
            return now - self._since < _SLOW and (found is None or found.answers)
        try:
            self._since = now
            self._found = _Found(self._clock(), self._ask())
            return self._found.answers
        finally:
            self._asking.release()

    def _ask(self) -> bool:
        try:
            self._library.check()
        except SQLAlchemyError:
            return False
        return True
