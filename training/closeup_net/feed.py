"""Fresh close-ups for training: makers in their own processes fill a pool from which every step draws.

Path-traced close-ups, which are slow to make, are mixed in from a folder that may grow meanwhile.
"""

from __future__ import annotations

import itertools
import multiprocessing as mp
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.closeup_net.augment import varied
from training.closeup_net.samples import Samples, samples_of
from training.common.stored import Growing
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture

_NEW_TEXTURES = 400
"""Pictures after which a maker draws fresh noise for its textures."""
_SIDES = (512, 640, 768)
_TRACER = "training.traced"
_TRACED = 0.4
"""Share of the path-traced close-ups in a batch, where there are any."""
_LOOK_AGAIN = 100
"""Batches after which new files of path-traced close-ups are looked for."""


def _make(queue: Queue[Any], seed: int) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    for made in itertools.count():
        side = _SIDES[int(rng.integers(len(_SIDES)))]
        pool = seed + made // _NEW_TEXTURES
        options = SceneOptions(pitch=(46.0, 170.0), printing=usual_printing(rng), empty=0.0, pool=pool)
        samples = samples_of(rng, make_picture(rng, side, side, options))
        if samples is not None:
            queue.put(samples)


class CloseupFeed:
    """A pool of close-ups, renewed as fast as the makers work; a context manager that stops them."""

    def __init__(self, seed: int, makers: int = 1, pool: int = 16000, traced: Path | None = None) -> None:
        """Start ``makers`` processes, each with a seed of its own derived from ``seed``.

        ``traced`` is a folder of path-traced close-ups as ``training.traced`` writes them.
        """
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        context = mp.get_context("spawn")
        self._queue: Queue[Any] = context.Queue(maxsize=16)
        self._rng = np.random.default_rng(seed)
        self._size = pool
        self._pool: Samples | None = None
        self._traced = Traced(traced) if traced else None
        self.made = 0
        self._processes = [
            context.Process(target=_make, args=(self._queue, seed * 1000 + k), daemon=True) for k in range(makers)
        ]
        for process in self._processes:
            process.start()

    def __enter__(self) -> CloseupFeed:
        """Return the feed itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the makers."""
        for process in self._processes:
            process.kill()  # a maker that waits at a full queue would not hear anything gentler

    def batches(self, count: int, first: int = 1500) -> Iterator[Samples]:
        """Yield ``count`` close-ups at a time, each in a form of its own, without end; one batch is made ahead."""
        drawn = self._drawn(count, first)
        with ThreadPoolExecutor(1) as ahead:
            following = ahead.submit(next, drawn)
            while True:
                ready = following.result()
                following = ahead.submit(next, drawn)
                yield ready

    def _drawn(self, count: int, first: int) -> Iterator[Samples]:
        cv2.setNumThreads(1)
        for number in itertools.count():
            if self._traced and number % _LOOK_AGAIN == 0:
                self._traced.look()
            while self.made < first or not self._queue.empty():
                self._take(self._queue.get())
            assert self._pool is not None
            chosen = self._rng.integers(min(self.made, self._size), size=count)
            part = _part(self._pool, chosen)
            if self._traced:
                traced = self._traced.draw_closeups(self._rng, round(_TRACED * count))
                part = _joined([_part(part, np.arange(count - len(traced.labels))), traced])
            yield varied(self._rng, part)

    def _take(self, samples: Samples) -> None:
        """Put fresh samples in the place of the oldest."""
        count = len(samples.labels)
        if self._pool is None:
            self._pool = Samples(
                *(np.zeros((self._size, *getattr(samples, f.name).shape[1:]), np.uint8) for f in fields(Samples))
            )
        places = np.arange(self.made, self.made + count) % self._size
        for field in fields(Samples):
            getattr(self._pool, field.name)[places] = getattr(samples, field.name)
        self.made += count


class Traced(Growing[Samples]):
    """The path-traced close-ups of a folder, one file a picture."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; raises ``FileNotFoundError`` where there is nothing."""
        super().__init__(Samples, folder, _TRACER)

    def draw_closeups(self, rng: np.random.Generator, count: int) -> Samples:
        """Return ``count`` close-ups, each from a file at random."""
        return _joined([_part(held, rng.integers(len(held.labels), size=1)) for held in self.draw(rng, count)])


def _part(samples: Samples, chosen: np.ndarray) -> Samples:
    return Samples(*(getattr(samples, f.name)[chosen] for f in fields(Samples)))


def _joined(parts: list[Samples]) -> Samples:
    return Samples(*(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Samples)))
