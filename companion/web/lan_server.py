"""The server's front door: cheroot with lines that speak TLS where it is asked for, and a fair share for everyone."""

from __future__ import annotations

import logging
import ssl
import threading
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from cheroot.wsgi import Server

from companion.web.lan_heads import HEAD_BYTES
from companion.web.lan_lines import Line

REQUEST_SECONDS = 90.0
"""Seconds in which a request must have come in whole: time enough for the largest photo over a poor line."""
_SILENCE = 10
"""Seconds without a byte after which a line is closed."""
_WAITING = 64
"""Visitors who may wait at the door at once."""

_IDLE = 500
"""Lines that may stay open between requests; they hold no thread, and shaking hands anew takes long on a phone."""


class HomeServer(Server):
    """Serves one app on one port, over TLS to those who ask for it and plainly to others.

    One port for both, because a person types an address without `https://` and still gets an answer, and because one
    port is one number to tell, one rule in a firewall, one address in a bookmark. Which of the two a visitor speaks
    shows in the first byte.
    """

    ConnectionClass = Line

    def __init__(
        self,
        address: tuple[str, int],
        app: Any,
        threads: int,
        tls: Callable[[], ssl.SSLContext | None] = lambda: None,
        body_bytes: int = 0,
        request_seconds: float = REQUEST_SECONDS,
        farewell: int = 2,
    ) -> None:
        """Prepare to serve.

        Args:
            address: where to listen; port 0 takes any.
            app: the WSGI app.
            threads: how many requests are answered at once.
            tls: returns what speaks TLS with a new visitor; ``None`` where only plain HTTP is spoken.
            body_bytes: the largest request that is read; 0 for any.
            request_seconds: seconds in which a request must have come in whole.
            farewell: seconds for which requests that are answered are waited for at the end.
        """
        super().__init__(
            address,
            app,
            numthreads=threads,
            server_name="longhouse",
            request_queue_size=_WAITING,
            timeout=_SILENCE,
            shutdown_timeout=farewell,
        )
        self.tls, self.request_seconds = tls, request_seconds
        self.max_request_header_size, self.max_request_body_size = HEAD_BYTES, body_bytes
        self.keep_alive_conn_limit = _IDLE
        self._share, self._lines, self._counting = max(1, threads // 2), Counter[str](), threading.Lock()

    def process_conn(self, conn: Line) -> None:
        """Hand a line to a thread as soon as something came over it; a visitor who says nothing holds none."""
        if conn.waited:
            super().process_conn(conn)
            return
        conn.waited = True
        if self._admit(conn):
            self.put_conn(conn)
        else:
            conn.close()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Tell of faults only: a phone whose line broke is nothing that the terminal must hear of."""
        if level >= logging.ERROR:
            super().error_log(msg, level, traceback)

    def _admit(self, conn: Line) -> bool:
        """Count a visitor's lines: no other computer may have more of them than half of the threads."""
        address = conn.remote_addr or ""
        if address == "" or ip_address(address).is_loopback:
            return True
        with self._counting:
            if self._lines[address] >= self._share:
                return False
            self._lines[address] += 1
        conn.when_closed(lambda: self._forget(address))
        return True

    def _forget(self, address: str) -> None:
        with self._counting:
            self._lines[address] -= 1
            if self._lines[address] <= 0:
                del self._lines[address]
