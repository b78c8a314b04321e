"""Threads that show signs of life, and are replaced by new ones where they die or show none."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

_MOST = 8
"""Each replacement in a row waits twice as long as the one before, up to this factor: what hangs leaves a thread behind
every time, and those must stay few."""


class Pulse:
    """The signs of life of one thread.

    Attributes:
        over: whether another thread has taken its place; it must say nothing more, and end.
    """

    def __init__(self) -> None:
        """Begin alive."""
        self.over = False
        self.worked = False
        self._last = time.monotonic()

    def beat(self) -> None:
        """Say that the thread is alive."""
        self._last = time.monotonic()

    def done(self) -> None:
        """Say that the thread has done what it is for, once more."""
        self.worked = True
        self.beat()

    @property
    def silence(self) -> float:
        """Seconds since the last sign of life."""
        return time.monotonic() - self._last


class Worker:
    """A piece of work that goes on in one thread at a time."""

    def __init__(self, name: str, work: Callable[[Pulse], None], hangs_after: float) -> None:
        """Prepare to work; nothing happens before `start`.

        Args:
            name: the threads'.
            work: runs until the end is asked for or its pulse is over.
            hangs_after: seconds without a sign of life after which the thread is given up.
        """
        self.name, self._work, self._hangs_after = name, work, hangs_after
        self._pulse, self._replaced = Pulse(), 0
        self._thread = self._made()

    def start(self) -> None:
        """Begin to work."""
        self._pulse.beat()
        self._thread.start()

    def join(self, patience: float) -> None:
        """Wait for the thread to end; one that hangs is left behind."""
        if self._thread.is_alive():
            self._thread.join(patience)

    @property
    def is_well(self) -> bool:
        """Whether the work goes on; after a replacement only once the new thread has done something."""
        return not self.is_lost and (not self._replaced or self._pulse.worked)

    @property
    def is_lost(self) -> bool:
        """Whether the thread has begun, and is dead by now or hangs."""
        if self._thread.ident is None:
            return False
        factor = 1 if self._pulse.worked else min(_MOST, 2**self._replaced)
        return not self._thread.is_alive() or self._pulse.silence > factor * self._hangs_after

    def replace(self) -> None:
        """Leave the thread behind, and go on in a new one."""
        self._replaced = 1 if self._pulse.worked else self._replaced + 1
        self._pulse.over = True
        self._pulse = Pulse()
        self._thread = self._made()
        self._thread.start()

    def _made(self) -> threading.Thread:
        return threading.Thread(target=self._work, args=(self._pulse,), name=self.name, daemon=True)


class Watchdog:
    """Looks after workers from a thread of its own."""

    def __init__(self, workers: dict[Worker, Callable[[], None]], every: float) -> None:
        """Prepare to look after them; nothing happens before `start`.

        Args:
            workers: each with what is called before it is replaced.
            every: seconds between two looks.
        """
        self._workers, self._every = workers, every
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begin to look after them."""
        self._thread.start()

    def stop(self) -> None:
        """Replace nobody any more."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._stopping.wait(self._every):
            for worker, tell in self._workers.items():
                if worker.is_lost:
                    tell()
                    worker.replace()
