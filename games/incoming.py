"""Reads untrusted files and JSON within limits: on their size, the time they take to arrive, and their contents."""

from __future__ import annotations

import json
import os
import select
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.documents import DocumentError

LARGEST_DOCUMENT = 16_000_000
"""Bytes of a board or a game. The largest board with all that a camera saw of it takes 60 kB, an exported game of 4 000
events with a tile each 8 MB; JSON takes ten times its bytes of memory."""
DEEPEST = 30
"""Lists and objects inside one another; our own documents have fewer than ten. Deeper ones could end any recursion."""
MOST_ENTRIES = 5_000
"""Entries of the longest list or mapping; the longest of our own is a game's log of 4 000 events."""
LONGEST_TEXT = 20_000
"""Characters of the longest text of a document or a log; the longest of our own is a title of 80."""
LARGEST_NUMBER = 2**63 - 1
"""Databases store whole numbers up to here; a time in nanoseconds, as other programs store it, is about a fifth of
that."""
_PATIENCE = 20.0
"""Seconds for which a pipe may be silent: a program that makes a document at the other end may need some."""
_PIECE = 1 << 16


class NotAFile(OSError):
    """The path is that of a device or a socket, which may never end."""


class FileTooLarge(OSError):
    """A file is larger than its limit."""


class NothingComes(OSError):
    """A pipe stays silent."""


def read_bounded(path: Path | str, most: int) -> bytes:
    """Return the bytes of a regular file, or of a pipe up to its end.

    Args:
        path: the file's name.
        most: the largest size, bytes.

    Raises:
        FileTooLarge: it is larger; reading stopped at the limit.
        NotAFile: it is a device, such as ``/dev/zero``.
        NothingComes: it is a pipe into which nobody writes.
        OSError: it cannot be opened or read.
    """
    # Without waiting: a pipe that nobody writes into would be waited for here already.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(path)
        piped = stat.S_ISFIFO(status.st_mode)
        if not (piped or stat.S_ISREG(status.st_mode)):
            raise NotAFile(path)
        found = bytearray()
        while piece := _next(file.fileno(), piped, most + 1 - len(found)):
            found += piece
            if len(found) > most:
                raise FileTooLarge(path)
    return bytes(found)


def parse_json(data: bytes | str, longest: int = LONGEST_TEXT, most: int = MOST_ENTRIES) -> Any:
    """Parse a JSON text, and refuse values that the rest of the program cannot handle.

    Args:
        data: the text; as bytes in UTF-8, UTF-16 or UTF-32.
        longest: characters of the longest text in it.
        most: entries of the longest list or mapping in it.

    Raises:
        ValueError: it is no JSON text; ``json.JSONDecodeError`` where a line can be named.
        RecursionError: its lists and objects are nested too deep to be parsed at all.
        DocumentError: it exceeds these bounds, is nested too deep, or has a number or a text that
            cannot be stored.
    """
    text = data if isinstance(data, str) else data.decode(json.detect_encoding(data))
    document = json.loads(text.removeprefix("\ufeff"))
    _refuse_unbounded(document, _Bounds(longest, most), (), DEEPEST)
    return document


def _next(descriptor: int, piped: bool, most: int) -> bytes:
    if piped and not select.select([descriptor], [], [], _PATIENCE)[0]:
        raise NothingComes
    return os.read(descriptor, min(most, _PIECE))


@dataclass(frozen=True)
class _Bounds:
    """Bounds on what is in a document: characters of a text, entries of a list or mapping."""

    longest: int
    most: int

    def allow(self, value: object) -> bool:
        """Return whether a single value can be printed, stored in a database and computed with."""
        if isinstance(value, str):
            return self.allow_text(value)
        # No comparison holds for what is no number, and whole numbers that no float can hold are compared as they are.
        return not isinstance(value, int | float) or abs(value) <= LARGEST_NUMBER

    def allow_text(self, value: str) -> bool:
        """Return whether a string can be stored: a lone surrogate has no UTF-8, and PostgreSQL stores no NUL."""
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
        return len(value) <= self.longest and "\0" not in value


def _refuse_unbounded(value: object, bounds: _Bounds, path: tuple[str | int, ...], left: int) -> None:
    """Raise `DocumentError` naming the first value, at the end of `path`, that is beyond the bounds."""
    if isinstance(value, dict | list):
        if not left:
            raise DocumentError(_field(path), "deep")
        if len(value) > bounds.most:
            raise DocumentError(_field(path), "many", len(value))
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(key, str) and not bounds.allow_text(key):
                raise DocumentError(_field(path), "value", key)
            _refuse_unbounded(inner, bounds, (*path, key), left - 1)
    elif not bounds.allow(value):
        raise DocumentError(_field(path), "value", value)


def _field(path: tuple[str | int, ...]) -> str:
    shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:60]}" for step in path)
    return shown.removeprefix(".") or "document"
