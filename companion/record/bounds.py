"""How large what a game's log tells may be: no page can show a time, a number or a text beyond these bounds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite

from games.envelope import DocumentError

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""A clock without a battery stands in 1970, and changing the time zone must not leave the years 1 to 9999."""
_LARGEST = 2**53
"""The largest whole number that every program which reads JSON keeps exactly; SQLite and PostgreSQL take it as well."""
_LONGEST = 20_000
"""Characters of the longest text; the longest of our own is a name or a title of 80."""
_MOST = 5_000
"""Entries of the longest list or mapping; the longest of our own is a game's log of 4 000 events."""
_DEEPEST = 30
"""Levels of nesting; our own documents have fewer than ten."""


def time_of(value: object) -> datetime:
    """Return the time that a text in ISO format tells; one without a time zone is in UTC.

    Raises:
        ValueError: it is no such text, or a time that pages cannot show.
    """
    if not isinstance(value, str):
        raise ValueError(value)
    found = datetime.fromisoformat(value)
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise ValueError(value)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def refuse_unbounded(value: object, field: str = "", depth: int = 0) -> None:
    """Refuse data that is larger than anything in a game.

    Args:
        value: what was read from JSON.
        field: what the value is called in the error.
        depth: how many lists and mappings the value lies in.

    Raises:
        DocumentError: a number, a text, a list or the nesting is too large, or a text cannot be written as UTF-8.
    """
    if isinstance(value, Mapping | list):
        if len(value) > _MOST or depth > _DEEPEST:
            raise DocumentError(field or "document", "value", "[…]")
        named = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, inner in named:
            if isinstance(key, str):
                _refuse_text(key, field or "document")
            path = f"{field}[{key}]" if isinstance(value, list) else f"{field}.{key}" if field else str(key)
            refuse_unbounded(inner, path, depth + 1)
    elif isinstance(value, str):
        _refuse_text(value, field)
    elif isinstance(value, int | float) and not (isfinite(value) and abs(value) <= _LARGEST):
        raise DocumentError(field, "value", value)


def _refuse_text(text: str, field: str) -> None:
    # PostgreSQL keeps no text with a NUL in it, and half of a surrogate pair cannot be written as UTF-8 at all.
    if len(text) > _LONGEST or "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise DocumentError(field, "value", ascii(text[:40]))
