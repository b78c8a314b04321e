"""Training batches of the close-up network: close-ups from a pool that worker processes fill.

Path-traced close-ups, which are slow to render, are mixed in from a folder to which a renderer may still be adding.
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
import torch
from torch import Tensor
from torch.nn import functional as F

from training.closeup_net.augment import augment
from training.closeup_net.occluded import with_occluders
from training.closeup_net.samples import GRID, Samples, samples_of
from training.closeup_net.traced_closeups import TracedCloseups
from training.common.jitter import rotations, sampled, vary_light_slightly
from training.common.pooled_feed import PooledFeed, Source
from training.common.stored import joined
from training.common.workers import parent_is_alive
from training.scenes.degrade import degrade_slightly
from training.scenes.mixture import mixed_options
from training.scenes.scene import make_picture
from vision.pieces.closeups import SIZE

_PICTURES_PER_NOISE_POOL = 400
"""Pictures after which a worker draws a new noise pool for its textures. Chosen by hand."""
_SIDES = (512, 640, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_VARIANTS = 2
"""Augmented copies of each close-up in the pool. Chosen by hand: a copy takes a tenth of the time of a close-up."""
_TRACED_SHARE = 0.25
"""Share of path-traced close-ups in the pool, if there are any. Chosen by hand."""
_OCCLUDED_SHARE = 0.15
"""Share of pictures whose close-ups are partly or wholly occluded: few cells of other pictures are. Chosen by hand."""
_EMPTY_CELLS = 1.0
"""Probability of an empty cell in such a picture, see `samples_of`: a reading cuts close-ups of all cells beside the
board."""
_TURN, _LOG_SCALE, _SHIFT = 0.07, 0.035, 0.02
"""Standard deviations by which each close-up that is drawn is rotated (radians), scaled and moved (share of half its
width). Chosen by hand: half of what workers do."""

Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Close-ups (n, 4, SIZE, SIZE) in 0..1; labels, masks and feet as of `Samples`."""


def closeup_feed(source: Source) -> PooledFeed:
    """Return a feed of augmented close-ups: those that workers make, and path-traced ones.

    Raises:
        FileNotFoundError: the folder of path-traced close-ups holds none.
    """
    if source.traced:
        TracedCloseups(source.traced)
    return PooledFeed(_make, source)


def batches(feed: PooledFeed, count: int, first: int = 3000) -> Iterator[Batch]:
    """Yield endless batches, each close-up in another form.

    Args:
        feed: close-ups with their truth.
        count: close-ups in a batch.
        first: close-ups that the pool must hold before the first batch.
    """
    while True:
        closeups, labels, masks, feet = feed.draw(count, first)
        yield _jittered(closeups, labels, masks, feet)


def _make(queue: Queue[Any], seed: int, materials: Path | None, traced: Path | None) -> None:
    """Put the close-ups of one picture after the other into the queue without end, each in several forms."""
    cv2.setNumThreads(1)
    os.nice(6)  # the training step has priority: it can draw from the pool while a picture is late
    rng = np.random.default_rng(seed)
    rendered = TracedCloseups(traced) if traced else None
    for made in itertools.count():
        if not parent_is_alive():
            return
        side = int(rng.choice(_SIDES))
        pool = seed + made // _PICTURES_PER_NOISE_POOL
        options = replace(mixed_options(rng, materials), pitch=(46.0, 170.0), empty=0.0, pool=pool)
        picture = make_picture(rng, side, side, options)
        if rng.random() < _OCCLUDED_SHARE:
            samples = samples_of(rng, picture, _EMPTY_CELLS)
            if samples is not None:
                queue.put(_as_stored(with_occluders(rng, augment(rng, samples, degrade_slightly))))
        else:
            samples = samples_of(rng, picture)
            if samples is not None:
                queue.put(_as_stored(_in_forms(rng, samples, rendered)))


def _in_forms(rng: np.random.Generator, samples: Samples, rendered: TracedCloseups | None) -> Samples:
    """Return augmented copies of close-ups, and of some path-traced ones."""
    forms = [augment(rng, samples) for _ in range(_VARIANTS)]
    if rendered is not None:
        rendered.refresh()
        share = _TRACED_SHARE / (1 - _TRACED_SHARE)
        forms.append(augment(rng, rendered.draw(rng, max(1, round(share * _VARIANTS * len(samples.labels))))))
    return joined(forms)


def _as_stored(held: Samples) -> list[np.ndarray]:
    """Return close-ups with their truth as the pool takes them."""
    return [np.ascontiguousarray(held.closeups.transpose(0, 3, 1, 2)), held.labels, held.masks, held.feet]


def _jittered(closeups: Tensor, labels: Tensor, masks: Tensor, feet: Tensor) -> Batch:
    """Return close-ups mirrored, moved a little and in slightly other light, with their truth."""
    matrices = _matrices(len(closeups), closeups.device)
    fine, coarse = (F.affine_grid(matrices, [len(closeups), 1, n, n], align_corners=False) for n in (SIZE, GRID))
    seen = F.grid_sample(closeups.float() / 255, fine, padding_mode="border", align_corners=False)
    masks = sampled(masks[:, None], coarse, labels=True)[:, 0]
    feet = sampled(feet[:, None], coarse, labels=False)[:, 0]
    return torch.cat([vary_light_slightly(seen[:, :3]), seen[:, 3:]], 1), labels, masks, feet


def _matrices(count: int, device: torch.device) -> Tensor:
    """Return (count, 2, 3) affine matrices to close-ups as they are stored, with -1 and 1 at their edges."""
    draw = torch.empty(count, device=device)
    turn = rotations(_TURN * draw.clone().normal_()) * torch.exp(_LOG_SCALE * draw.clone().normal_())[:, None, None]
    turn[:, :, 0] *= torch.where(draw.uniform_() < 0.5, -1.0, 1.0)[:, None]
    return torch.cat([turn, _SHIFT * torch.randn(count, 2, 1, device=device)], 2)
