"""Reading requests from a connection: without blocking until one is complete, and afterwards until a deadline."""

from __future__ import annotations

import _pyio  # cheroot's readers are built on it
import io
import re
import socket
import ssl
from contextlib import suppress
from enum import Enum
from typing import Any

from cheroot.makefile import StreamReader

from companion.web.lan.deadline import RequestDeadline
from companion.web.lan.heads import HEAD_BYTES

_MAX_HEAD_BYTES = HEAD_BYTES + 256
"""Bytes after which a head without an end is passed on, to be refused by cheroot, which reads 256 bytes at a time."""
_SMALL_BODY_BYTES = 32_768
"""Largest body that is awaited without a thread: every form is smaller, every photo larger."""
_BUFFER_BYTES = _MAX_HEAD_BYTES + _SMALL_BODY_BYTES
"""Size of the read buffer."""
_HEAD_END = re.compile(rb"\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*\r?\n", re.IGNORECASE)
_EXPECT = re.compile(rb"\nexpect:", re.IGNORECASE)


class RequestState(Enum):
    """How much of a request has arrived, and so what it needs next."""

    INCOMPLETE = "incomplete"
    """A part of its head or of its small body: it waits for more, without a thread."""
    COMPLETE = "complete"
    """All of it, or as much as is needed to refuse it: a thread answers it."""
    UPLOADING = "uploading"
    """The head of a request with a large body, which a thread reads once there is an upload slot for it."""


class _SocketStream(io.RawIOBase):
    """A raw stream over a socket. Writes have a timeout of their own.

    Attributes:
        is_blocking: whether reading waits for data until the deadline; else it returns `None` where there is none.
        has_ended: whether the visitor has closed the connection.
    """

    def __init__(self, sock: socket.socket, deadline: RequestDeadline) -> None:
        self._socket, self._deadline = sock, deadline
        self.is_blocking, self.has_ended = True, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        count = self._read_until_deadline(buffer) if self.is_blocking else self._read_available(buffer)
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
        """Read what has arrived, or wait for more until the deadline of the request."""
        usual_timeout = self._socket.gettimeout()
        self._deadline.check()
        try:
            self._socket.settimeout(0.0)
            # What has arrived counts before a visitor is called slow: this thread may be late, not the visitor.
            while (count := self._read_available(buffer)) is None:
                self._socket.settimeout(self._deadline.next_wait())
                with self._deadline.count_waiting(), suppress(TimeoutError):
                    return self._socket.recv_into(buffer)
                self._socket.settimeout(0.0)
            return count
        finally:
            if self._socket.fileno() >= 0:
                self._socket.settimeout(usual_timeout)


class RequestReader(StreamReader):
    """Cheroot's buffered reader, which can also tell without blocking how much of a request has arrived.

    Attributes:
        is_examined: whether `poll` has examined what is buffered; to be set to false when a request is read from it.
    """

    def __init__(self, sock: socket.socket, deadline: RequestDeadline) -> None:
        """Read from a socket, until a deadline; nothing is read yet."""
        self._stream = _SocketStream(sock, deadline)
        _pyio.BufferedReader.__init__(self, self._stream, _BUFFER_BYTES)
        self.bytes_read = 0
        self._socket = sock
        self.is_examined = False

    @property
    def has_ended(self) -> bool:
        """Whether the visitor has closed the connection."""
        return self._stream.has_ended

    def has_data(self) -> bool:
        """Return whether data is buffered that `poll` has not examined; a selector does not see such data."""
        pending = isinstance(self._socket, ssl.SSLSocket) and self._socket.pending() > 0
        return not self.is_examined and (super().has_data() or pending)  # type: ignore[no-untyped-call]

    def poll(self) -> RequestState:
        """Buffer what has arrived of a request, and return how much that is; the socket must not block."""
        data, self.is_examined = self._buffer_available(), True
        head_end = _HEAD_END.search(data)
        if head_end is None:
            return RequestState.COMPLETE if len(data) >= _MAX_HEAD_BYTES else RequestState.INCOMPLETE
        length = _LENGTH.search(data, 0, head_end.end())
        size = head_end.end() + (int(length[1]) if length is not None else 0)
        if size <= len(data) or self.has_ended:
            return RequestState.COMPLETE
        if size > _MAX_HEAD_BYTES + _SMALL_BODY_BYTES or _EXPECT.search(data, 0, head_end.end()):
            return RequestState.UPLOADING
        return RequestState.INCOMPLETE

    def _buffer_available(self) -> bytes:
        """Buffer all data that has arrived, without blocking, and return the buffer's content."""
        self._stream.is_blocking = False
        try:
            data = self.peek() if super().has_data() else b""  # type: ignore[no-untyped-call]
            while len(more := self.peek(min(len(data) + 1, _BUFFER_BYTES))) > len(data):
                data = more
        finally:
            self._stream.is_blocking = True
        return data
