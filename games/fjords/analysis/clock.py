"""A time limit for a deep search, checked only once in many steps because reading the time is slow."""

import time

STRIDE = 256
"""Steps between two looks at the time: at 20 to 40 µs a step (measured) a time limit is exceeded by about 10 ms."""


class OutOfTime(Exception):
    """The time allowed for a search is over."""


class Clock:
    """Counts the steps of a search and stops it when its time is over."""

    def __init__(self, seconds: float) -> None:
        """Start a clock that runs out after `seconds`."""
        self._steps = 0
        self.allow(seconds)

    def allow(self, seconds: float) -> None:
        """Set the clock to run out after `seconds` from now."""
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds left; negative when the time is over."""
        return self._end - time.monotonic()

    @property
    def steps(self) -> int:
        """The steps counted so far."""
        return self._steps

    def tick(self) -> None:
        """Count one step.

        Raises:
            OutOfTime: The time is over; only every `STRIDE`-th step checks it.
        """
        self._steps += 1
        if self._steps % STRIDE == 0 and self.left < 0:
            raise OutOfTime
