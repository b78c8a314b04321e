"""A game's log as a timeline: valid and undone entries, and the position after each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.record.apply_event import position_after
from companion.record.events.cells import GroundNamed, PiecePlaced, TileLaid
from companion.record.events.games import Ended, MoveRecorded, Paused, Resumed, SetUp, Undone
from companion.record.events.log import HAND, MENDED, PHOTO, SEEN, Entry, Event, where
from companion.record.position import Position
from companion.record.result import Result, result_of
from companion.scoring.fjords_tally import FjordsTally, tally_document
from games.fjords.board import VIKING
from games.hexgrid import Cell

_NOT_UNDOABLE = (Undone, MoveRecorded, Paused, Resumed)
"""Events that undoing skips."""
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions of parsing, replaying or tallying a log with contents that this program has not written."""


@dataclass(frozen=True)
class Step:
    """A valid entry, and the position after it.

    `opens` is set for the last entry of `Timeline.opening`; `setup_before` is the set-up that a later one replaces;
    `relays` is set where a tile is laid over one that lies there already.
    """

    entry: Entry
    position: Position
    opens: bool = False
    setup_before: SetUp | None = None
    relays: bool = False

    @property
    def cell(self) -> Cell | None:
        """The cell that the step is about; ``None`` where it is about none, or about the whole board."""
        return None if self.opens else where(self.entry.event)


def _lays_over(event: Event, position: Position) -> bool:
    """Return whether an event lays a tile where one lies in the position before it."""
    return isinstance(event, TileLaid) and (event.q, event.r) in position.tiles


