"""Which frames of a camera are read: those of a board at rest that differ, and once more as long as doubts are left.

A change is read in single cells first. Where that leaves something over the board that is no part of the game, the
whole table is read until the next change: some tiles are only recognised together with the others. Of 268 moves in 14
synthetic games 10 are missed since, and 21 were before, when such a tile remained an occluder.
"""

from __future__ import annotations

from companion.live.changes.stillness import Stillness
from vision.imaging.photo import Photo

_IMMEDIATE_TRIES, _FREQUENT_TRIES = 6, 16
"""Readings of an open change that follow at once, and those after which the longer interval applies; by hand."""
_FREQUENT_INTERVAL_S, _RARE_INTERVAL_S = 1.0, 5.0
"""Intervals between further readings of an open change, seconds; chosen by hand."""
_CHECK_INTERVAL_S = 1.0
"""Seconds from a reading to the next one of a table that looks the same after something has moved; chosen by hand."""
_SEARCH_INTERVAL_S = 1.5
"""Seconds of motion after which an unknown board is looked for in a single frame; chosen by hand."""


class ReadingSchedule:
    """Decides which frames are read.

    Attributes:
        moving: whether something moved in the last frame, on the board or near it.
        is_news: whether the last frame at rest differs from the one read before it.
        is_unsettled: whether votes on a change do not agree yet or something covers the board.
        is_checked: whether, once neither is so, the whole table was read without leaving anything to be settled.
    """

    def __init__(self, stillness: Stillness) -> None:
        """Begin with an unknown table.

        Args:
            stillness: tells which frames are at rest.
        """
        self._stillness = stillness
        self.moving, self.is_news, self.is_unsettled, self.is_checked = True, True, False, False
        # How often the last still frame was read, and from when on it is read again.
        self._tries, self._next_reading_at = 0, 0.0
        # Whether something has moved since the last reading, and from when on the table is then read again; and whether
        # something has moved away from the board that had not come to rest before the last frame.
        self._has_moved, self._next_check_at, self._has_moved_around = False, 0.0, False
        # Whether readings of single cells have left an occluder in the last still frame.
        self._is_unexplained = False
        # From when on the board is looked for, though something moves.
        self._search_at: float | None = None

    def should_read(self, photo: Photo, now: float, is_board_known: bool) -> bool:
        """Take the next frame and return whether it should be read.

        Args:
            photo: the frame.
            now: its time, seconds on a monotonic clock.
            is_board_known: whether the board was found in the last frame that was read.
        """
        self.moving = not self._stillness.see(photo)
        if self.moving:
            self._has_moved = True
            return not is_board_known and self._is_search_due(now)
        self._search_at = None
        self.is_news = self._stillness.is_news()
        self._see_surroundings()
        if self._has_moved and now >= self._next_check_at:
            # A hand may have placed what is hardly to be told from its background, and so no news.
            self.is_checked = False
        if self.is_news:
            self._tries, self.is_unsettled, self.is_checked = 0, True, False
        return self.is_news or (now >= self._next_reading_at if self.is_unsettled else not self.is_checked)

    def _see_surroundings(self) -> None:
        """Take motion away from the board, where open tiles lie, for motion once it has ended; a screen goes on."""
        if not self._stillness.is_calm:
            self._has_moved_around = True
        elif self._has_moved_around:
            self._has_moved, self._has_moved_around = True, False

    def _is_search_due(self, now: float) -> bool:
        """Return whether to look for the board during motion, which may be beside it."""
        if self._search_at is None:
            self._search_at = now + _SEARCH_INTERVAL_S
        return now >= self._search_at

    def begin_search(self) -> None:
        """Record that the board is looked for in a frame with motion; the next frame at rest is read."""
        self._search_at, self.is_checked = None, False

    @property
    def reads_single_cells(self) -> bool:
        """Whether the frame is read only where it has changed."""
        return self.is_unsettled and not self._is_unexplained

    def begin_reading(self, now: float, was_covered: bool) -> None:
        """Record that a frame at rest is read now.

        Args:
            now: its time, seconds.
            was_covered: whether the last reading left an occluder.
        """
        self._tries += 1
        self._is_unexplained = not self.is_news and (self._is_unexplained or was_covered)
        self._next_reading_at, self._next_check_at = now + _interval(self._tries), now + _CHECK_INTERVAL_S
        self._has_moved = False

    def read_again(self, now: float) -> None:
        """Let the next readings follow at once, as after news."""
        self._tries, self._next_reading_at = 0, now


def _interval(tries: int) -> float:
    """Return the seconds until an open change is read again after this many readings."""
    if tries < _IMMEDIATE_TRIES:
        return 0.0
    return _FREQUENT_INTERVAL_S if tries < _FREQUENT_TRIES else _RARE_INTERVAL_S
