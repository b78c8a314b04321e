"""Files and JSON from elsewhere, read within bounds: on their bytes, the time they take to come, and what they hold."""

from __future__ import annotations

import json
import math
import os
import select
import stat
from pathlib import Path
from typing import Any

from games.envelope import DocumentError

LARGEST_DOCUMENT = 4_000_000
"""Bytes. The largest board with all that a camera saw of it takes 60 kB; JSON takes ten times its bytes of memory."""
DEEPEST = 40
"""Lists and objects inside one another; a board document has 6 levels. Deeper ones could end any recursion."""
LARGEST_NUMBER = 2**53
"""Whole numbers up to here are the same in every program that reads JSON (RFC 8259, section 6)."""
_PATIENCE = 20.0
"""Seconds for which a pipe may be silent: a program that makes a document at the other end may need some."""
_PIECE = 1 << 16


class NotAFile(OSError):
    """What was named is a device or a socket, which may never end."""


class FileTooLarge(OSError):
    """A file holds more than anything that is wanted here."""


class NothingComes(OSError):
    """Nothing comes through a pipe."""


def read_bounded(path: Path | str, most: int) -> bytes:
    """Return what a regular file, or a pipe to its end, holds.

    Args:
        path: the file's name.
        most: bytes that it may hold.

    Raises:
        FileTooLarge: it holds more; no more than `most` bytes were read.
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


def parse_json(data: bytes | str) -> Any:
    """Return what a JSON text holds, once it is sure that the rest of the program can bear it.

    Args:
        data: the text; as bytes in UTF-8, UTF-16 or UTF-32.

    Raises:
        ValueError: it is no JSON text; ``json.JSONDecodeError`` where a line can be named.
        RecursionError: its lists and objects lie too deep in one another to be read at all.
        DocumentError: it holds half a character, a number too large to be kept, or lists too deep in one another.
    """
    text = data if isinstance(data, str) else data.decode(json.detect_encoding(data))
    document = json.loads(text.removeprefix("\ufeff"))
    _check(document, (), DEEPEST)
    return document


def parse_document_text(data: bytes | str, most: int = LARGEST_DOCUMENT) -> Any:
    """Return what a JSON text of a bounded size holds; raises as `parse_json` does, and `FileTooLarge`."""
    if len(data) > most:
        raise FileTooLarge
    return parse_json(data)


def _next(descriptor: int, piped: bool, most: int) -> bytes:
    if piped and not select.select([descriptor], [], [], _PATIENCE)[0]:
        raise NothingComes
    return os.read(descriptor, min(most, _PIECE))


def _check(value: object, path: tuple[str | int, ...], left: int) -> None:
    """Raise `DocumentError` at the first value that would be a fault elsewhere: when it is printed, kept or counted."""
    if isinstance(value, dict):
        for name in value:
            if not _is_text(name):
                raise DocumentError(_field(path), "value", name)
    if isinstance(value, dict | list):
        if not left:
            raise DocumentError(_field(path), "deep")
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            _check(item, (*path, key), left - 1)
    elif not _is_bearable(value):
        raise DocumentError(_field(path), "value", value)


def _is_bearable(value: object) -> bool:
    if isinstance(value, str):
        return _is_text(value)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or abs(value) <= LARGEST_NUMBER


def _is_text(value: str) -> bool:
    """Say whether a string can be written: half of a surrogate pair, which JSON allows, cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _field(path: tuple[str | int, ...]) -> str:
    shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:60]}" for step in path)
    return shown.removeprefix(".") or "document"
