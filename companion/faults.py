"""Rate-limited logging of lasting faults, such as a full disk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

_LOG_INTERVAL_S = 60.0
"""Seconds between two log lines of a lasting fault, which cameras and pages meet many times a second."""


class FaultLog:
    """A rate-limited log of one kind of fault; thread-safe."""

    def __init__(self, log: logging.Logger, message: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Set the message of each line.

        Args:
            log: where it is logged.
            message: what is wrong, with one ``%s`` for the fault; marked for the catalogues.
            clock: returns seconds.
        """
        self._log, self._message, self._clock = log, message, clock
        self._lock = threading.Lock()
        self._last: float | None = None

    def report(self, fault: Exception) -> None:
        """Log a fault, unless one was logged within the last minute."""
        with self._lock:
            now = self._clock()
            if self._last is not None and now - self._last < _LOG_INTERVAL_S:
                return
            self._last = now
        # The message of a database error ends with the whole statement and all its values.
        cause = getattr(fault, "orig", None) or fault
        first_line = str(cause).partition("\n")[0]
        self._log.error(self._message, f"{type(cause).__name__}: {first_line}")
