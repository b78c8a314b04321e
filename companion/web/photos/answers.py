"""Answers to questions about a photo, applied to its board document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.record.events import HAND, CellTold, TileLaid, TileRemoved, event_of
from companion.record.from_board import events_of_board
from companion.record.position import Position
from companion.web.board.questions import OF_THINGS, OF_TILES, open_doubts
from games.envelope import DocumentError
from games.fjords.board import Board


def answered(document: object, answer: object) -> dict[str, Any]:
    """Return a board document after a person's answer, with the questions that are still open.

    Args:
        document: the board document, with ``ask``.
        answer: an event of a game's log, as JSON gives it: what stands in a cell, or which tile lies there.

    Raises:
        DocumentError: one of the two does not have the form.
    """
    board = Board.from_document(_mapping(document))
    event = event_of(answer)
    if not isinstance(event, CellTold | TileLaid | TileRemoved):
        raise DocumentError("event", "unknown", event.event)
    position = Position()
    for each in events_of_board(board):
        position = position.after(each, HAND)
    settled = Position().after(event, HAND)
    asked = [a for a in _mapping(document).get("ask", ()) if _is_asked(a)]
    after = position.after(event, HAND).document()
    for tile in after["tiles"]:
        # Pixel positions are no part of a log, but the person still looks at the photo.
        seen = board.tiles.get((tile["q"], tile["r"]))
        tile.update({"px": seen.source["px"]} if seen is not None and "px" in seen.source else {})
    return {
        **after,
        "ask": open_doubts(asked, settled.held, settled.held_pieces),
        "unseen": _mapping(document).get("unseen", []),
    }


def _mapping(document: object) -> Mapping[str, Any]:
    if not isinstance(document, Mapping):
        raise DocumentError("document", "type", document)
    return document


def _is_asked(doubt: object) -> bool:
    """Return whether something is a well-formed question; the document comes from the browser."""
    if not isinstance(doubt, Mapping):
        return False
    numbers = [doubt.get("q"), doubt.get("r"), doubt.get("edge", 0)]
    candidates = doubt.get("candidates")
    return (
        doubt.get("about") in (*OF_TILES, *OF_THINGS)
        and all(isinstance(number, int) for number in numbers)
        and ("edge" in doubt or doubt["about"] != "edge")
        and 0 <= doubt.get("edge", 0) < 6
        and isinstance(doubt.get("confidence", 0), (int, float))
        and isinstance(candidates, list)
        and bool(candidates)
        and all(isinstance(candidate, str) and candidate for candidate in candidates)
    )
