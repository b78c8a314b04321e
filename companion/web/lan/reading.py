"""Reading from a connection: without blocking until a request is complete, and afterwards with a deadline."""

from __future__ import annotations

import _pyio  # cheroot's readers are built on it
import io
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from cheroot.makefile import StreamReader

from companion.web.lan.heads import HEAD_BYTES

_MAX_HEAD_BYTES = HEAD_BYTES + 256
"""Bytes after which a head without an end is passed on, to be refused by cheroot, which reads 256 bytes at a time."""
_SMALL_BODY_BYTES = 32_768
"""Largest body that is awaited without a thread: every form is smaller, every photo larger."""
_BUFFER_BYTES = _MAX_HEAD_BYTES + _SMALL_BODY_BYTES
"""Size of the read buffer."""
_IDLE_TIMEOUT_S = 10.0
"""Seconds without a byte after which a request is abandoned."""
_GRACE_S = 2.0
"""Seconds of waiting for a body without a minimal rate: a phone's radio takes one to wake up."""
_MIN_BYTES_PER_S = 50_000
"""Bytes for each second of waiting below which an upload is abandoned if others wait: a photo of 4 MB then takes 80
seconds."""
_POLL_S = 0.5
"""Seconds between two checks whether others wait."""
_HEAD_END = re.compile(rb"\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*\r?\n", re.IGNORECASE)
_EXPECT = re.compile(rb"\nexpect:", re.IGNORECASE)
MORE, WHOLE, SENDER = "more", "whole", "sender"
"""States of a request: incomplete, complete (with a small body), or the head of one with a large body."""


class RequestDeadline:
    """The deadline by which a request must be complete."""

    def __init__(self, seconds: float, has_waiting: Callable[[], bool] = lambda: False) -> None:
        """Set the limits; the time runs from the next `start`.

        Args:
            seconds: the longest time of a request.
            has_waiting: returns whether somebody else waits to send a body.
        """
        self._seconds, self._has_waiting = seconds, has_waiting
        self.start()

    def start(self) -> None:
        """Start the time of a request."""
        self._began = self._last_byte = time.monotonic()
        self._bytes, self._waited = 0, 0.0

    def count_bytes(self, count: int) -> None:
        """Count bytes that have arrived."""
        self._last_byte = time.monotonic()
        self._bytes += count

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time in which data is waited for: only that is the visitor's, the rest is a busy server's own."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._waited += time.monotonic() - began

    def left(self) -> float:
        """Return for how many seconds to wait for data, of which none is there, before the next call.

        Raises:
            TimeoutError: the deadline has passed, or the data arrives too slowly.
        """
        self.keep()
        slow = self._waited > _GRACE_S and self._bytes < self._waited * _MIN_BYTES_PER_S
        if time.monotonic() - self._last_byte >= _IDLE_TIMEOUT_S or (slow and self._has_waiting()):
            raise TimeoutError("timed out")
        return max(0.001, min(_POLL_S, self._seconds - (time.monotonic() - self._began)))

    def keep(self) -> None:
        """Raise `TimeoutError` if the deadline has passed, however fast the data arrives."""
        if time.monotonic() - self._began >= self._seconds:
            raise TimeoutError("timed out")


class _Incoming(io.RawIOBase):
    """A raw stream over a socket: non-blocking, or blocking until the deadline. Writes keep their own timeout."""

    def __init__(self, sock: socket.socket, deadline: RequestDeadline) -> None:
        self._socket, self._deadline = sock, deadline
        self.waits, self.has_ended = True, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        count = self._read_until_deadline(buffer) if self.waits else self._read_available(buffer)
        if count is not None:
            self.has_ended = count == 0
            self._deadline.count_bytes(count)
        return count

    def _read_available(self, buffer: Any) -> int | None:
        try:
            return self._socket.recv_into(buffer)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None

    def _read_until_deadline(self, buffer: Any) -> int:
        usual = self._socket.gettimeout()
        self._deadline.keep()
        try:
            self._socket.settimeout(0.0)
            # What has arrived counts before anybody is called slow: this thread may be late, not the visitor.
            while (count := self._read_available(buffer)) is None:
                self._socket.settimeout(self._deadline.left())
                with self._deadline.waiting(), suppress(TimeoutError):
                    return self._socket.recv_into(buffer)
                self._socket.settimeout(0.0)
            return count
        finally:
            if self._socket.fileno() >= 0:
                self._socket.settimeout(usual)


class ConnectionReader(StreamReader):
    """Cheroot's buffered reader over such a stream."""

    def __init__(self, sock: socket.socket, deadline: RequestDeadline) -> None:
        """Read from a socket, until a deadline; nothing is read yet."""
        self._incoming = _Incoming(sock, deadline)
        _pyio.BufferedReader.__init__(self, self._incoming, _BUFFER_BYTES)
        self.bytes_read = 0
        self._socket = sock
        self.has_looked = False

    @property
    def has_ended(self) -> bool:
        """Whether the visitor has closed the connection."""
        return self._incoming.has_ended

    def has_data(self) -> bool:
        """Return whether data is buffered that `look` has not examined; a selector does not see such data."""
        pending = isinstance(self._socket, ssl.SSLSocket) and self._socket.pending() > 0
        return not self.has_looked and (super().has_data() or pending)  # type: ignore[no-untyped-call]

    def look(self) -> str:
        """Buffer what has arrived, and return ``MORE``, ``WHOLE`` or ``SENDER``; the socket must not block."""
        here, self.has_looked = self._fetch(), True
        end = _HEAD_END.search(here)
        if end is None:
            return WHOLE if len(here) >= _MAX_HEAD_BYTES else MORE
        length = _LENGTH.search(here, 0, end.end())
        whole = end.end() + (int(length[1]) if length is not None else 0)
        if whole <= len(here) or self.has_ended:
            return WHOLE
        if whole > _MAX_HEAD_BYTES + _SMALL_BODY_BYTES or _EXPECT.search(here, 0, end.end()):
            return SENDER
        return MORE

    def _fetch(self) -> bytes:
        """Return all data that has arrived, without blocking."""
        self._incoming.waits = False
        try:
            here = self.peek() if super().has_data() else b""  # type: ignore[no-untyped-call]
            while len(more := self.peek(min(len(here) + 1, _BUFFER_BYTES))) > len(here):
                here = more
        finally:
            self._incoming.waits = True
        return here
