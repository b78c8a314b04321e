"""How the server's process ends: on SIGTERM and Ctrl+C, always, and within a time that is known."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

GRACE = 10.0
"""Seconds from the signal after which the process ends whatever its threads do. Docker and most others who send SIGTERM
kill after 10 seconds or later; all that is recorded is in the database before it is answered."""
_LOOK = 1.0
"""Seconds between two looks, because on Windows no signal interrupts a wait."""


class Ending:
    """Hears the signals that end the process, from when it is made.

    The handler only puts down that a signal came: an exception raised in a handler is lost if it falls into a finaliser
    or a callback of the garbage collector, and a second one would break off the tidying up after the first.
    """

    def __init__(self) -> None:
        """Listen to signals; only the main thread may."""
        self._heard: SimpleQueue[None] = SimpleQueue()
        self._fault: BaseException | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._heard.put(None))

    def wait_beside(self, serve: Callable[[], object]) -> None:
        """Serve in a thread until a signal comes or serving fails; from then on the process ends in time.

        Raises:
            BaseException: what serving has failed with.
        """
        threading.Thread(target=self._serve, args=(serve,), name="server", daemon=True).start()
        while True:
            with suppress(Empty):
                self._heard.get(timeout=_LOOK)
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
        self._heard.put(None)
