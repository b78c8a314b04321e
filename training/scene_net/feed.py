"""Fresh pictures for training: makers in their own processes fill a pool from which every step draws crops.

Path-traced pictures, which are slow to make, are mixed in from a folder that may grow meanwhile.
"""

from __future__ import annotations

import itertools
import multiprocessing as mp
import os
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.common.stored import Growing
from training.scene_net.targets import IGNORE, LABELS, Seen, targets
from training.scenes.degrade import by_a_worse_camera, in_other_light
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture

_NEW_TEXTURES = 400
"""Pictures after which a maker draws fresh noise for its textures."""

_WORSE = 0.3
"""Share of pictures that a worse camera may have taken."""

_TRACER = "training.traced --of pictures"
_TRACED = 0.3
"""Share of the crops that are of path-traced pictures, where there are any."""
_LOOK_AGAIN = 100
"""Batches after which new path-traced pictures are looked for."""

Sample = tuple[np.ndarray, np.ndarray]


def _make(queue: Queue[Any], seed: int) -> None:
    cv2.setNumThreads(1)
    os.nice(8)  # a step that waits costs more than a picture that comes late
    rng = np.random.default_rng(seed)
    for made in itertools.count():
        options = SceneOptions(pool=seed + made // _NEW_TEXTURES, printing=usual_printing(rng))
        picture = make_picture(rng, options=options)
        queue.put((_taken(rng, picture.image), targets(picture)))


def _taken(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    return by_a_worse_camera(rng, image) if rng.random() < _WORSE else image


class Feed:
    """A pool of made pictures, renewed as fast as the makers work; a context manager that stops them.

    A step takes crops from random pictures of the pool, turned, stretched and mirrored, so that it never waits
    for a maker, and a picture is gone for good after the pool has been renewed once.
    """

    def __init__(self, seed: int, makers: int = 1, pool: int = 300, traced: Path | None = None) -> None:
        """Start ``makers`` processes, each with a seed of its own derived from ``seed``.

        ``traced`` is a folder of path-traced pictures as ``training.traced --of pictures`` writes them.
        """
        # The makers' small matrices gain nothing from BLAS threads, which would wait on each other.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        context = mp.get_context("spawn")
        self._queue: Queue[Any] = context.Queue(maxsize=16)
        self._rng = np.random.default_rng(seed)
        self._size = pool
        self._pool: list[Sample] = []
        self._traced = Growing(Seen, traced, _TRACER) if traced else None
        self.made = 0
        self._processes = [
            context.Process(target=_make, args=(self._queue, seed * 1000 + k), daemon=True) for k in range(makers)
        ]
        for process in self._processes:
            process.start()

    def __enter__(self) -> Feed:
        """Return the feed itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the makers."""
        for process in self._processes:
            process.kill()  # a maker that waits at a full queue would not hear anything gentler

    def batches(self, count: int, crop: int, first: int = 48) -> Iterator[Sample]:
        """Yield (count, crop, crop, 3) uint8 pictures and (count, MAPS, crop/2, crop/2) uint8 truth, without end."""
        for number in itertools.count():
            self._renew(at_least=first)
            if self._traced and number % _LOOK_AGAIN == 0:
                self._traced.look()
            crops = [self._drawn(crop) for _ in range(count)]
            yield np.stack([c[0] for c in crops]), np.stack([c[1] for c in crops])

    def _renew(self, at_least: int) -> None:
        while len(self._pool) < at_least or not self._queue.empty():
            sample = self._queue.get()
            self.made += 1
            if len(self._pool) < self._size:
                self._pool.append(sample)
            else:
                self._pool[int(self._rng.integers(self._size))] = sample

    def _drawn(self, crop: int) -> Sample:
        if self._traced and self._rng.random() < _TRACED:
            (held,) = self._traced.draw(self._rng, 1)
            part, truth = self._crop(held.image, held.maps, crop)
            return _taken(self._rng, in_other_light(self._rng, part[None])[0]), truth
        return self._crop(*self._pool[int(self._rng.integers(len(self._pool)))], crop)

    def _crop(self, image: np.ndarray, maps: np.ndarray, crop: int) -> Sample:
        """Cut a (crop, crop) piece out at any turn, mirrored or not, stretched a little one way or the other.

        The stretch teaches the look of a board that was rectified: a flat table with pieces leaning far.
        """
        height, width = image.shape[:2]
        matrix = _turn(self._rng) @ np.diag(np.exp(self._rng.normal(0, 0.13, 2))) @ _turn(self._rng)
        matrix = matrix * float(np.exp(self._rng.uniform(-0.25, 0.25)))
        if self._rng.random() < 0.5:
            matrix = matrix @ np.diag([1.0, -1.0])
        at = self._focus(maps, width, height)
        shift = np.full(2, crop / 2) - matrix @ at
        part = cv2.warpAffine(
            image, np.column_stack([matrix, shift]), (crop, crop), flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )  # fmt: skip
        # Maps have half the pixels: pixel centres of both grids are made to agree.
        half = (matrix @ np.full(2, 0.5) + shift - 0.5) / 2
        size = (crop // 2, crop // 2)
        truth = np.stack([_warp_map(m, np.column_stack([matrix, half]), size, k) for k, m in enumerate(maps)])
        return part, truth

    def _focus(self, maps: np.ndarray, width: int, height: int) -> np.ndarray:
        """Choose the crop's middle: mostly on a tile, since bare table soon has no more to teach."""
        ys, xs = np.nonzero(maps[0, ::8, ::8])
        if not len(ys) or self._rng.random() < 0.2:
            return self._rng.uniform(0.25, 0.75, 2) * [width, height]
        k = int(self._rng.integers(len(ys)))
        spot = np.array([xs[k], ys[k]]) * 16.0 + self._rng.normal(0, 40, 2)
        return np.clip(spot, 0.28 * np.array([width, height]), 0.72 * np.array([width, height]))


def _turn(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _warp_map(field: np.ndarray, matrix: np.ndarray, size: tuple[int, int], channel: int) -> np.ndarray:
    """Move a truth map: labels by the nearest pixel, bumps and lines smoothly; beyond the picture nothing is known."""
    way = cv2.INTER_NEAREST if channel < LABELS else cv2.INTER_LINEAR
    beyond = cv2.BORDER_CONSTANT if channel == 0 else cv2.BORDER_REFLECT_101
    return cv2.warpAffine(field, matrix, size, flags=way, borderMode=beyond, borderValue=IGNORE)
