"""Rows in the pages of a damaged SQLite file, read without its indexes and schema.

A page with rows is marked by its first byte, so that it is found even if the tree that leads to it is damaged.
The format is described in https://www.sqlite.org/fileformat2.html, sections 1.6 (pages), 2.1 (rows) and 4 (the
write-ahead log).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.record.storage.sqlite_file import beside

_PAGE = 4096
"""Bytes of a page: the default of SQLite, which this program never changes."""
_ROWS = 0x0D
_LOG_HEAD, _FRAME_HEAD = 32, 24
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_MAX_COLUMNS = 16
"""More than the columns of any table here; damaged rows may claim thousands."""

Numbered = tuple[int, tuple[object, ...]]
"""A row's number, and its values: ``None``, whole numbers, texts and bytes."""


def rows_in(file: Path) -> Iterator[Numbered]:
    """Yield the readable rows of all tables in a file and in its write-ahead log."""
    pages = _pages(file)
    for number, page in pages.items():
        head = 100 if number == 1 else 0
        if page[head : head + 1] == bytes([_ROWS]):
            for cell in range(int.from_bytes(page[head + 3 : head + 5], "big")):
                at = int.from_bytes(page[head + 8 + 2 * cell : head + 10 + 2 * cell], "big")
                try:
                    yield _row(page, at, pages)
                except (IndexError, KeyError, ValueError):
                    continue


def _pages(file: Path) -> dict[int, bytes]:
    data = file.read_bytes()
    pages = {start // _PAGE + 1: data[start : start + _PAGE] for start in range(0, len(data), _PAGE)}
    log = beside(file, "-wal")
    if log.exists():
        pages |= _logged(log.read_bytes())
    return pages


def _logged(log: bytes) -> dict[int, bytes]:
    """Return the newest version of each page in a log; frames with another salt are remains of an older log."""
    found = {}
    for start in range(_LOG_HEAD, len(log) - _FRAME_HEAD - _PAGE + 1, _FRAME_HEAD + _PAGE):
        if log[start + 8 : start + 16] == log[16:24]:
            found[int.from_bytes(log[start : start + 4], "big")] = log[start + _FRAME_HEAD :][:_PAGE]
    return found


def _row(page: bytes, at: int, pages: dict[int, bytes]) -> Numbered:
    size, at = _number(page, at)
    number, at = _number(page, at)
    return number, _values(_payload(page, at, size, pages))


def _payload(page: bytes, at: int, size: int, pages: dict[int, bytes]) -> bytes:
    """Return a row's bytes; long rows continue in a chain of overflow pages.

    Raises:
        KeyError: a page of the chain is missing.
        ValueError: the row claims more bytes than all pages have, as where damage made the chain a ring.
    """
    if size > len(pages) * _PAGE:
        raise ValueError(size)
    largest, smallest = _PAGE - 35, (_PAGE - 12) * 32 // 255 - 23
    if size <= largest:
        return page[at : at + size]
    here = smallest + (size - smallest) % (_PAGE - 4)
    here = here if here <= largest else smallest
    found, following = page[at : at + here], page[at + here : at + here + 4]
    while len(found) < size:
        more = pages[int.from_bytes(following, "big")]
        found, following = found + more[4:][: size - len(found)], more[:4]
    return found


def _values(payload: bytes) -> tuple[object, ...]:
    head, at = _number(payload, 0)
    kinds: list[int] = []
    while at < head and len(kinds) <= _MAX_COLUMNS:
        kind, at = _number(payload, at)
        kinds.append(kind)
    values: list[object] = []
    for kind in kinds:
        length = _INTEGERS.get(kind, (kind - 12) // 2 if kind >= 12 else 0)
        part = payload[at : at + length]
        if len(part) < length:
            raise ValueError(kind)
        values.append(_value(kind, part))
        at += length
    return tuple(values)


def _value(kind: int, part: bytes) -> object:
    if kind in _INTEGERS:
        return int.from_bytes(part, "big", signed=True)
    if kind in (8, 9):
        return kind - 8
    if kind >= 12:
        return part.decode() if kind % 2 else part
    return None


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a variable-length integer (varint), and the index after it."""
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9
