"""Who may send a large body: only so many at once, so that those who send slowly never hold all threads."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

_MOST_WAITING = 200
"""Lines that may wait for their turn; their bodies lie unread at the senders."""


class Senders:
    """The lines that send, and those that wait; the next is who has the fewest that send."""

    def __init__(self, seats: int) -> None:
        """Begin with nobody.

        Args:
            seats: how many may send at once.
        """
        self._seats, self._lock = seats, threading.Lock()
        self._sending: list[Any] = []
        self._waiting: list[Any] = []

    def others_wait(self) -> bool:
        """Say whether somebody waits."""
        return bool(self._waiting)

    def begin(self, line: Any) -> bool | None:
        """Return whether a line may send now; if not it waits, or is to be closed where too many wait (``None``)."""
        with self._lock:
            if len(self._sending) < self._seats:
                self._sending.append(line)
                return True
            if len(self._waiting) >= _MOST_WAITING:
                return None
            self._waiting.append(line)
            return False

    def end(self, line: Any) -> Any | None:
        """Note that a line sends no more, and return the one that may send now instead."""
        with self._lock:
            if line not in self._sending:
                return None
            self._sending.remove(line)
            if not self._waiting:
                return None
            held = Counter(other.remote_addr for other in self._sending)
            following = min(self._waiting, key=lambda other: held[other.remote_addr])
            self._waiting.remove(following)
            self._sending.append(following)
            return following

    def give_up(self) -> list[Any]:
        """Return all that wait, and forget them."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            return waiting
