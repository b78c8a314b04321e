"""The time that a visitor has for sending a request."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_IDLE_TIMEOUT_S = 10.0
"""Seconds without a byte after which a request is abandoned."""
_GRACE_S = 2.0
"""Seconds of waiting for a body without a minimal rate: a phone's radio takes one to wake up."""
_MIN_BYTES_PER_S = 50_000
"""Bytes for each second of waiting below which an upload is abandoned if others wait: a photo of 4 MB then takes 80
seconds."""
_MIN_WAIT_S, _MAX_WAIT_S = 0.001, 0.5
"""Seconds to wait for data before it is checked again whether the request is to be abandoned."""


class RequestDeadline:
    """The deadline by which a request must have arrived, and the rate at which it must arrive if others wait."""

    def __init__(self, seconds: float, do_others_wait: Callable[[], bool] = lambda: False) -> None:
        """Set the limits, and start the time of the first request.

        Args:
            seconds: the longest time of a request.
            do_others_wait: returns whether others wait to send a body.
        """
        self._seconds, self._do_others_wait = seconds, do_others_wait
        self.restart()

    def restart(self) -> None:
        """Start the time of the next request."""
        self._began = self._last_byte = time.monotonic()
        self._bytes, self._waited = 0, 0.0

    def count_bytes(self, count: int) -> None:
        """Count bytes that have arrived."""
        self._last_byte = time.monotonic()
        self._bytes += count

    @contextmanager
    def count_waiting(self) -> Iterator[None]:
        """Count the time that the block waits for data: only that is the visitor's, the rest is a busy server's own."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._waited += time.monotonic() - began

    def next_wait(self) -> float:
        """Return how many seconds to wait for data, of which none is there, before calling this again.

        Raises:
            TimeoutError: the deadline has passed, nothing has arrived for long, or too little while others wait.
        """
        self.check()
        is_slow = self._waited > _GRACE_S and self._bytes < self._waited * _MIN_BYTES_PER_S
        if time.monotonic() - self._last_byte >= _IDLE_TIMEOUT_S or (is_slow and self._do_others_wait()):
            raise TimeoutError("timed out")
        return max(_MIN_WAIT_S, min(_MAX_WAIT_S, self._seconds - (time.monotonic() - self._began)))

    def check(self) -> None:
        """Raise `TimeoutError` if the deadline has passed, however fast the data arrives."""
        if time.monotonic() - self._began >= self._seconds:
            raise TimeoutError("timed out")
