"""Bounds of the times in a game's log; pages cannot show times beyond them."""

from __future__ import annotations

from datetime import UTC, datetime

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""A clock without a battery shows 1970; conversions of the time zone must stay within the years 1 to 9999."""


def time_of(value: object) -> datetime:
    """Return the time in an ISO 8601 text; one without a time zone is in UTC.

    Raises:
        ValueError: it is not such a text, or the time is out of bounds.
    """
    if not isinstance(value, str):
        raise ValueError(value)
    found = datetime.fromisoformat(value)
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise ValueError(value)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
