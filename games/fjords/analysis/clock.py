"""A time limit that a deep search can look at without paying for it at every step."""

import time

STRIDE = 256


class OutOfTime(Exception):
    """The time allowed for a search is over."""


class Clock:
    """Counts the steps of a search and stops it when its time is over."""

    def __init__(self, seconds: float) -> None:
        """Start a clock that allows so many seconds from now."""
        self._steps = 0
        self.allow(seconds)

    def allow(self, seconds: float) -> None:
        """Allow so many seconds from now, whatever was allowed before."""
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left; negative when the time is over."""
        return self._end - time.monotonic()

    def tick(self) -> None:
        """Count one step.

        Raises:
            OutOfTime: The time is over (looked at every so many steps).
        """
        self._steps += 1
        if self._steps % STRIDE == 0 and self.left < 0:
            raise OutOfTime