@dataclass(frozen=True)
class Timeline:
    """The log of one game, from which everything else is computed."""

    entries: tuple[Entry, ...] = ()

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of the undone entries; an undoing that was undone itself has no effect.

        The order of settlement that followed from a viking goes with it.
        """
        gone: dict[int, int] = {}  # by which entry each was undone
        for entry in reversed(self.entries):
            if isinstance(entry.event, Undone) and entry.number not in gone and entry.event.entry < entry.number:
                gone[entry.event.entry] = entry.number
        vikings: list[int] = []
        for entry in self.entries:
            if isinstance(entry.event, PiecePlaced) and entry.event.kind == VIKING:
                vikings.append(entry.number)
            elif _is_derived_order(entry):
                standing = [number for number in vikings if gone.get(number, entry.number) >= entry.number]
                if standing and standing[-1] in gone:
                    gone[entry.number] = gone[standing[-1]]
        return frozenset(gone)

    def steps(self) -> Iterator[Step]:
        """Yield the valid entries with the position after each; they are not cached, because there are many."""
        position, last_of_opening, is_set_up = Position(), max(self.opening, default=0), False
        for entry in self._valid():
            before, is_setup = position.setup, isinstance(entry.event, SetUp)
            relays = _lays_over(entry.event, position)
            position = position_after(position, entry.event, entry.origin)
            replaced = before if is_setup and is_set_up else None
            yield Step(entry, position, entry.number == last_of_opening, replaced, relays)
            is_set_up = is_set_up or is_setup

    def relays(self, entry: Entry) -> bool:
        """Return whether an entry lays a tile over one that lies there already, or would if it was not undone."""
        if not isinstance(entry.event, TileLaid):
            return False
        step = next((step for step in self.steps() if step.entry == entry), None)
        return _lays_over(entry.event, self.position) if step is None else step.relays

    def _valid(self) -> Iterator[Entry]:
        return (e for e in self.entries if e.number not in self.undone and not isinstance(e.event, Undone))

    @cached_property
    def opening(self) -> frozenset[int]:
        """The numbers of the entries that gave the board on which the record begins; empty where it begins with a move.

        They came at once, from a file or from the camera's first look at a game that was begun already. Their order
        says nothing of how it went.
        """
        if self._is_record_text:
            return frozenset()
        run: list[Entry] = []
        for entry in self._valid():
            if where(entry.event) is not None and (not run or entry.at == run[-1].at):
                run.append(entry)
            elif run:
                break
        return frozenset(entry.number for entry in run) if len(run) > 1 else frozenset()

    @property
    def _is_record_text(self) -> bool:
        return any(isinstance(entry.event, MoveRecorded) for entry in self.entries)

    @cached_property
    def position(self) -> Position:
        """The last position."""
        position = Position()
        for step in self.steps():
            position = step.position
        return position

    @property
    def fjords_tally(self) -> FjordsTally:
        """The tally of the last position of a game of Fjords; not cached, because tallies are large.

        `result` is cached along with it, so that it needs no count of its own.
        """
        tally = tally_document(self.position.document())
        vars(self).setdefault("result", result_of(tally))
        return tally

    @cached_property
    def result(self) -> Result:
        """The result of the last position."""
        return result_of(self.position.tally)

    @property
    def last_number(self) -> int:
        """The number of the last entry; 0 before the first."""
        return self.entries[-1].number if self.entries else 0

    def to_undo(self) -> Undone | None:
        """Return the event that undoes the last change of the game; ``None`` if there is none."""
        entry = self.entry_to_undo()
        return None if entry is None else Undone(entry=entry.number)

    def entry_to_undo(self) -> Entry | None:
        """Return the last change of the game; ``None`` if there is none.

        The first set-up cannot be undone. Where a person named ground, what the camera corrected as a result is no
        change of its own: it is undone with the naming.
        """
        for entry in reversed(self.entries):
            is_change = not isinstance(entry.event, _NOT_UNDOABLE) and not _is_derived_order(entry)
            if entry.number > 1 and entry.number not in self.undone and is_change:
                return self._cause_of(entry)
        return None

    def _cause_of(self, entry: Entry) -> Entry:
        """Return the naming of ground after which the camera corrected tiles up to this entry, or the entry itself."""
        for earlier in reversed(self.entries[: entry.number]):
            if earlier.origin != MENDED or not isinstance(earlier.event, TileLaid):
                is_valid = isinstance(earlier.event, GroundNamed) and earlier.number not in self.undone
                return earlier if is_valid else entry
        return entry

    def to_redo(self) -> Undone | None:
        """Return the event that reverts the last undoing.

        ``None`` if anything else has happened since, or if the game could not be read with what was undone.
        """
        undoing = self._last_undoing
        return None if undoing is None else Undone(entry=undoing[0])

    def entry_to_redo(self) -> Entry | None:
        """Return the entry that reverting the last undoing makes valid again; ``None`` where `to_redo` returns that."""
        undoing = self._last_undoing
        return None if undoing is None else self._entry(undoing[1].entry)

    @cached_property
    def _last_undoing(self) -> tuple[int, Undone] | None:
        """The number and the event of the undoing that can be reverted."""
        for entry in reversed(self.entries):
            if not isinstance(entry.event, Undone):
                return None
            if entry.number not in self.undone and not self._is_redoing(entry.event):
                return (entry.number, entry.event) if self._is_readable_without(entry) else None
        return None

    def _is_readable_without(self, undoing: Entry) -> bool:
        """Return whether the game can be counted if what was undone is valid again; it may be malformed."""
        try:
            _ = Timeline(tuple(entry for entry in self.entries if entry is not undoing)).result
        except FAULTS:
            return False
        return True

    def _is_redoing(self, event: Undone) -> bool:
        entry = self._entry(event.entry)
        return entry is not None and isinstance(entry.event, Undone)

    def _entry(self, number: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.number == number), None)

    @cached_property
    def camera_position(self) -> Position:
        """The position by the camera's events alone, without corrections: new readings are compared with it."""
        position = Position()
        for entry in self.entries:
            if entry.origin in (SEEN, MENDED) and not isinstance(entry.event, Ended):
                position = position_after(position, entry.event, SEEN)
        return position

    @property
    def by_hand(self) -> bool:
        """Whether no camera took part in the game."""
        return not self.position.setup.watched and all(entry.origin == HAND for entry in self.entries)

    @property
    def from_photo(self) -> bool:
        """Whether the game was read from a photo."""
        return any(entry.origin == PHOTO for entry in self.entries)

    @property
    def has_moves(self) -> bool:
        """Whether the log says how the game went; a photo, or changes that were entered at once, give only a board."""
        if self.from_photo:
            return False
        changes = {entry.number for entry in self._valid() if where(entry.event) is not None}
        return self._is_record_text or len(changes - self.opening) > (0 if self.opening else 1)


def _is_derived_order(entry: Entry) -> bool:
    """Return whether an entry is the order of settlement, which followed from the viking before it."""
    return isinstance(entry.event, SetUp) and entry.origin == SEEN


def timeline_of(entries: Sequence[Entry]) -> Timeline:
    """Return the timeline of a log."""
    return Timeline(tuple(entries))
