"""Replay of an imported game before it is stored, so that no page fails over it later."""

from __future__ import annotations

from dataclasses import replace

from companion.record.events.log import Entry, Event
from companion.record.exchange.movetext import record_text
from companion.record.position import Piece, Position
from companion.record.storage.library import FAULTS, StoredGame
from companion.record.summary import summary_of
from games.envelope import DocumentError
from games.rulebook import rulebook_of

_MAX_COLOURS = 20
"""Colours of pieces on one table: six are sold, and calibrated ones may double that."""


def rehearse(stored: StoredGame) -> None:
    """Replay a game step by step, and compute everything that the list of games and the game's page show.

    Raises:
        DocumentError: the replay fails; names the event, or the last one.
    """
    position, read, entry = Position(), None, None
    try:
        for entry in stored.timeline.entries:
            if entry.number in stored.timeline.undone:
                continue
            position = position.after(entry.event, entry.origin)
            # A document is parsed again only if its validity may have changed.
            if (relevant := _relevant_to_validity(position)) != read:
                document = _shortened(position).document()
                rulebook_of(document).read(document)
                read = relevant
        summary_of(stored)
        record_text(stored.timeline)
    except FAULTS as fault:
        raise _named(entry, fault) from None


def _relevant_to_validity(position: Position) -> object:
    """Return what the validity of a position's document depends on: the board, or players and colours."""
    if position.board is not None:
        return position.board
    colours = _colours(position)
    if len(colours) > _MAX_COLOURS:
        raise DocumentError("colour", "value", len(colours))
    return position.setup, colours


def _colours(position: Position) -> set[str]:
    return {thing.colour for thing in (*position.pieces, *position.runes) if thing.colour is not None}


def _shortened(position: Position) -> Position:
    """Return the position with one tile and a piece of each colour; all tiles were checked one by one before."""
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
