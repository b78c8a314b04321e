"""Faults that last, such as a full disk, are logged in one line each, and not again and again."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

_AGAIN_AFTER = 60.0
"""Seconds after which a fault that lasts is logged anew; cameras and pages come upon it many times a second."""


class FaultLog:
    """A log of faults of one kind; safe to use from many threads."""

    def __init__(self, log: logging.Logger, message: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Log faults in lines that begin with this message; `clock` counts seconds."""
        self._log, self._message, self._clock = log, message, clock
        self._lock = threading.Lock()
        self._last: float | None = None

    def report(self, fault: Exception) -> None:
        """Log a fault, unless one was logged within the last minute."""
        with self._lock:
            now = self._clock()
            if self._last is not None and now - self._last < _AGAIN_AFTER:
                return
            self._last = now
        # What a database says of a fault goes on with the whole statement, and with all its values.
        cause = getattr(fault, "orig", None) or fault
        self._log.error("%s %s: %s", self._message, type(cause).__name__, str(cause).partition("\n")[0])
