"""Replay of an imported game before it is stored, so that no page fails over it later.

Undone entries are replayed, too, because the game's page may offer to redo them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.record.apply_event import position_after
from companion.record.events.boards import FactRecorded
from companion.record.events.games import Undone
from companion.record.events.log import Entry, Event
from companion.record.exchange.movetext import record_text
from companion.record.position import Piece, Position
from companion.record.storage.library import StoredGame
from companion.record.summary import summary_of
from companion.record.timeline import FAULTS, timeline_of
from games.documents import DocumentError
from games.rulebook import rulebook_of

_MAX_COLOURS = 20
"""Colours of pieces on one table: six are sold, and calibrated ones may double that."""
_MAX_REPLAYED = 20_000
"""Most entries that are replayed because earlier ones were undone or redone: five for each entry that a game may have.
The page undoes what happened last, so that hardly more than one is replayed each time."""


class _Replay:
    """A game, replayed as it was recorded: at each entry nothing is undone but what was undone by then."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._positions, self._undone, self._replayed = [Position()], frozenset[int](), 0

    def after(self, entry: Entry) -> Position:
        """Return the position after an entry; must be called for each in order."""
        if isinstance(entry.event, Undone):
            if self._replayed > _MAX_REPLAYED:
                raise DocumentError("entry", "value", entry.event.entry)
            before, self._undone = self._undone, timeline_of(self._entries[: entry.number]).undone
            # Replayed from the first entry that was undone or redone; that is mostly the one before.
            del self._positions[min(before ^ self._undone, default=entry.number) :]
        for later in self._entries[len(self._positions) - 1 : entry.number]:
            now = self._positions[-1]
            is_undone = later.number in self._undone
            self._positions.append(now if is_undone else position_after(now, later.event, later.origin))
            self._replayed += self._positions[-1] is not now and later is not entry
        return self._positions[-1]


def rehearse(stored: StoredGame) -> None:
    """Replay a game step by step, and compute everything that the list of games and the game's page show.

    Raises:
        DocumentError: the replay fails; names the event, or the last one.
    """
    replay, read, entry = _Replay(stored.timeline.entries), None, None
    try:
        for entry in stored.timeline.entries:
            position = replay.after(entry)
            # A document is parsed again only if its validity may have changed.
            if (relevant := _relevant_to_validity(position)) != read:
                document = _shortened(position).document()
                rulebook, read = rulebook_of(document), relevant
                board = rulebook.read(document)
            if isinstance(entry.event, FactRecorded):
                rulebook.recorded(board, [(entry.event.what, entry.event.data)])
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
