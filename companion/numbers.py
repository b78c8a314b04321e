"""Reads whole numbers from the texts of forms."""

from __future__ import annotations

_MOST_DIGITS = 6
"""No form asks for more; Python refuses to read numbers of thousands of digits."""


def whole_number(text: str) -> int | None:
    """Return the number that a text writes in digits; ``None`` where it is none or has more digits than any needs."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


def signed_number(text: str) -> int | None:
    """Return the number that a text writes in digits, perhaps behind a minus sign; ``None`` as for `whole_number`."""
    is_negative = text[:1] in ("-", "−")
    number = whole_number(text[1:] if is_negative else text)
    return -number if is_negative and number is not None else number
