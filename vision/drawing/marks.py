"""What was read of any game's board, as marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.plugins import room
from vision.drawing.annotate import Mark

_NO_PLACE = {"about", "candidates", "confidence"}


def marks_on(document: Mapping[str, Any]) -> list[Mark]:
    """Return what is drawn on the photo of a board that was read: as the game's module ``marks`` has it, or plainly."""
    module = room("vision", document["game"], "marks")
    return plain_marks(document) if module is None else module.marks_of(document)


def plain_marks(document: Mapping[str, Any]) -> list[Mark]:
    """Return a mark for each thing with a ``px`` that the players of a board document have, in the document's words."""
    asked = [_place(doubt) for doubt in document.get("ask", ())]
    return [
        Mark(tuple(thing["px"]), " ".join(_words(thing)), doubtful=any(_fits(thing, place) for place in asked))
        for player in document["players"]
        for things in player.values()
        if isinstance(things, list)
        for thing in things
        if isinstance(thing, Mapping) and "px" in thing
    ]


def _words(thing: Mapping[str, Any]) -> Iterator[str]:
    return (value for value in thing.values() if isinstance(value, str))


def _place(doubt: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in doubt.items() if key not in _NO_PLACE}


def _fits(thing: Mapping[str, Any], place: Mapping[str, Any]) -> bool:
    return bool(place) and all(thing.get(key) == value for key, value in place.items())
