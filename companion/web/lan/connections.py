"""Lines to visitors: one port for pages with and without TLS, and no thread is held before a request has come."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cheroot.makefile import MakeFile
from cheroot.server import HTTPConnection

from companion.web.lan.reading import MORE, Patience, Reader
from companion.web.lan.requests import Request

_TLS = b"\x16"
"""The first byte of every TLS handshake (RFC 8446, 5.1); no request over plain HTTP begins with it."""
_HEAD_SECONDS = 15.0
"""Seconds for a handshake, the head of a request and a small body; of a request that is whole nothing is waited for."""
_NEW, _SHAKING, _OPEN = range(3)


class Line(HTTPConnection):
    """One visitor's line. What comes is looked at as it comes, and a thread is asked for when a request is whole.

    Cheroot's own adapter shakes hands before it takes the next visitor: one phone that falls silent in the middle of
    it would stop the server for everybody. Its threads read heads: as many slow visitors would hold them all.
    """

    RequestHandlerClass = Request

    def __init__(self, server: Any, sock: socket.socket, makefile: Any = MakeFile) -> None:
        """Take in a visitor; nothing is read yet."""
        super().__init__(server, sock, makefile)
        self._patience = Patience(server.request_seconds, server.senders.others_wait)
        self._stage, self._since = _NEW, time.monotonic()
        self.waited = False
        self._closed: Callable[[], None] | None = None
        self._use(sock)

    def when_closed(self, do: Callable[[], None]) -> None:
        """Remember what to do when this line is closed."""
        self._closed = do

    def advance(self) -> str:
        """Go on with what has come, without waiting, and say how much of a request is here.

        Raises:
            OSError: the line has ended, or it takes too long.
        """
        usual = self.socket.gettimeout()
        self.socket.settimeout(0.0)
        try:
            self._greet()
            found: str = self.rfile.look()
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            found = MORE
        self.socket.settimeout(usual)
        if found == MORE:
            if self.rfile.has_ended:
                raise ConnectionError("The line ended before a request was whole.")
            if time.monotonic() - self._since > min(_HEAD_SECONDS, self.server.request_seconds):
                raise TimeoutError("timed out")
        return found

    def communicate(self) -> bool:
        """Answer one request; true if the line stays open."""
        self._patience.start()
        self.rfile.has_looked = False
        try:
            return bool(super().communicate())
        finally:
            self.server.has_answered(self)

    def rest(self) -> None:
        """Count the time for the next request from now on."""
        self._since = time.monotonic()

    def hang_up(self) -> None:
        """End the line from any thread; who waits for it sees that it has ended, and closes it."""
        with suppress(OSError):
            # Not by the method of a socket with TLS, which would take TLS from a line that is being looked at.
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the line."""
        done, self._closed = self._closed, None
        if done is not None:
            done()
        # Cheroot ends a thread, and then the server, if a line that broke cannot be closed as it likes.
        with suppress(OSError):
            super().close()

    def _greet(self) -> None:
        """Find out whether the visitor speaks TLS, and shake hands."""
        if self._stage == _NEW:
            first = self.socket.recv(1, socket.MSG_PEEK)
            context = self.server.tls()
            self._stage = _OPEN
            if first == _TLS and context is not None:
                # A line whose handshake failed must still be there to be closed.
                self._use(context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False))
                self._stage = _SHAKING
        if self._stage == _SHAKING:
            # It may fail: among others a phone asks its owner first whether to trust the certificate.
            self.socket.do_handshake()
            self.ssl_env = {"wsgi.url_scheme": "https", "HTTPS": "on"}
            self._stage = _OPEN

    def _use(self, sock: socket.socket) -> None:
        self.socket = sock
        self.rfile = Reader(sock, self._patience)
        self.wfile = MakeFile(sock, "wb", self.wbufsize)
