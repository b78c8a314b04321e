"""How many lines there may be: of one visitor, and of all that have not sent a whole request."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.web.lan.connections import Line


class Shares:
    """Counts the lines of each address."""

    def __init__(self, most: int) -> None:
        """Begin with none.

        Args:
            most: how many lines one address may have.
        """
        self._most, self._lock, self._lines = most, threading.Lock(), Counter[str]()

    def add(self, address: str) -> bool:
        """Count a line; false if it is one too many."""
        with self._lock:
            if self._lines[address] >= self._most:
                return False
            self._lines[address] += 1
            return True

    def remove(self, address: str) -> None:
        """Count a line no more."""
        with self._lock:
            self._lines[address] -= 1
            if self._lines[address] <= 0:
                del self._lines[address]


class Waits:
    """The lines that have not sent a whole request; of too many the oldest is closed."""

    def __init__(self, most: int) -> None:
        """Begin with none.

        Args:
            most: how many may wait.
        """
        self._most, self._lock = most, threading.Lock()
        self._lines: dict[Line, None] = {}

    def add(self, line: Line) -> None:
        """Note that a line waits, from now on if it did not before."""
        with self._lock:
            if line in self._lines:
                return
            line.rest()
            self._lines[line] = None
            oldest = next(iter(self._lines)) if len(self._lines) > self._most else None
            if oldest is not None:
                del self._lines[oldest]
        if oldest is not None:
            oldest.hang_up()

    def remove(self, line: Line) -> None:
        """Note that a line waits no more."""
        with self._lock:
            self._lines.pop(line, None)
