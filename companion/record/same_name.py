"""Whether two names are of one person, however they were typed: with a capital or without, with one blank or two."""

from __future__ import annotations

from collections.abc import Sequence


def name_key(name: str) -> str:
    """Return what all spellings of a name have in common."""
    return " ".join(name.split()).casefold()


def named_twice(names: Sequence[str]) -> str | None:
    """Return the first of the names that is another spelling of an earlier one, or the same; ``None`` without any."""
    keys = [name_key(name) for name in names]
    return next((name for place, name in enumerate(names) if keys[place] in keys[:place]), None)
