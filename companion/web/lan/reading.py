"""What comes over a line: taken in without waiting as long as a request is not whole, and with patience afterwards."""

from __future__ import annotations

import _pyio  # what cheroot's own readers are made of
import io
import re
import socket
import ssl
import time
from collections.abc import Callable
from typing import Any

from cheroot.makefile import StreamReader

from companion.web.lan.heads import HEAD_BYTES

_ROOM = HEAD_BYTES + 256
"""Bytes after which a head without an end is handed on to be refused; cheroot looks at 256 bytes at a time."""
_SMALL = 32_768
"""Bytes of a body that is waited for without a thread: every form is smaller, every photo larger."""
_BUFFER = _ROOM + _SMALL
"""Bytes that are read ahead of what cheroot asks for."""
_SILENCE = 10.0
"""Seconds without a byte after which a request is given up."""
_GRACE = 2.0
"""Seconds for which a body may come as slowly as it likes: a phone's radio takes one to wake up."""
_RATE = 50_000
"""Bytes a second below which a body is slow when others wait to send theirs: a photo of 4 MB would take 80 seconds."""
_LOOK = 0.5
"""Seconds between two looks at whether others wait."""
_HEAD_END = re.compile(rb"\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*\r?\n", re.IGNORECASE)
_EXPECT = re.compile(rb"\nexpect:", re.IGNORECASE)
MORE, WHOLE, SENDER = "more", "whole", "sender"
"""What there is of a request: not enough to begin, all of it, or a head whose large body is still to come."""


class Patience:
    """The time that is left for a request to come in whole."""

    def __init__(self, seconds: float, others_wait: Callable[[], bool] = lambda: False) -> None:
        """Give time from the next `start` on.

        Args:
            seconds: how long a request may take.
            others_wait: says whether somebody else waits to send a body.
        """
        self._seconds, self._others_wait = seconds, others_wait
        self.start()

    def start(self) -> None:
        """Begin to count."""
        self._began = self._heard = time.monotonic()
        self._bytes = 0

    def hear(self, count: int) -> None:
        """Count bytes that have come."""
        self._heard = time.monotonic()
        self._bytes += count

    def left(self) -> float:
        """Return how long may be waited before this is asked again.

        Raises:
            TimeoutError: the time is up.
        """
        now = time.monotonic()
        passed, silent = now - self._began, now - self._heard
        slow = passed > _GRACE and self._bytes < passed * _RATE
        if passed >= self._seconds or silent >= _SILENCE or (slow and self._others_wait()):
            raise TimeoutError("timed out")
        return max(0.001, min(_LOOK, self._seconds - passed))


class _Incoming(io.RawIOBase):
    """Reads from a line: only what is here, or for as long as there is patience. Sending keeps its own limit."""

    def __init__(self, line: socket.socket, patience: Patience) -> None:
        self._line, self._patience = line, patience
        self.waits, self.has_ended = True, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        count = self._waited(buffer) if self.waits else self._here(buffer)
        if count is not None:
            self.has_ended = count == 0
            self._patience.hear(count)
        return count

    def _here(self, buffer: Any) -> int | None:
        try:
            return self._line.recv_into(buffer)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None

    def _waited(self, buffer: Any) -> int:
        usual = self._line.gettimeout()
        try:
            while True:
                self._line.settimeout(self._patience.left())
                try:
                    return self._line.recv_into(buffer)
                except TimeoutError:
                    continue
        finally:
            if self._line.fileno() >= 0:
                self._line.settimeout(usual)


class Reader(StreamReader):
    """Cheroot's reader over such a line."""

    def __init__(self, line: socket.socket, patience: Patience) -> None:
        """Read from a line, with patience; nothing is read yet."""
        self._incoming = _Incoming(line, patience)
        _pyio.BufferedReader.__init__(self, self._incoming, _BUFFER)
        self.bytes_read = 0
        self._line = line
        self.has_looked = False

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will come."""
        return self._incoming.has_ended

    def has_data(self) -> bool:
        """Say whether something is here that nobody has looked at; those who wait for the line do not see it."""
        pending = isinstance(self._line, ssl.SSLSocket) and self._line.pending() > 0
        return not self.has_looked and (super().has_data() or pending)

    def look(self) -> str:
        """Take in what has come, and say how much of a request it is. The line must not wait (timeout 0)."""
        here, self.has_looked = self._fetch(), True
        end = _HEAD_END.search(here)
        if end is None:
            return WHOLE if len(here) >= _ROOM else MORE
        length = _LENGTH.search(here, 0, end.end())
        whole = end.end() + (int(length[1]) if length is not None else 0)
        if whole <= len(here) or self.has_ended:
            return WHOLE
        if whole > _ROOM + _SMALL or _EXPECT.search(here, 0, end.end()):
            return SENDER
        return MORE

    def _fetch(self) -> bytes:
        """Return all that is here, without waiting."""
        self._incoming.waits = False
        try:
            here = self.peek() if super().has_data() else b""
            while len(more := self.peek(min(len(here) + 1, _BUFFER))) > len(here):
                here = more
        finally:
            self._incoming.waits = True
        return here
