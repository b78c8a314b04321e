"""Seats for pages that follow the table: a few for each device, some for hosts alone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Seat:
    """The seat of a page that follows the table.

    Attributes:
        device: the device that the page is on.
        for_host: whether the page is a host's.
    """

    device: str
    for_host: bool
    _lost: threading.Event = field(default_factory=threading.Event)

    @property
    def is_lost(self) -> bool:
        """Whether another page has taken this place."""
        return self._lost.is_set()

    def lose(self) -> None:
        """Take the seat from its page."""
        self._lost.set()


class Seats:
    """All seats; a device over its limit loses its oldest seat, so that a reloaded page is not refused."""

    def __init__(self, seats: int, per_device: int, for_hosts: int, wake: Callable[[], None]) -> None:
        """Start with all seats free.

        Args:
            seats: how many there are.
            per_device: how many pages of one device may follow.
            for_hosts: how many of the seats only hosts may take.
            wake: called when a page has lost its seat, so that it ends at once.
        """
        self._seats, self._per_device, self._for_hosts, self._wake = seats, per_device, for_hosts, wake
        self._lock = threading.Lock()
        self._taken: list[Seat] = []

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return len(self._taken)

    def take(self, device: str, for_host: bool, unbounded: bool = False) -> Seat | None:
        """Return a seat, or ``None`` if there is none.

        Args:
            device: the device that the page is on.
            for_host: whether the page is a host's.
            unbounded: whether the device may have as many seats as there are.
        """
        with self._lock:
            own = [seat for seat in self._taken if seat.device == device]
            has_enough = len(own) >= self._per_device and not unbounded
            if has_enough or not self._is_free(for_host):
                if not own:
                    return None
                own[0].lose()
                self._taken.remove(own[0])
            new = Seat(device, for_host)
            self._taken.append(new)
        self._wake()
        return new

    def leave(self, seat: Seat) -> None:
        """Give a seat back, if it was not lost before."""
        with self._lock:
            if seat in self._taken:
                self._taken.remove(seat)

    def _is_free(self, for_host: bool) -> bool:
        others = sum(not seat.for_host for seat in self._taken)
        return len(self._taken) < self._seats and (for_host or others < self._seats - self._for_hosts)
