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
from torch import Tensor

from training.common.jitter import vary_light_slightly
from training.common.pooled_feed import PooledFeed, Source
from training.common.stored import GrowingFolder
from training.common.workers import parent_is_alive
from training.scene_net.crops import random_crops
from training.scene_net.targets import TrainingPicture, targets
from training.scenes.degrade import degrade, vary_light
from training.scenes.mixture import mixed_options
from training.scenes.scene import make_picture

_SIDE = 512
"""Width and height of the pictures in the pool, pixels."""
_PICTURES_PER_NOISE_POOL = 400
"""Pictures after which a worker draws a new noise pool for its textures. Chosen by hand."""
_DEGRADED_SHARE = 0.3
"""Share of pictures that go through ``degrade``. Chosen by hand."""
_TRACED_MODULE = "training.traced --out DIR --pictures DIR"
_TRACED_SHARE = 0.25
"""Share of path-traced pictures in the pool, if there are any. Chosen by hand."""

Batch = tuple[Tensor, Tensor]
"""Crops (n, 3, crop, crop) in 0..1, BGR, and their (n, MAPS, crop / 2, crop / 2) uint8 targets, see `targets`."""


def scene_feed(source: Source) -> PooledFeed:
    """Return a feed of pictures with targets: those that workers make, and path-traced ones.

    Raises:
        FileNotFoundError: the folder of path-traced pictures holds none.
    """
    if source.traced:
        GrowingFolder(TrainingPicture, source.traced, _TRACED_MODULE)
    return PooledFeed(_make, source)


def batches(feed: PooledFeed, count: int, crop: int, first: int = 48) -> Iterator[Batch]:
    """Yield endless batches.

    Args:
        feed: pictures with targets.
        count: crops in a batch.
        crop: width and height of a crop, pixels.
        first: pictures that the pool must hold before the first batch.
    """
    while True:
        pictures, maps = feed.draw(count, first)
        crops, truth = random_crops(pictures, maps, crop)
        yield vary_light_slightly(crops), truth


def _make(queue: Queue[Any], seed: int, materials: Path | None, traced: Path | None) -> None:
    """Put pictures (1, 3, side, side) and targets (1, MAPS, side / 2, side / 2) into the queue without end."""
    cv2.setNumThreads(1)
    os.nice(8)  # the training step has priority: it can draw from the pool while a picture is late
    rng = np.random.default_rng(seed)
    rendered = GrowingFolder(TrainingPicture, traced, _TRACED_MODULE) if traced else None
    for made in itertools.count():
        if not parent_is_alive():
            return
        if rendered and rng.random() < _TRACED_SHARE:
            rendered.refresh()
            picture = _part(rng, rendered.draw_files(rng, 1)[0])
        else:
            options = replace(mixed_options(rng, materials), pool=seed + made // _PICTURES_PER_NOISE_POOL)
            scene = make_picture(rng, _SIDE, _SIDE, options=options)
            picture = TrainingPicture(scene.image, targets(scene))
        image = degrade(rng, picture.image) if rng.random() < _DEGRADED_SHARE else picture.image
        queue.put((np.ascontiguousarray(image.transpose(2, 0, 1))[None], picture.maps[None]))


def _part(rng: np.random.Generator, picture: TrainingPicture) -> TrainingPicture:
    """Return a part of a path-traced picture in other light, as large as the pictures of the pool."""
    y, x = (2 * int(rng.integers((side - _SIDE) // 2 + 1)) for side in picture.image.shape[:2])
    image = vary_light(rng, picture.image[None, y : y + _SIDE, x : x + _SIDE])[0]
    half = slice(y // 2, (y + _SIDE) // 2), slice(x // 2, (x + _SIDE) // 2)
    return TrainingPicture(image, picture.maps[:, *half])
