"""The server: cheroot, with optional TLS on the same port and limits for each visitor."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from cheroot.wsgi import Server

from companion.web.lan.connection_limits import ConnectionCounts, IncompleteRequests
from companion.web.lan.connections import VisitorConnection
from companion.web.lan.heads import HEAD_BYTES
from companion.web.lan.request_reader import RequestState
from companion.web.lan.upload_slots import UploadSlots

REQUEST_SECONDS = 90.0
"""Seconds in which a request must be complete: enough for the largest photo over a poor connection."""
_IDLE_TIMEOUT_S = 10
"""Seconds without a byte after which a connection is closed."""
_BACKLOG = 64
"""Connections that may wait to be accepted."""

_MAX_KEPT_ALIVE = 400
"""Connections that may stay open between requests: they use no thread, and a TLS handshake takes long on a phone."""
_MAX_INCOMPLETE = 200
"""Connections with an incomplete request. With those kept alive and those that are answered they stay below the 1 024
open files that most systems allow a process."""
_ADDRESS_FRACTION = 4
"""One address may have at most a quarter as many connections as there are threads: a browser opens six to a server."""


class HomeServer(Server):
    """Serves one app on one port, over TLS to those who ask for it and plainly to others.

    One port for both, because an address typed without its scheme names one port, and browsers differ in which scheme
    they try first. The first byte of a connection shows which it is; see docs/home-network.md.
    """

    ConnectionClass = VisitorConnection

    def __init__(
        self,
        address: tuple[str, int],
        app: Any,
        threads: int,
        uploads: int = 8,
        tls: Callable[[], ssl.SSLContext | None] = lambda: None,
        body_bytes: int = 0,
        request_seconds: float = REQUEST_SECONDS,
        shutdown_seconds: int = 2,
        proxied: bool = False,
    ) -> None:
        """Prepare to serve.

        Args:
            address: where to listen; port 0 takes any.
            app: the WSGI app.
            threads: how many requests are answered at once.
            uploads: how many of them may be uploads, at most half of the threads.
            tls: returns the TLS context for a new connection; ``None`` for plain HTTP only.
            body_bytes: the largest body that is accepted; 0 for any.
            request_seconds: seconds in which a request must be complete.
            shutdown_seconds: seconds that `stop` waits for requests in progress.
            proxied: whether all connections come from proxies, so that an address tells nothing of a visitor.
        """
        super().__init__(
            address,
            app,
            numthreads=threads,
            server_name="longhouse",
            request_queue_size=_BACKLOG,
            timeout=_IDLE_TIMEOUT_S,
            shutdown_timeout=shutdown_seconds,
        )
        self.tls, self.request_seconds = tls, request_seconds
        self.uploads = UploadSlots(max(1, min(uploads, threads // 2)))
        self._incomplete = IncompleteRequests(_MAX_INCOMPLETE)
        per_address = threads + _MAX_KEPT_ALIVE if proxied else max(2, threads // _ADDRESS_FRACTION)
        # Not `_connections`, in which cheroot keeps its own manager once it serves.
        self._counts = ConnectionCounts(per_address)
        self.max_request_header_size, self.max_request_body_size = HEAD_BYTES, body_bytes
        self.keep_alive_conn_limit = _MAX_KEPT_ALIVE

    def process_conn(self, conn: VisitorConnection) -> None:
        """Read what has arrived on a connection, and pass it to a thread once a request is complete."""
        try:
            if not conn.is_admitted:
                self._accept(conn)
            elif (state := conn.poll()) is RequestState.INCOMPLETE:
                self._incomplete.add(conn)
                self.put_conn(conn)
            else:
                self._incomplete.remove(conn)
                self._dispatch(conn, state)
        except (OSError, ValueError):
            # Broken, closed or timed out.
            conn.close()

    def has_answered(self, conn: VisitorConnection) -> None:
        """Let the next connection upload, if this one did."""
        next_conn = self.uploads.end(conn)
        if next_conn is not None:
            super().process_conn(next_conn)

    def stop(self) -> None:
        """Stop, and close the connections that wait to upload."""
        super().stop()
        for conn in self.uploads.remove_waiting():
            conn.close()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Log errors only: broken connections are normal on a home network."""
        if level >= logging.ERROR:
            super().error_log(msg, level, traceback)

    def admit(self, conn: VisitorConnection) -> bool:
        """Count a connection, except from this computer; return whether it is within the limit."""
        conn.when_closed(lambda: self._incomplete.remove(conn))
        address = conn.remote_addr or ""
        if address == "" or ip_address(address).is_loopback:
            return True
        if not self._counts.add(address):
            return False
        conn.when_closed(lambda: self._closed(conn, address))
        return True

    def _accept(self, conn: VisitorConnection) -> None:
        conn.is_admitted = True
        if not self.admit(conn):
            conn.close()
            return
        self._incomplete.add(conn)
        self.put_conn(conn)

    def _dispatch(self, conn: VisitorConnection, state: RequestState) -> None:
        """Pass a connection to a thread, unless it has to wait for an upload slot, or cannot even wait."""
        has_slot = self.uploads.begin(conn) if state is RequestState.UPLOADING else True
        if has_slot:
            super().process_conn(conn)
        elif has_slot is None:
            conn.close()

    def _closed(self, conn: VisitorConnection, address: str) -> None:
        self._incomplete.remove(conn)
        self._counts.remove(address)
