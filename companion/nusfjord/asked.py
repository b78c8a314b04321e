"""Which things before a player a reading of a photo asks about, so that the page marks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.boardgames.photos import doubts_of

_THINGS = {"building": ("buildings", "name"), "ship": ("ships", "kind")}
"""The field of a player that such a doubt is about, and what of a thing in it the doubt names."""


def asked_things(seat: dict[str, Any]) -> frozenset[str]:
    """Return what is asked about: a field that is a number, such as ``free_spaces``, or a thing, as ``ships:2``."""
    return frozenset(thing for doubt in doubts_of(seat) for thing in _asked_by(doubt, seat))


def _asked_by(doubt: Mapping[str, Any], seat: Mapping[str, Any]) -> Iterator[str]:
    about = str(doubt.get("about"))
    field, key = _THINGS.get(about, (about, ""))
    if not key:
        yield field
        return
    candidates = doubt.get("candidates")
    named = candidates if isinstance(candidates, list) else []
    for index, thing in enumerate(seat[field]):
        # Of several of one kind, the one that was seen as uncertainly as the doubt says.
        same = thing.get("confidence", doubt.get("confidence")) == doubt.get("confidence")
        if thing.get(key) in named and same:
            yield f"{field}:{index}"
