"""Requests: which are refused before they reach the app, and how an unread body is discarded."""

from __future__ import annotations

from cheroot.server import HTTPRequest

from companion.web.lan.heads import StrictHeaders
from companion.web.lan.security_log import note

_DISCARD_BYTES = 65_536
"""Bytes of an unread body that are discarded at a time."""


class Request(HTTPRequest):
    """An unambiguous request: its target is a path of this server, and the length of its body is known."""

    header_reader = StrictHeaders()

    def read_request_line(self) -> bool:
        """Read the request line; return whether it was accepted."""
        try:
            good = bool(super().read_request_line())  # type: ignore[no-untyped-call]
        except ValueError:
            # Half an IPv6 address in the target (``//[``).
            self.simple_response("400 Bad Request", "Malformed Request-URI")
            return False
        # Cheroot accepts an absolute target in OPTIONS, and takes the scheme of the request from it.
        if good and (self.authority or not self.uri.startswith((b"/", b"*"))):
            self.simple_response("400 Bad Request", "The request-target must be a path.")
            return False
        return good

    def read_request_headers(self) -> bool:
        """Read the headers; return whether the request was accepted."""
        if not super().read_request_headers():  # type: ignore[no-untyped-call]
            return False
        if b"Transfer-Encoding" in self.inheaders:
            # Browsers send the length of every body; without it the size is unknown until the body is read.
            self.simple_response("411 Length Required", "Send the body with a Content-Length.")
            return False
        return True

    def simple_response(self, status: str, msg: str = "") -> None:
        """Refuse the request, and log it."""
        note(f"refused-{status[:3]}", self.conn.remote_addr)
        super().simple_response(status, msg)

    def send_headers(self) -> None:
        """Discard the unread rest of the body, then send the head of the answer.

        Cheroot would read the rest into memory at once.
        """
        while not self.close_connection and getattr(self.rfile, "remaining", 0) > 0:
            if not self.rfile.read(min(self.rfile.remaining, _DISCARD_BYTES)):
                break
        super().send_headers()
