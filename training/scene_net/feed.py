"""Training batches of the scene network: crops from a pool that worker processes fill with pictures.

Path-traced pictures, which are slow to render, are mixed in from a folder to which a renderer may still be adding.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.common.stored import GrowingFolder
from training.common.workers import Workers, parent_is_alive
from training.scene_net.targets import IGNORE, LABELS, TrainingPicture, targets
from training.scenes.degrade import degrade, vary_light
from training.scenes.mixture import mixed_options
from training.scenes.scene import make_picture

_PICTURES_PER_NOISE_POOL = 400
"""Pictures after which a worker draws a new noise pool for its textures. Chosen by hand."""

_DEGRADED_SHARE = 0.3
"""Share of pictures that go through ``degrade``. Chosen by hand."""

_TRACED_MODULE = "training.traced --of pictures"
_TRACED_SHARE = 0.3
"""Share of crops from path-traced pictures, if there are any. Chosen by hand."""
_REFRESH_BATCHES = 100
"""Batches between two searches for new path-traced pictures."""

Sample = tuple[np.ndarray, np.ndarray]


def _make(queue: Queue[Any], seed: int, materials: Path | None) -> None:
    cv2.setNumThreads(1)
    os.nice(8)  # the training step has priority: it can draw from the pool while a picture is late
    rng = np.random.default_rng(seed)
    for made in itertools.count():
        if not parent_is_alive():
            return
        options = replace(mixed_options(rng, materials), pool=seed + made // _PICTURES_PER_NOISE_POOL)
        picture = make_picture(rng, options=options)
        queue.put((_photographed(rng, picture.image), targets(picture)))


def _photographed(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    return degrade(rng, image) if rng.random() < _DEGRADED_SHARE else image


class Feed(Workers):
    """A pool of synthetic pictures that worker processes renew; a context manager that ends them.

    A step draws randomly rotated, stretched and mirrored crops from the pool, so that it never waits for a worker once
    the pool has its first pictures. New pictures replace random old ones.
    """

    def __init__(
        self,
        seed: int,
        makers: int = 1,
        pool: int = 300,
        traced: Path | None = None,
        materials: Path | None = None,
    ) -> None:
        """Start the worker processes.

        Args:
            seed: seed of the crops; those of the workers are derived from it.
            makers: number of worker processes.
            pool: pictures in the pool.
            traced: folder of path-traced pictures, as written by ``training.traced --of pictures``.
            materials: folder of photographed light and table tops, see ``scenes.light.materials``.
        """
        self._rng = np.random.default_rng(seed)
        self._size = pool
        self._pool: list[Sample] = []
        self._traced = GrowingFolder(TrainingPicture, traced, _TRACED_MODULE) if traced else None
        self.made = 0
        super().__init__(_make, seed, makers, materials)

    def batches(self, count: int, crop: int, first: int = 48) -> Iterator[Sample]:
        """Yield endless batches.

        Args:
            count: crops in a batch.
            crop: width and height of a crop, pixels.
            first: pictures that the pool must hold before the first batch.

        Yields:
            (count, crop, crop, 3) uint8 BGR crops and their (count, MAPS, crop/2, crop/2) uint8 targets.
        """
        for number in itertools.count():
            self._renew(at_least=first)
            if self._traced and number % _REFRESH_BATCHES == 0:
                self._traced.refresh()
            crops = [self._draw(crop) for _ in range(count)]
            yield np.stack([c[0] for c in crops]), np.stack([c[1] for c in crops])

    def _renew(self, at_least: int) -> None:
        while len(self._pool) < at_least or not self.queue.empty():
            sample = self.queue.get()
            self.made += 1
            if len(self._pool) < self._size:
                self._pool.append(sample)
            else:
                self._pool[int(self._rng.integers(self._size))] = sample

    def _draw(self, crop: int) -> Sample:
        if self._traced and self._rng.random() < _TRACED_SHARE:
            (picture,) = self._traced.draw_files(self._rng, 1)
            part, truth = self._crop(picture.image, picture.maps, crop)
            return _photographed(self._rng, vary_light(self._rng, part[None])[0]), truth
        return self._crop(*self._pool[int(self._rng.integers(len(self._pool)))], crop)

    def _crop(self, image: np.ndarray, maps: np.ndarray, crop: int) -> Sample:
        """Return a (crop, crop) cutout at a random rotation, perhaps mirrored, and stretched a little along one axis.

        The stretch imitates rectified views, in which the table is flat and the pieces lean far.
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
        # The maps have half the resolution: align the pixel centres of both grids.
        half = (matrix @ np.full(2, 0.5) + shift - 0.5) / 2
        size = (crop // 2, crop // 2)
        truth = np.stack([_warp_map(m, np.column_stack([matrix, half]), size, k) for k, m in enumerate(maps)])
        return part, truth

    def _focus(self, maps: np.ndarray, width: int, height: int) -> np.ndarray:
        """Return the crop's centre, pixels: mostly on a tile, because bare table is learned quickly."""
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
    """Warp a target map: labels by nearest neighbour, peaks and lines linearly; terrain outside is ``IGNORE``."""
    way = cv2.INTER_NEAREST if channel < LABELS else cv2.INTER_LINEAR
    beyond = cv2.BORDER_CONSTANT if channel == 0 else cv2.BORDER_REFLECT_101
    return cv2.warpAffine(field, matrix, size, flags=way, borderMode=beyond, borderValue=IGNORE)
