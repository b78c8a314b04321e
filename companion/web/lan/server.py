"""The server's front door: cheroot with lines that speak TLS where it is asked for, and a fair share for everyone."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from cheroot.wsgi import Server

from companion.web.lan.connections import Line
from companion.web.lan.heads import HEAD_BYTES
from companion.web.lan.reading import MORE, SENDER
from companion.web.lan.senders import Senders
from companion.web.lan.shares import Shares, Waits

REQUEST_SECONDS = 90.0
"""Seconds in which a request must have come in whole: time enough for the largest photo over a poor line."""
_SILENCE = 10
"""Seconds without a byte after which a line is closed."""
_WAITING = 64
"""Visitors who may wait at the door at once."""

_IDLE = 400
"""Lines that may stay open between requests; they hold no thread, and shaking hands anew takes long on a phone."""
_UNFINISHED = 200
"""Lines that may wait for the rest of a request at once. With those that lie idle and those that are answered they stay
below the 1 024 files that a process may have open on most systems."""
_SHARE = 4
"""No other computer may have more lines than a quarter of the threads: a browser opens six to one server."""


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
        senders: int = 8,
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
            senders: how many of them may be such that a large body is still to come, at most half of the threads.
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
        self.senders = Senders(max(1, min(senders, threads // 2)))
        self._waits, self._lines = Waits(_UNFINISHED), Shares(max(2, threads // _SHARE))
        self.max_request_header_size, self.max_request_body_size = HEAD_BYTES, body_bytes
        self.keep_alive_conn_limit = _IDLE

    def process_conn(self, conn: Line) -> None:
        """Look at what came over a line; a thread gets it once there is something to do."""
        try:
            if not conn.waited:
                self._take_in(conn)
            elif (found := conn.advance()) == MORE:
                self._waits.add(conn)
                self.put_conn(conn)
            else:
                self._waits.remove(conn)
                self._hand_on(conn, found)
        except (OSError, ValueError):
            # It broke, ended or took too long; or it was closed in the meantime.
            conn.close()

    def has_answered(self, conn: Line) -> None:
        """Let the next line send, if this one did."""
        following = self.senders.end(conn)
        if following is not None:
            super().process_conn(following)

    def stop(self) -> None:
        """End, and close the lines that wait for their turn."""
        super().stop()
        for conn in self.senders.give_up():
            conn.close()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Tell of faults only: a phone whose line broke is nothing that the terminal must hear of."""
        if level >= logging.ERROR:
            super().error_log(msg, level, traceback)

    def _take_in(self, conn: Line) -> None:
        conn.waited = True
        if not self._admit(conn):
            conn.close()
            return
        self._waits.add(conn)
        self.put_conn(conn)

    def _hand_on(self, conn: Line, found: str) -> None:
        may_send = self.senders.begin(conn) if found == SENDER else True
        if may_send:
            super().process_conn(conn)
        elif may_send is None:
            conn.close()

    def _admit(self, conn: Line) -> bool:
        """Count a visitor's lines, all but those of this very computer."""
        conn.when_closed(lambda: self._waits.remove(conn))
        address = conn.remote_addr or ""
        if address == "" or ip_address(address).is_loopback:
            return True
        if not self._lines.add(address):
            return False
        conn.when_closed(lambda: self._gone(conn, address))
        return True

    def _gone(self, conn: Line, address: str) -> None:
        self._waits.remove(conn)
        self._lines.remove(address)
