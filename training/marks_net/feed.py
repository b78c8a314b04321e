"""Training batches of the networks for signs: tiles that worker processes render, and the targets of both networks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.common.example_pool import ExamplePool
from training.common.workers import Workers, parent_is_alive
from training.marks_net import signs as mark_signs
from training.marks_net.land import with_distractors
from training.marks_net.samples import WIDTH, Sample, Sign, draw_sample, draw_tops, kinds_for_training
from vision.geometry.rotation import rotated
from vision.tiles.printed_marks import (
    FINDER_SIDE,
    FINDER_STRIDE,
    KINDS,
    REFERENCE_WIDTH,
    SIDE,
    MarkCandidate,
    finder_input,
    reader_input,
)

Rng = np.random.Generator
LAND = len(KINDS) - 1
"""Class of a cutout without a sign."""
_MAX_TOPS, _RENEWED_TOPS, _RENEWAL_SAMPLES = 240, 10, 300
"""Tile tops that a worker keeps; how many it renews; and samples between two renewals. Chosen by hand."""
_FIRST_BATCHES = 8
"""Batches whose examples the pool holds before the first is drawn. Chosen by hand."""
_DISTRACTOR_SHARE = 0.5
"""Share of tile tops with distractors, see ``land``. Chosen by hand."""
_GRID = FINDER_SIDE // FINDER_STRIDE
"""Width and height of the finder's maps, cells."""
_SCALE = FINDER_SIDE / SIDE
"""Size of the finder's input relative to a tile's picture."""
_PEAK_SIGMA = 0.9
"""Standard deviation, cells, of the peak at a sign's centre."""


Targets = Callable[[Rng, Sample], list[Any]]
"""Makes the training examples of a sample."""


def batches(seed: int, makers: int, fonts: Path, of: Targets, size: int, pool: int) -> Iterator[list[Any]]:
    """Yield endless batches of examples in the training's hand.

    A step draws from a pool that the workers renew, so that it does not wait for them once the pool has been filled.

    Args:
        seed: seed of the batches; those of the workers are derived from it.
        makers: number of worker processes.
        fonts: folder of the fonts.
        of: makes the examples of a sample; runs in the workers.
        size: examples in a batch.
        pool: examples in the pool.
    """
    kept: ExamplePool[Any] = ExamplePool(pool, np.random.default_rng(seed))
    with Workers(_render, seed, makers, fonts, of, waiting=64) as workers:
        while True:
            while len(kept) < _FIRST_BATCHES * size or not workers.queue.empty():
                for example in workers.queue.get():
                    kept.add(example)
            yield kept.draw(size)


def _render(queue: Queue[Any], seed: int, fonts: Path, of: Targets) -> None:
    cv2.setNumThreads(1)
    os.nice(5)
    rng = np.random.default_rng(seed)
    tops = _tops(rng, 40)
    made = 0
    while parent_is_alive():
        top = tops[int(rng.integers(len(tops)))]
        queue.put(of(rng, draw_sample(rng, top, kinds_for_training(rng), "training", fonts)))
        made += 1
        # Start with few tops, so that the first batch comes early.
        if len(tops) < _MAX_TOPS and made % 100 == 0:
            tops += _tops(rng, 20)
        elif made % _RENEWAL_SAMPLES == 0:
            tops = tops[_RENEWED_TOPS:] + _tops(rng, _RENEWED_TOPS)


def _tops(rng: Rng, count: int) -> list[np.ndarray]:
    return [
        with_distractors(rng, top) if rng.random() < _DISTRACTOR_SHARE else top
        for top in draw_tops(rng, count, "training")
    ]


def maps_of(sample: Sample) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the finder's input and targets.

    Returns:
        the input (3, FINDER_SIDE, FINDER_SIDE) float32, and two maps of cells: peaks 0..1 at the centres of signs, and
        near them the logarithms of the widths relative to ``REFERENCE_WIDTH``.
    """
    heat = np.zeros((_GRID, _GRID), np.float32)
    wide = np.zeros((_GRID, _GRID), np.float32)
    rows, columns = np.mgrid[0:_GRID, 0:_GRID]
    for sign in sample.signs:
        x, y = ((sign.at + 0.5) * _SCALE / FINDER_STRIDE - 0.5).tolist()
        peak = np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * _PEAK_SIGMA**2))
        peak[min(max(round(y), 0), _GRID - 1), min(max(round(x), 0), _GRID - 1)] = 1.0
        wide[peak > heat] = np.log(sign.wide * _SCALE / REFERENCE_WIDTH)
        np.maximum(heat, peak, out=heat)
    return finder_input(sample.picture)[0], heat, wide


Cut = tuple[np.ndarray, int, np.ndarray]
"""The reader's input, the class, and the correction (3,) of the cutout's place and size, NaN without a sign."""


def cuts_of(rng: Rng, sample: Sample, find: Callable[[Sample], list[MarkCandidate]] | None = None) -> list[Cut]:
    """Return cutouts of a sample with the reader's targets.

    Args:
        rng: the generator of random numbers.
        sample: a tile with signs.
        find: returns the finder's detections, whose false ones become cutouts without a sign.
    """
    places: list[tuple[np.ndarray, float, Sign | None]] = []
    for sign in (*sample.signs, *sample.signs):  # twice, since cutting out is cheaper than rendering
        wrong = 1.0 if rng.random() < 0.5 else 2.0
        at = sign.at + rng.normal(0, 0.06 * wrong * sign.wide, 2)
        places.append((at, sign.wide * float(np.exp(rng.normal(0, 0.12 * wrong))), sign))
    for found in find(sample) if find else ():
        near = _nearest(sample, found.centre)
        if near is None or _matches(near, found):
            places.append((found.centre, found.width, near))
    at = SIDE / 2 + rng.uniform(-0.42, 0.42, 2) * WIDTH
    if rng.random() < 0.7 and _nearest(sample, at) is None:
        places.append((at, float(np.exp(rng.uniform(*np.log((20.0, 75.0))))), None))
    return [_cut(rng, sample.picture, *place) for place in places]


def _matches(sign: Sign, found: MarkCandidate) -> bool:
    """Tell whether a detection matches a sign in place and size."""
    return bool(np.linalg.norm(sign.at - found.centre) < 0.35 * sign.wide and 0.55 < found.width / sign.wide < 1.8)


def _cut(rng: Rng, picture: np.ndarray, at: np.ndarray, wide: float, sign: Sign | None) -> Cut:
    """Return a cutout at a random rotation, its colours permuted or inverted at random, with its targets."""
    turn = float(rng.uniform(0, 2 * np.pi))
    shown = reader_input(picture, at, wide, turn)
    if rng.random() < 0.3:
        shown = shown[rng.permutation(3)]
    shown = -shown if rng.random() < 0.3 else shown
    if sign is None:
        return shown, LAND, np.full(3, np.nan, np.float32)
    away = rotated(sign.at - at, turn) / wide
    better = np.array([*away, np.log(sign.wide / wide)], np.float32)
    return shown, mark_signs.KINDS.index(sign.kind), better


def _nearest(sample: Sample, at: np.ndarray) -> Sign | None:
    """Return the nearest sign whose frame may cover a place, or None."""
    near = [sign for sign in sample.signs if np.linalg.norm(sign.at - at) < 0.9 * sign.wide]
    return min(near, key=lambda sign: float(np.linalg.norm(sign.at - at)), default=None)
