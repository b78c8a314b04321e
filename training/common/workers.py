"""Worker processes that make pictures for a training."""

from __future__ import annotations

import multiprocessing as mp
import os
from collections.abc import Callable
from multiprocessing.queues import Queue
from typing import Any, Self

_WAITING = 16
"""Entries that wait in the queue at most by default. Chosen by hand."""


class Workers:
    """Processes that put samples into a queue without end; a context manager that ends them.

    Attributes:
        queue: the samples.
    """

    def __init__(self, make: Callable[..., None], seed: int, count: int, *given: Any, waiting: int = _WAITING) -> None:
        """Start the processes.

        Args:
            make: puts samples into the queue as long as `parent_is_alive`, given the queue, a seed, and what follows; a
                function of a module.
            seed: the processes' seeds are derived from it.
            count: number of processes.
            *given: what ``make`` needs besides, such as folders.
            waiting: entries that wait in the queue at most; workers then pause.
        """
        # The small matrices of rendering gain nothing from BLAS threads, which would contend with each other.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        context = mp.get_context("spawn")
        self.queue: Queue[Any] = context.Queue(maxsize=waiting)
        self._processes = [
            context.Process(target=make, args=(self.queue, seed * 1000 + k, *given), daemon=True) for k in range(count)
        ]
        for process in self._processes:
            process.start()

    def __enter__(self) -> Self:
        """Return the workers themselves."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes."""
        for process in self._processes:
            process.kill()  # a worker blocked on a full queue does not handle a gentler request


def parent_is_alive() -> bool:
    """Return whether the process that started this one still runs; a killed one cannot end its workers."""
    parent = mp.parent_process()
    return parent is None or parent.is_alive()
