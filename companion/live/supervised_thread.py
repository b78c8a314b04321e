"""Threads with a heartbeat, which are replaced when they end or hang."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.language import N_

_LOG = logging.getLogger(__name__)
_MAX_BACKOFF = 8
"""Consecutive replacements wait twice as long each time, up to this factor: every hanging thread is abandoned, and
abandoned threads must stay few."""


class Heartbeat:
    """The signs of life of one thread.

    Attributes:
        superseded: whether another thread has replaced it; it must publish nothing more, and end.
        has_worked: whether it has completed its work at least once.
    """

    def __init__(self) -> None:
        """Start with a sign of life."""
        self.superseded = False
        self.has_worked = False
        self._last = time.monotonic()

    def beat(self) -> None:
        """Record a sign of life."""
        self._last = time.monotonic()

    def done(self) -> None:
        """Record that the thread has completed its work once more."""
        self.has_worked = True
        self.beat()

    @property
    def silence(self) -> float:
        """Seconds since the last sign of life."""
        return time.monotonic() - self._last


class SupervisedThread:
    """Work that continues in one thread at a time."""

    def __init__(self, name: str, work: Callable[[Heartbeat], None], hangs_after: float) -> None:
        """Prepare to work; `start` starts the thread.

        Args:
            name: name of the threads.
            work: runs until it is stopped or its heartbeat is superseded.
            hangs_after: seconds without a sign of life after which the thread counts as hanging.
        """
        self.name, self._work, self._hangs_after = name, work, hangs_after
        self._heartbeat, self._replaced = Heartbeat(), 0
        self._thread = self._new_thread()

    def start(self) -> None:
        """Start the thread."""
        self._heartbeat.beat()
        self._thread.start()

    def join(self, patience: float) -> None:
        """Wait up to `patience` seconds for the thread to end."""
        if self._thread.is_alive():
            self._thread.join(patience)

    @property
    def is_well(self) -> bool:
        """Whether the work continues; after a replacement only once the new thread has completed something."""
        return not self.is_lost and (not self._replaced or self._heartbeat.has_worked)

    @property
    def is_lost(self) -> bool:
        """Whether the thread was started, and has ended or hangs."""
        if self._thread.ident is None:
            return False
        factor = 1 if self._heartbeat.has_worked else min(_MAX_BACKOFF, 2**self._replaced)
        return not self._thread.is_alive() or self._heartbeat.silence > factor * self._hangs_after

    def replace(self) -> None:
        """Abandon the thread and continue in a new one."""
        self._replaced = 1 if self._heartbeat.has_worked else self._replaced + 1
        self._heartbeat.superseded = True
        self._heartbeat = Heartbeat()
        self._thread = self._new_thread()
        self._thread.start()

    def _new_thread(self) -> threading.Thread:
        return threading.Thread(target=self._work, args=(self._heartbeat,), name=self.name, daemon=True)


class Watchdog:
    """Replaces lost threads, from a thread of its own."""

    def __init__(self, threads: dict[SupervisedThread, Callable[[], None]], every: float) -> None:
        """Prepare to supervise; `start` starts the thread.

        Args:
            threads: each with a callback for when it is lost, before it is replaced.
            every: seconds between two checks.
        """
        self._threads, self._every = threads, every
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; nothing is replaced any more."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._stopping.wait(self._every):
            for thread, on_loss in self._threads.items():
                if thread.is_lost:
                    _replace(thread, on_loss)


def _replace(thread: SupervisedThread, on_loss: Callable[[], None]) -> None:
    """Replace a lost thread; what fails is tried again at the next check, so that supervision never ends."""
    try:
        on_loss()
        thread.replace()
    except Exception:
        _LOG.exception(N_("The loss of a thread could not be handled; it is tried again."))
