"""Which times a game's log may tell: no page can show one beyond these bounds."""

from __future__ import annotations

from datetime import UTC, datetime

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""A clock without a battery stands in 1970, and changing the time zone must not leave the years 1 to 9999."""


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
