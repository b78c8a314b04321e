"""Limits on connections: of each address, and of all with an incomplete request."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.web.lan.connections import VisitorConnection


class ConnectionCounts:
    """The number of open connections of each address."""

    def __init__(self, most: int) -> None:
        """Start without connections.

        Args:
            most: how many connections one address may have.
        """
        self._most, self._lock, self._connections = most, threading.Lock(), Counter[str]()

    def add(self, address: str) -> bool:
        """Count a connection; return whether it is within the limit."""
        with self._lock:
            if self._connections[address] >= self._most:
                return False
            self._connections[address] += 1
            return True

    def remove(self, address: str) -> None:
        """Stop counting a connection."""
        with self._lock:
            self._connections[address] -= 1
            if self._connections[address] <= 0:
                del self._connections[address]


class IncompleteRequests:
    """The connections with an incomplete request; the oldest is closed when there are too many."""

    def __init__(self, most: int) -> None:
        """Start without connections.

        Args:
            most: how many connections may be incomplete.
        """
        self._most, self._lock = most, threading.Lock()
        self._connections: dict[VisitorConnection, None] = {}

    def add(self, connection: VisitorConnection) -> None:
        """Add a connection, whose timeout starts now if it was not added before."""
        with self._lock:
            if connection in self._connections:
                return
            connection.restart_timeout()
            self._connections[connection] = None
            oldest = next(iter(self._connections)) if len(self._connections) > self._most else None
            if oldest is not None:
                del self._connections[oldest]
        if oldest is not None:
            oldest.shut_down()

    def remove(self, connection: VisitorConnection) -> None:
        """Remove a connection."""
        with self._lock:
            self._connections.pop(connection, None)
