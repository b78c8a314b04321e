"""Strict reading of request heads (RFC 9112): bounded in size, and unambiguous."""

from __future__ import annotations

import re
from typing import Any

from cheroot.errors import MaxSizeExceeded
from cheroot.server import HeaderReader

HEAD_BYTES = 32_768
"""Largest request head, with the request line: browsers send 1-2 kB, and 8 kB with many cookies."""
_MAX_HEADER_LINES = 100
"""Header lines in one request; Apache's default. Browsers send about twenty."""
_HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)\r\n")
"""A header line (RFC 9112, 5): no space before the colon, no folded line, no control characters."""
_ONCE = frozenset({b"host", b"content-length", b"transfer-encoding"})
"""Headers whose repetition makes a request ambiguous."""


class _StrictLines:
    """A file of header lines that raises where a line is malformed or one too many."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self._seen: list[bytes] = []

    def readline(self) -> bytes:
        """Return the next line.

        Raises:
            MaxSizeExceeded: there are too many lines, or too many bytes.
            ValueError: the line is malformed, or repeats a header that may occur once.
        """
        line: bytes = self._source.readline()
        if line in (b"\r\n", b""):
            return line
        found = _HEADER_LINE.fullmatch(line)
        if found is None:
            raise ValueError("Illegal header line.")
        name = found[1].lower()
        if name in _ONCE and name in self._seen:
            raise ValueError("Repeated header line.")
        if name == b"content-length" and not found[2].strip().isdigit():
            raise ValueError("Illegal length.")
        self._seen.append(name)
        if len(self._seen) > _MAX_HEADER_LINES:
            raise MaxSizeExceeded
        return line


class StrictHeaders(HeaderReader):
    """Cheroot's header reader, restricted to unambiguous headers."""

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        """Read headers up to the empty line.

        Raises:
            MaxSizeExceeded: there are too many lines, or too many bytes.
            ValueError: a line is malformed.
        """
        found: dict[bytes, bytes] = super().__call__(_StrictLines(rfile), hdict)
        return found
