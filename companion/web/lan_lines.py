"""Lines to visitors: one port for pages with and without TLS, and nobody holds up others by being slow."""

from __future__ import annotations

import _pyio  # what cheroot's own readers are made of
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cheroot.makefile import MakeFile, StreamReader
from cheroot.server import HTTPConnection

from companion.web.lan_requests import Request

_TLS = b"\x16"
"""The first byte of every TLS handshake (RFC 8446, 5.1); no request over plain HTTP begins with it."""
_HANDSHAKE = 5.0
"""Seconds for the whole of a handshake."""


class Patience:
    """The time that is left for a request to come in whole."""

    def __init__(self, seconds: float) -> None:
        """Give so many seconds from the next `start` on."""
        self._seconds, self._until = seconds, 0.0

    def start(self) -> None:
        """Begin to count."""
        self._until = time.monotonic() + self._seconds

    def left(self, at_most: float) -> float:
        """Return how long may be waited for the next bytes.

        Raises:
            TimeoutError: the time is up.
        """
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return min(left, at_most)


class _Incoming(socket.SocketIO):
    """Reads from a line for as long as there is patience; sending has its own limit, which stays as it is."""

    def __init__(self, line: socket.socket, patience: Patience) -> None:
        super().__init__(line, "rb")
        self._line, self._patience = line, patience

    def readinto(self, buffer: Any) -> int | None:
        usual = self._line.gettimeout()
        self._line.settimeout(self._patience.left(usual or 1.0))
        try:
            return super().readinto(buffer)
        finally:
            with suppress(OSError):
                self._line.settimeout(usual)


class _Reader(StreamReader):
    """Cheroot's reader over a patient line."""

    def __init__(self, line: socket.socket, size: int, patience: Patience) -> None:
        _pyio.BufferedReader.__init__(self, _Incoming(line, patience), size)  # type: ignore[arg-type]
        self.bytes_read = 0
        self._line = line

    def has_data(self) -> bool:
        # What TLS has taken from the line already is not seen by those who wait for the line.
        return super().has_data() or (isinstance(self._line, ssl.SSLSocket) and self._line.pending() > 0)


class Line(HTTPConnection):
    """One visitor's line. The handshake of TLS is done by the line's own thread, not by the one that takes visitors in.

    Cheroot's own adapter shakes hands before it takes the next visitor: one phone that falls silent in the middle of
    it would stop the server for everybody.
    """

    RequestHandlerClass = Request

    def __init__(self, server: Any, sock: socket.socket, makefile: Any = MakeFile) -> None:
        """Take in a visitor; nothing is read yet."""
        super().__init__(server, sock, makefile)
        self._patience = Patience(server.request_seconds)
        self._is_new = True
        self.waited = False
        self._closed: Callable[[], None] | None = None
        self._use(sock)

    def when_closed(self, do: Callable[[], None]) -> None:
        """Remember what to do when this line is closed."""
        self._closed = do

    def communicate(self) -> bool:
        """Answer one request; true if the line stays open."""
        self._patience.start()
        if self._is_new:
            self._is_new = False
            if not self._greet():
                return False
        return bool(super().communicate())

    def close(self) -> None:
        """Close the line."""
        done, self._closed = self._closed, None
        if done is not None:
            done()
        # Cheroot ends a thread, and then the server, if a line that broke cannot be closed as it likes.
        with suppress(OSError):
            super().close()

    def _greet(self) -> bool:
        """Find out whether the visitor speaks TLS, and shake hands; false if that fails."""
        context = self.server.tls()
        try:
            first = self.socket.recv(1, socket.MSG_PEEK)
            if first == _TLS and context is not None:
                # A line whose handshake failed must still be there to be closed.
                self._use(context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False))
                self._shake_hands()
                self.ssl_env = {"wsgi.url_scheme": "https", "HTTPS": "on"}
        except OSError:
            # Among others a phone that asks its owner first whether to trust the certificate.
            return False
        return bool(first)

    def _shake_hands(self) -> None:
        usual = self.socket.gettimeout()
        self.socket.settimeout(_HANDSHAKE)
        self.socket.do_handshake()
        self.socket.settimeout(usual)

    def _use(self, sock: socket.socket) -> None:
        self.socket = sock
        self.rfile = _Reader(sock, self.rbufsize, self._patience)
        self.wfile = MakeFile(sock, "wb", self.wbufsize)
