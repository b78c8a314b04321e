"""A limit on concurrent uploads, so that slow ones never occupy all threads."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

_MAX_WAITING = 200
"""Connections that may wait to upload; their bodies stay unread."""


class UploadSlots:
    """The connections that upload and those that wait; the next one is from the address with the fewest uploads."""

    def __init__(self, slots: int) -> None:
        """Start without uploads.

        Args:
            slots: how many may upload at once.
        """
        self._slots, self._lock = slots, threading.Lock()
        self._uploading: list[Any] = []
        self._waiting: list[Any] = []

    def has_waiting(self) -> bool:
        """Return whether a connection waits."""
        return bool(self._waiting)

    def begin(self, connection: Any) -> bool | None:
        """Return whether a connection may upload now; ``None`` if it is to be closed, because too many wait."""
        with self._lock:
            if len(self._uploading) < self._slots:
                self._uploading.append(connection)
                return True
            if len(self._waiting) >= _MAX_WAITING:
                return None
            self._waiting.append(connection)
            return False

    def end(self, connection: Any) -> Any | None:
        """Release a connection's slot, and return the waiting connection that takes it."""
        with self._lock:
            if connection not in self._uploading:
                return None
            self._uploading.remove(connection)
            if not self._waiting:
                return None
            uploads = Counter(other.remote_addr for other in self._uploading)
            next_one = min(self._waiting, key=lambda other: uploads[other.remote_addr])
            self._waiting.remove(next_one)
            self._uploading.append(next_one)
            return next_one

    def remove_waiting(self) -> list[Any]:
        """Remove and return all waiting connections."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            return waiting
