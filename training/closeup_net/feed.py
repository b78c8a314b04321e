"""Training batches of the close-up network: close-ups from a pool that worker processes fill.

Path-traced close-ups, which are slow to render, are mixed in from a folder to which a renderer may still be adding.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.closeup_net.augment import augment
from training.closeup_net.samples import Samples, samples_of
from training.common.stored import GrowingFolder, joined, subset
from training.common.workers import Workers, parent_is_alive
from training.scenes.mixture import mixed_options
from training.scenes.scene import make_picture

_PICTURES_PER_NOISE_POOL = 400
"""Pictures after which a worker draws a new noise pool for its textures. Chosen by hand."""
_SIDES = (512, 640, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_TRACED_MODULE = "training.traced"
_TRACED_SHARE = 0.4
"""Share of path-traced close-ups in a batch, if there are any. Chosen by hand."""
_REFRESH_BATCHES = 100
"""Batches between two searches for new files of path-traced close-ups."""


def _make(queue: Queue[Any], seed: int, materials: Path | None) -> None:
    cv2.setNumThreads(1)
    os.nice(6)  # the training step has priority: it can draw from the pool while a picture is late
    rng = np.random.default_rng(seed)
    for made in itertools.count():
        if not parent_is_alive():
            return
        side = _SIDES[int(rng.integers(len(_SIDES)))]
        pool = seed + made // _PICTURES_PER_NOISE_POOL
        options = replace(mixed_options(rng, materials), pitch=(46.0, 170.0), empty=0.0, pool=pool)
        samples = samples_of(rng, make_picture(rng, side, side, options))
        if samples is not None:
            queue.put(samples)


class CloseupFeed(Workers):
    """A pool of close-ups that worker processes renew; a context manager that ends them."""

    def __init__(
        self,
        seed: int,
        makers: int = 1,
        pool: int = 16000,
        traced: Path | None = None,
        materials: Path | None = None,
    ) -> None:
        """Start the worker processes.

        Args:
            seed: seed of the batches; those of the workers are derived from it.
            makers: number of worker processes.
            pool: close-ups in the pool.
            traced: folder of path-traced close-ups, as written by ``training.traced``.
            materials: folder of photographed light and table tops, see ``scenes.light.materials``.
        """
        self._rng = np.random.default_rng(seed)
        self._size = pool
        self._pool: Samples | None = None
        self._traced = TracedCloseups(traced) if traced else None
        self.made = 0
        super().__init__(_make, seed, makers, materials)

    def batches(self, count: int, first: int = 1500) -> Iterator[Samples]:
        """Yield endless augmented batches; the next one is prepared in a thread.

        Args:
            count: close-ups in a batch.
            first: close-ups that must have been rendered before the first batch.
        """
        drawn = self._augmented(count, first)
        with ThreadPoolExecutor(1) as ahead:
            following = ahead.submit(next, drawn)
            while True:
                ready = following.result()
                following = ahead.submit(next, drawn)
                yield ready

    def _augmented(self, count: int, first: int) -> Iterator[Samples]:
        cv2.setNumThreads(1)
        for number in itertools.count():
            if self._traced and number % _REFRESH_BATCHES == 0:
                self._traced.refresh()
            while self.made < first or not self.queue.empty():
                self._store(self.queue.get())
            assert self._pool is not None
            chosen = self._rng.integers(min(self.made, self._size), size=count)
            part = subset(self._pool, chosen)
            if self._traced:
                traced = self._traced.draw(self._rng, round(_TRACED_SHARE * count))
                part = joined([subset(part, np.arange(count - len(traced.labels))), traced])
            yield augment(self._rng, part)

    def _store(self, samples: Samples) -> None:
        """Replace the oldest samples of the pool by new ones."""
        count = len(samples.labels)
        if self._pool is None:
            self._pool = Samples(
                *(np.zeros((self._size, *getattr(samples, f.name).shape[1:]), np.uint8) for f in fields(Samples))
            )
        places = np.arange(self.made, self.made + count) % self._size
        for field in fields(Samples):
            getattr(self._pool, field.name)[places] = getattr(samples, field.name)
        self.made += count


class TracedCloseups(GrowingFolder[Samples]):
    """The path-traced close-ups of a folder, one file a picture."""

    def __init__(self, folder: Path) -> None:
        """Read the files; raises ``FileNotFoundError`` if there are none."""
        super().__init__(Samples, folder, _TRACED_MODULE)

    def draw(self, rng: np.random.Generator, count: int) -> Samples:
        """Return ``count`` close-ups, each from a random file: files with few count as much as others."""
        return joined([subset(held, rng.integers(len(held.labels), size=1)) for held in self.draw_files(rng, count)])
