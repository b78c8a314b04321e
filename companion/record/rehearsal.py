"""Playing a game again from its log before it is kept, so that no page fails later over what was taken in."""

from __future__ import annotations

from dataclasses import replace

from companion.record.events import Entry, Event
from companion.record.movetext import record_text
from companion.record.position import Piece, Position
from companion.record.storage.library import FAULTS, Kept
from companion.record.summary import summary_of
from games.envelope import DocumentError
from games.rulebook import rulebook_of

_MOST_COLOURS = 20
"""Colours of pieces on one table: six are sold, and what a camera was taught may double that."""


def rehearse(kept: Kept) -> None:
    """Play a game again step by step, and compute what the list of games and the game's page show.

    Raises:
        DocumentError: this cannot be done; names the event at which it fails, or the last one.
    """
    position, read, entry = Position(), None, None
    try:
        for entry in kept.timeline.entries:
            if entry.number in kept.timeline.undone:
                continue
            position = position.after(entry.event, entry.origin)
            # A document is read anew only where it may have become another for its rulebook.
            if (told := _told(position)) != read:
                document = _shortened(position).document()
                rulebook_of(document).read(document)
                read = told
        summary_of(kept)
        record_text(kept.timeline)
    except FAULTS as fault:
        raise _named(entry, fault) from None


def _told(position: Position) -> object:
    """Return what decides whether a position's document can be read: the board, or who plays and has pieces there."""
    if position.board is not None:
        return position.board
    colours = _colours(position)
    if len(colours) > _MOST_COLOURS:
        raise DocumentError("colour", "value", len(colours))
    return position.setup, colours


def _colours(position: Position) -> set[str]:
    return {thing.colour for thing in (*position.pieces, *position.runes) if thing.colour is not None}


def _shortened(position: Position) -> Position:
    """Return the position with no more on the table than tells who plays: the many tiles were checked one by one."""
    if position.board is not None or not position.tiles:
        return position
    cell, tile = next(iter(position.tiles.items()))
    pieces = tuple(Piece("viking", colour, cell) for colour in sorted(_colours(position)))
    return replace(position, tiles={cell: tile}, pieces=pieces, runes=())


def _named(entry: Entry | None, fault: Exception) -> DocumentError:
    field = "events" if entry is None else f"events[{entry.number - 1}]"
    if isinstance(fault, DocumentError):
        code = fault.code if fault.code in DocumentError.SENTENCES else "value"
        return DocumentError(f"{field}: {fault.field}", code, fault.given)
    event: Event | None = None if entry is None else entry.event
    return DocumentError(field, "value", None if event is None else event.event)
