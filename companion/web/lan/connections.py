"""Connections of visitors: with or without TLS on one port; a thread is used only once a request is complete."""

from __future__ import annotations

import math
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import Any

from cheroot.makefile import MakeFile
from cheroot.server import HTTPConnection

from companion.web.lan.deadline import RequestDeadline
from companion.web.lan.request_reader import RequestReader, RequestState
from companion.web.lan.requests import Request

_TLS_HANDSHAKE = b"\x16"
"""The first byte of every TLS handshake (RFC 8446, 5.1); no request over plain HTTP begins with it."""
_HEAD_TIMEOUT_S = 15.0
"""Seconds for the handshake, the head of a request and a small body; chosen by hand."""


class _Stage(Enum):
    """How far a connection has got."""

    NEW = "new"
    """No byte has been read: it may use TLS or not."""
    HANDSHAKE = "handshake"
    """A TLS handshake has begun."""
    OPEN = "open"
    """It carries requests."""


class VisitorConnection(HTTPConnection):
    """A visitor's connection, which is read without blocking until a request is complete.

    Cheroot's TLS adapter completes the handshake before it accepts the next connection, so that one silent phone would
    stop the server; and its worker threads read heads of requests, so that a few slow visitors would occupy them all.

    Attributes:
        is_admitted: whether the server has counted the connection, and admitted it.
    """

    RequestHandlerClass = Request

    def __init__(self, server: Any, sock: socket.socket, makefile: Any = MakeFile) -> None:
        """Accept a visitor; nothing is read yet."""
        super().__init__(server, sock, makefile)
        self._deadline = RequestDeadline(server.request_seconds, server.uploads.has_waiting)
        self._stage, self._since = _Stage.NEW, time.monotonic()
        self.is_admitted = False
        self._closed: Callable[[], None] | None = None
        self._use(sock)

    def when_closed(self, do: Callable[[], None]) -> None:
        """Register a function to be called when this connection is closed."""
        self._closed = do

    def poll(self) -> RequestState:
        """Read what has arrived, without blocking, and return the state of the request.

        Raises:
            OSError: the connection was closed, or timed out.
        """
        usual_timeout = self.socket.gettimeout()
        self.socket.settimeout(0.0)
        try:
            self._negotiate()
            state: RequestState = self.rfile.poll()
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            state = RequestState.INCOMPLETE
        self.socket.settimeout(usual_timeout)
        if state is RequestState.INCOMPLETE:
            if self.rfile.has_ended:
                raise ConnectionError("The line ended before a request was whole.")
            if time.monotonic() - self._since > min(_HEAD_TIMEOUT_S, self.server.request_seconds):
                raise TimeoutError("timed out")
        return state

    def communicate(self) -> bool:
        """Answer one request; return whether the connection stays open."""
        self._deadline.restart()
        self.rfile.is_examined = False
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            # The time of the next request starts with its first bytes, however long the connection was idle.
            self._since = math.inf
            self.server.has_answered(self)

    def restart_timeout(self) -> None:
        """Start the timeout for the head of the next request now."""
        self._since = time.monotonic()

    def shut_down(self) -> None:
        """Shut the connection down, from any thread; the thread that polls it then closes it."""
        with suppress(OSError):
            # The method of a TLS socket would remove its TLS layer while another thread reads from it.
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        done, self._closed = self._closed, None
        if done is not None:
            done()
        # An exception here would end cheroot's worker thread, and then the server.
        with suppress(OSError):
            super().close()

    def _negotiate(self) -> None:
        """Detect TLS by the first byte, and perform the handshake."""
        if self._stage is _Stage.NEW:
            first = self.socket.recv(1, socket.MSG_PEEK)
            context = self.server.tls()
            self._stage = _Stage.OPEN
            if first == _TLS_HANDSHAKE and context is not None:
                # Replaced before the handshake, so that a connection whose handshake fails is closed properly.
                self._use(context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False))
                self._stage = _Stage.HANDSHAKE
        if self._stage is _Stage.HANDSHAKE:
            # May fail: a phone first asks its owner whether to trust the certificate.
            self.socket.do_handshake()
            self.ssl_env = {"wsgi.url_scheme": "https", "HTTPS": "on"}
            self._stage = _Stage.OPEN

    def _use(self, sock: socket.socket) -> None:
        self.socket = sock
        self.rfile = RequestReader(sock, self._deadline)
        self.wfile = MakeFile(sock, "wb", self.wbufsize)
