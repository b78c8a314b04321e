"""The reading of any game's board as marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.plugins import game_module
from vision.drawing.annotate import Mark

_NOT_PLACE = {"about", "candidates", "confidence"}
"""Fields of a question that do not say which thing it is about."""


def marks_on(document: Mapping[str, Any]) -> list[Mark]:
    """Return the marks of a board document: by the game's module ``marks`` if it has one, or plain ones."""
    module = game_module("vision", document["game"], "marks")
    return plain_marks(document) if module is None else module.marks_of(document)


def plain_marks(document: Mapping[str, Any]) -> list[Mark]:
    """Return a mark for each thing with a ``px`` of the players of a board document, labelled by its text values."""
    places = [_place(doubt) for doubt in document.get("ask", ())]
    return [
        Mark(tuple(thing["px"]), " ".join(_words(thing)), doubtful=any(_fits(thing, place) for place in places))
        for player in document["players"]
        for things in player.values()
        if isinstance(things, list)
        for thing in things
        if isinstance(thing, Mapping) and "px" in thing
    ]


def _words(thing: Mapping[str, Any]) -> Iterator[str]:
    return (value for value in thing.values() if isinstance(value, str))


def _place(doubt: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in doubt.items() if key not in _NOT_PLACE}


def _fits(thing: Mapping[str, Any], place: Mapping[str, Any]) -> bool:
    return bool(place) and all(thing.get(key) == value for key, value in place.items())
