"""One request: what of it is refused before the app hears of it, and how what the app leaves unread is thrown away."""

from __future__ import annotations

from cheroot.server import HTTPRequest

from companion.web.lan.heads import StrictHeaders
from companion.web.lan.security_log import note

_SPARE = 65_536
"""Bytes of an unread body that are thrown away at a time."""


class Request(HTTPRequest):
    """A request with one meaning: its target is a path of this server, and the length of its body is known."""

    header_reader = StrictHeaders()

    def read_request_line(self) -> bool:
        """Read the first line; false if it was refused."""
        try:
            good = bool(super().read_request_line())
        except ValueError:
            # What looks like an address with half an IPv6 address in it (``//[``).
            self.simple_response("400 Bad Request", "Malformed Request-URI")
            return False
        # Cheroot lets OPTIONS name another server, and takes the scheme of the request from it.
        if good and (self.authority or not self.uri.startswith((b"/", b"*"))):
            self.simple_response("400 Bad Request", "The request-target must be a path.")
            return False
        return good

    def read_request_headers(self) -> bool:
        """Read the headers; false if the request was refused."""
        if not super().read_request_headers():
            return False
        if b"Transfer-Encoding" in self.inheaders:
            # Browsers tell the length of all that they send; without it a body has no bound until it is read.
            self.simple_response("411 Length Required", "Send the body with a Content-Length.")
            return False
        return True

    def simple_response(self, status: str, msg: str = "") -> None:
        """Refuse the request, and note it."""
        note(f"refused-{status[:3]}", self.conn.remote_addr)
        super().simple_response(status, msg)

    def send_headers(self) -> None:
        """Send the head of the answer, after what nobody read of the body was thrown away.

        It is thrown away in pieces, where cheroot would take it into memory whole.
        """
        while not self.close_connection and getattr(self.rfile, "remaining", 0) > 0:
            if not self.rfile.read(min(self.rfile.remaining, _SPARE)):
                break
        super().send_headers()
