"""The line of those who send pictures: few are let in, one is served at a time, and the live table goes first."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from companion.live.changes.region_reader import CellReader
from companion.reader_service import PhotoReader
from games.hexgrid import Cell
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

RETRY_SECONDS = 3
"""After these a full line of twelve photos, at about 0.4 s each on two cores, is more than half worked off."""
_PATIENCE = 30.0
"""Seconds for which a request waits for its turn; browsers and proxies give up an answer after about a minute."""
_GIVES_WAY = 2.0
"""Seconds for which a photo waits at most for the live table: a table that is read without end starves nobody."""


class Busy(Exception):
    """No more pictures are taken in now.

    Attributes:
        own: whether that is because this visitor has too many pictures waiting already.
    """

    def __init__(self, own: bool) -> None:
        """Keep whose pictures are in the way."""
        super().__init__(own)
        self.own = own


class Gate:
    """Bounds the work that sent pictures make; safe to use from many threads.

    A request holds a place from before its body is read until it is answered, so that the places bound what is held of
    bodies, too. Its pictures are decoded and read only while it has the turn, which goes round in the order of arrival.
    """

    def __init__(self, places: int, share: int, patience: float = _PATIENCE, gives_way: float = _GIVES_WAY) -> None:
        """Begin with nobody in line.

        Args:
            places: how many requests may be in line, the one that is served included.
            share: how many of the places one address may hold.
            patience: seconds for which a request waits for its turn.
            gives_way: seconds for which whoever has the turn waits at most until the live table was read.
        """
        self._places, self._share, self._patience, self._gives_way = places, share, patience, gives_way
        self._changed = threading.Condition()
        self._held = Counter[str]()
        self._line: deque[object] = deque()
        self._live = 0

    @property
    def waiting(self) -> int:
        """How many requests are in line, the one that is served included."""
        with self._changed:
            return self._held.total()

    def enter(self, address: str) -> None:
        """Take a place for a visitor of this address; raises `Busy` where none is free."""
        with self._changed:
            if self._held[address] >= self._share:
                raise Busy(own=True)
            if self._held.total() >= self._places:
                raise Busy(own=False)
            self._held[address] += 1

    def leave(self, address: str) -> None:
        """Give a place back."""
        with self._changed:
            self._held[address] -= 1
            if self._held[address] <= 0:
                del self._held[address]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn, and hold it; raises `Busy` where it does not come in time."""
        ticket = object()
        with self._changed:
            self._line.append(ticket)
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._line[0] is ticket, self._patience):
                    raise Busy(own=False)
            self.give_way()
            yield
        finally:
            with self._changed:
                self._line.remove(ticket)
                self._changed.notify_all()

    def give_way(self) -> None:
        """Let the live table be read first; whoever has the turn calls it before each picture."""
        with self._changed:
            self._changed.wait_for(lambda: self._live == 0, self._gives_way)

    @contextmanager
    def live(self) -> Iterator[None]:
        """Hold back the pictures that have not begun to be read, for as long as the live table is."""
        with self._changed:
            self._live += 1
        try:
            yield
        finally:
            with self._changed:
                self._live -= 1
                self._changed.notify_all()


class LivePriorityReader:
    """A reader for the live table, which is read before any picture that waits in line."""

    def __init__(self, read: PhotoReader, gate: Gate) -> None:
        """Read with `read`, ahead of those who wait at `gate`."""
        self._read, self._gate = read, gate

    def __call__(self, photo: Photo) -> Reading:
        """Return what is seen in the photo."""
        with self._gate.live():
            return self._read(photo)

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return what is seen after a look at some cells; ``None`` where the reader looks at the whole only."""
        if not isinstance(self._read, CellReader):
            return None
        with self._gate.live():
            return self._read.reread_cells(photo, before, cells)
