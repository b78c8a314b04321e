"""Shutdown of the server's process: on SIGTERM and Ctrl+C, reliably and within a known time."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

GRACE = 10.0
"""Seconds from the signal after which the process ends regardless of its threads. Docker and most supervisors kill 10
seconds after SIGTERM or later. No record is lost: events are committed before a request is answered."""
_POLL_S = 1.0
"""Seconds between two checks for a signal: on Windows no signal interrupts a wait."""


class Ending:
    """Handles the signals that end the process, from its construction on.

    The handler only records that a signal came: an exception raised in a handler is lost if it falls into a finaliser
    or a callback of the garbage collector, and a second one would interrupt the cleanup after the first.
    """

    def __init__(self) -> None:
        """Install the handlers; must run in the main thread."""
        self._signals: SimpleQueue[None] = SimpleQueue()
        self._fault: BaseException | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._signals.put(None))

    def wait_beside(self, serve: Callable[[], object]) -> None:
        """Serve in a thread until a signal comes or serving fails; the process then ends within `GRACE` seconds.

        Raises:
            BaseException: the error that `serve` raised.
        """
        threading.Thread(target=self._serve, args=(serve,), name="server", daemon=True).start()
        while True:
            with suppress(Empty):
                self._signals.get(timeout=_POLL_S)
                break
        last = threading.Timer(GRACE, os._exit, (0,))
        last.daemon = True
        last.start()
        if self._fault is not None:
            raise self._fault

    def _serve(self, serve: Callable[[], object]) -> None:
        try:
            serve()
        except BaseException as fault:
            self._fault = fault
        self._signals.put(None)
