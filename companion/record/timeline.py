"""A game's log as a timeline: what counts, what was undone, and the position after each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.record.events import HAND, SEEN, Ended, Entry, MoveTold, Paused, Resumed, Undone
from companion.record.position import Position


@dataclass(frozen=True)
class Step:
    """An entry that counts, and the position after it."""

    entry: Entry
    position: Position


@dataclass(frozen=True)
class Timeline:
    """The log of one game, from which everything is computed."""

    entries: tuple[Entry, ...] = ()

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of the entries that count no longer; an undoing that was undone itself does nothing."""
        gone: set[int] = set()
        for entry in reversed(self.entries):
            if isinstance(entry.event, Undone) and entry.number not in gone and entry.event.entry < entry.number:
                gone.add(entry.event.entry)
        return frozenset(gone)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The entries that count, each with the position after it."""
        position, found = Position(), []
        for entry in self.entries:
            if entry.number not in self.undone and not isinstance(entry.event, Undone):
                position = position.after(entry.event, entry.origin)
                found.append(Step(entry, position))
        return tuple(found)

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.steps[-1].position if self.steps else Position()

    @property
    def last_number(self) -> int:
        """The number of the last entry; 0 before the first."""
        return self.entries[-1].number if self.entries else 0

    def to_undo(self) -> Undone | None:
        """Return the event that takes the last thing back that changed the game; ``None`` where there is none.

        The set-up that a game begins with stays.
        """
        for step in reversed(self.steps):
            if step.entry.number > 1 and not isinstance(step.entry.event, MoveTold | Paused | Resumed):
                return Undone(entry=step.entry.number)
        return None

    def to_redo(self) -> Undone | None:
        """Return the event that takes the last undoing back, as long as nothing else has happened since."""
        for entry in reversed(self.entries):
            if not isinstance(entry.event, Undone):
                return None
            if entry.number not in self.undone and not self._is_redoing(entry.event):
                return Undone(entry=entry.number)
        return None

    def _is_redoing(self, event: Undone) -> bool:
        return any(isinstance(entry.event, Undone) for entry in self.entries if entry.number == event.entry)

    @cached_property
    def seen(self) -> Position:
        """What the camera alone has said, whatever was corrected or undone: new pictures are compared with it."""
        position = Position()
        for entry in self.entries:
            if entry.origin == SEEN and not isinstance(entry.event, Ended):
                position = position.after(entry.event, SEEN)
        return position

    @property
    def by_hand(self) -> bool:
        """Whether no camera had a part in the game."""
        return not self.position.setup.watched and all(entry.origin == HAND for entry in self.entries)


def timeline_of(entries: Sequence[Entry]) -> Timeline:
    """Return the timeline of a log."""
    return Timeline(tuple(entries))
