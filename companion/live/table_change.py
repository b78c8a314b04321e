"""A change of the table as one frame showed it, and the frames in which the rest of it is awaited."""

from __future__ import annotations

from dataclasses import dataclass

from companion.live.cameras.cameras import Frame
from companion.live.events import Event
from vision.reading.reading import Reading

_MAX_SETTLING_FRAMES = 4
"""Frames for which the rest of a change is awaited, chosen by hand; a resting hand may hide it for much longer."""


@dataclass(frozen=True)
class TableChange:
    """The change of a table that one frame showed.

    Attributes:
        frame: the frame.
        before: the board before; ``None`` at the beginning.
        events: the events; none where an earlier change is only settled.
        after: the board after the events.
        settled: whether everything that has changed is known; else more changes follow, of which the last is settled.
    """

    frame: Frame
    before: Reading | None
    events: tuple[Event, ...]
    after: Reading
    settled: bool = True


class SettlingWindow:
    """The frames in which the rest of a change is awaited: one of several tiles may be seen a frame later."""

    def __init__(self) -> None:
        """Start without an open change."""
        self._frames = 0

    @property
    def is_open(self) -> bool:
        """Whether more of the change may follow."""
        return self._frames > 0

    def update(self, news: bool, settled: bool) -> None:
        """Count a frame: whether it brought events, and whether everything that has changed is known."""
        # Frames that arrive during a reading do not count: with a fast camera the window would close at once.
        self._frames += news or self.is_open
        if settled or self._frames > _MAX_SETTLING_FRAMES:
            self._frames = 0
