"""Doubtful things of a reading, which the page marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.boardgames.photos import candidates_of, doubts_of

THINGS = {"building": ("buildings", "name"), "ship": ("ships", "kind")}
"""For each kind of question about a thing the player's field, and the key by which the question names the thing."""


def doubtful_things(seat: dict[str, Any]) -> frozenset[str]:
    """Return the doubtful things: a field that is a number, such as ``free_spaces``, or a thing, as ``ships:2``."""
    return frozenset(thing for doubt in doubts_of(seat) for thing in _asked_by(doubt, seat))


def field_of(doubt: Mapping[str, Any]) -> str:
    """Return the player's field that a question is about."""
    about = str(doubt.get("about"))
    return THINGS[about][0] if about in THINGS else about


def _asked_by(doubt: Mapping[str, Any], seat: Mapping[str, Any]) -> Iterator[str]:
    about, field = doubt.get("about"), field_of(doubt)
    if about not in THINGS:
        yield field
        return
    named, (_, key) = candidates_of(doubt), THINGS[about]
    for index, thing in enumerate(seat[field]):
        # Of several of one kind, the one with the confidence of the question.
        same = thing.get("confidence", doubt.get("confidence")) == doubt.get("confidence")
        if thing.get(key) in named and same:
            yield f"{field}:{index}"
