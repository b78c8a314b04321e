"""Playing a game again from its log before it is kept, so that no page fails later over what was taken in."""

from __future__ import annotations

from companion.record.events import Entry, Event
from companion.record.library import FAULTS, Kept
from companion.record.movetext import record_text
from companion.record.position import Position
from companion.record.summary import summary_of
from games.envelope import DocumentError
from games.rulebook import rulebook_of


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
                document = position.document()
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
    return position.setup, {thing.colour for thing in (*position.pieces, *position.runes)}


def _named(entry: Entry | None, fault: Exception) -> DocumentError:
    field = "events" if entry is None else f"events[{entry.number - 1}]"
    if isinstance(fault, DocumentError):
        code = fault.code if fault.code in DocumentError.SENTENCES else "value"
        return DocumentError(f"{field}: {fault.field}", code, fault.given)
    event: Event | None = None if entry is None else entry.event
    return DocumentError(field, "value", None if event is None else event.event)
