"""The queue of requests with pictures: bounded, served one at a time, after the live table."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from companion.live.changes.region_reader import CellReader
from companion.reader_service import PhotoReader, ReadsWith
from games.hexgrid import Cell
from vision.imaging.photo import Photo
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

RETRY_SECONDS = 3
"""Seconds until a refused visitor retries: a full queue of 12 photos at about 0.4 s is then more than half done."""
_TURN_TIMEOUT_S = 30.0
"""Seconds for which a request waits for its turn; browsers and proxies time out after about a minute."""
_LIVE_TIMEOUT_S = 2.0
"""Longest wait of a photo for the live table, seconds, so that a table that is read without pause starves nobody."""


class PhotoQueueFull(Exception):
    """No more pictures are accepted now.

    Attributes:
        for_address: whether the limit of this visitor's address is reached, and not that of all.
    """

    def __init__(self, for_address: bool) -> None:
        """Keep which limit is reached."""
        super().__init__(for_address)
        self.for_address = for_address


class PhotoQueue:
    """A bounded first-in, first-out queue of requests with pictures; safe to use from many threads.

    A request holds a place from before its body is read until it is answered, so that the places also bound the memory
    of bodies. Its pictures are decoded and read only during its turn.
    """

    def __init__(
        self,
        places: int,
        places_per_address: int,
        turn_timeout: float = _TURN_TIMEOUT_S,
        live_timeout: float = _LIVE_TIMEOUT_S,
    ) -> None:
        """Start with an empty queue.

        Args:
            places: how many requests may be in the queue, with the one that is served.
            places_per_address: how many of the places one address may take.
            turn_timeout: longest wait for a turn, seconds.
            live_timeout: longest wait for the live table during a turn, seconds.
        """
        self._places, self._places_per_address = places, places_per_address
        self._turn_timeout, self._live_timeout = turn_timeout, live_timeout
        self._changed = threading.Condition()
        self._taken_by_address = Counter[str]()
        self._tickets: deque[object] = deque()
        self._live_readings = 0

    @property
    def waiting(self) -> int:
        """How many requests are in the queue, with the one that is served."""
        with self._changed:
            return self._taken_by_address.total()

    def enter(self, address: str) -> None:
        """Take a place for a visitor of this address; raises `PhotoQueueFull` where none is free."""
        with self._changed:
            if self._taken_by_address[address] >= self._places_per_address:
                raise PhotoQueueFull(for_address=True)
            if self._taken_by_address.total() >= self._places:
                raise PhotoQueueFull(for_address=False)
            self._taken_by_address[address] += 1

    def leave(self, address: str) -> None:
        """Give a place back."""
        with self._changed:
            self._taken_by_address[address] -= 1
            if self._taken_by_address[address] <= 0:
                del self._taken_by_address[address]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn, and hold it; raises `PhotoQueueFull` where it does not come in time."""
        ticket = object()
        with self._changed:
            self._tickets.append(ticket)
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._tickets[0] is ticket, self._turn_timeout):
                    raise PhotoQueueFull(for_address=False)
            self.wait_for_live_table()
            yield
        finally:
            with self._changed:
                self._tickets.remove(ticket)
                self._changed.notify_all()

    def wait_for_live_table(self) -> None:
        """Let the live table be read first; whoever has the turn calls it before each picture."""
        with self._changed:
            self._changed.wait_for(lambda: self._live_readings == 0, self._live_timeout)

    @contextmanager
    def reading_live_table(self) -> Iterator[None]:
        """Hold back pictures that are not being read yet while the live table is read."""
        with self._changed:
            self._live_readings += 1
        try:
            yield
        finally:
            with self._changed:
                self._live_readings -= 1
                self._changed.notify_all()


class WorkersPhotoQueue(PhotoQueue):
    """A queue for photos that workers read: places still bound the bodies in memory, but all are served at once."""

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Let the photo pass without waiting."""
        yield

    def wait_for_live_table(self) -> None:
        """Return at once: workers read the photos, so that they do not compete with the live table."""


class LivePriorityReader:
    """A reader for the live table, which goes before queued pictures."""

    def __init__(self, read: PhotoReader, queue: PhotoQueue) -> None:
        """Read with `read`, ahead of those who wait in the queue."""
        self._read, self._queue = read, queue

    def __call__(self, photo: Photo) -> Reading:
        """Read a photo."""
        return self.read_with(photo, ())

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Read a photo by a person's answers, where the reader can."""
        with self._queue.reading_live_table():
            return self._read.read_with(photo, answers) if isinstance(self._read, ReadsWith) else self._read(photo)

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Read some cells again; ``None`` where the reader can read whole photos only."""
        if not isinstance(self._read, CellReader):
            return None
        with self._queue.reading_live_table():
            return self._read.reread_cells(photo, before, cells)
