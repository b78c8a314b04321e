"""Tiles with signs for training, made in their own processes, and what of each the two networks are taught."""

from __future__ import annotations

import multiprocessing as mp
import os
from collections.abc import Callable, Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.marks_net import signs as mark_signs
from training.marks_net.land import busier
from training.marks_net.samples import WIDTH, Sample, Sign, draw_sample, draw_tops, kinds_to_learn
from vision.loose_tiles.pose import turned
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
"""The number of the answer "the land itself"."""
_TOPS, _MORE, _EVERY = 240, 10, 300
"""Tiles without signs that the signs are put on, turned and mirrored: at first, and how many are renewed after how many
samples."""
_BUSIER = 0.5
_GRID = FINDER_SIDE // FINDER_STRIDE
_SHRUNK = FINDER_SIDE / SIDE
_BUMP = 0.9
"""Sigma, cells, of the bump about a sign's middle."""


Teach = Callable[[Rng, Sample], list[Any]]


def batches(seed: int, makers: int, fonts: Path, of: Teach, size: int, pool: int) -> Iterator[list[Any]]:
    """Yield batches of what is taught of samples of the training's hand, without end.

    A step draws from a pool that is renewed as fast as the makers work, so that it never waits for them.

    Args:
        seed: each maker's own is derived from it.
        makers: processes that make samples.
        fonts: folder of the fonts.
        of: a generator of random numbers and a sample to what is taught of it; it runs in the makers.
        size: of a batch.
        pool: how much is kept.
    """
    context = mp.get_context("spawn")
    queue: Queue[Any] = context.Queue(maxsize=64)
    for k in range(makers):
        context.Process(target=_make, args=(queue, seed * 1000 + k, fonts, of), daemon=True).start()
    rng = np.random.default_rng(seed)
    kept: list[Any] = []
    while True:
        while len(kept) < 8 * size or not queue.empty():
            for lesson in queue.get():
                if len(kept) < pool:
                    kept.append(lesson)
                else:
                    kept[int(rng.integers(pool))] = lesson
        yield [kept[k] for k in rng.integers(len(kept), size=size)]


def _make(queue: Queue[Any], seed: int, fonts: Path, of: Teach) -> None:
    cv2.setNumThreads(1)
    os.nice(5)
    rng = np.random.default_rng(seed)
    tops = _tops(rng, 40)
    made = 0
    while True:
        top = tops[int(rng.integers(len(tops)))]
        queue.put(of(rng, draw_sample(rng, top, kinds_to_learn(rng), "training", fonts)))
        made += 1
        # At first there are few tiles, so that the steps need not wait.
        if len(tops) < _TOPS and made % 100 == 0:
            tops += _tops(rng, 20)
        elif made % _EVERY == 0:
            tops = tops[_MORE:] + _tops(rng, _MORE)


def _tops(rng: Rng, count: int) -> list[np.ndarray]:
    return [busier(rng, top) if rng.random() < _BUSIER else top for top in draw_tops(rng, count, "training")]


def maps_of(sample: Sample) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what the finder is shown and taught.

    Returns:
        (3, FINDER_SIDE, FINDER_SIDE) float32; two maps, one value a cell: bumps 0..1 at the signs, and near them the
        logarithms of their widths over ``REFERENCE_WIDTH``.
    """
    heat = np.zeros((_GRID, _GRID), np.float32)
    wide = np.zeros((_GRID, _GRID), np.float32)
    rows, columns = np.mgrid[0:_GRID, 0:_GRID]
    for sign in sample.signs:
        x, y = ((sign.at + 0.5) * _SHRUNK / FINDER_STRIDE - 0.5).tolist()
        bump = np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * _BUMP**2))
        bump[min(max(round(y), 0), _GRID - 1), min(max(round(x), 0), _GRID - 1)] = 1.0
        wide[bump > heat] = np.log(sign.wide * _SHRUNK / REFERENCE_WIDTH)
        np.maximum(heat, bump, out=heat)
    return finder_input(sample.picture)[0], heat, wide


Cut = tuple[np.ndarray, int, np.ndarray]
"""What the reader is shown, the number of the answer, and (3,) how it would be cut out better, NaN for land."""


def cuts_of(rng: Rng, sample: Sample, find: Callable[[Sample], list[MarkCandidate]] | None = None) -> list[Cut]:
    """Return what the reader is shown of a sample, and what it is to say of each.

    Args:
        rng: the generator of random numbers.
        sample: a tile with signs.
        find: what the finder says of it; where it sees signs that are none, the land is to be told from them.
    """
    places: list[tuple[np.ndarray, float, Sign | None]] = []
    for sign in (*sample.signs, *sample.signs):  # a sign is cut out faster than it is drawn
        wrong = 1.0 if rng.random() < 0.5 else 2.0
        at = sign.at + rng.normal(0, 0.06 * wrong * sign.wide, 2)
        places.append((at, sign.wide * float(np.exp(rng.normal(0, 0.12 * wrong))), sign))
    for found in find(sample) if find else ():
        near = _nearest(sample, found.centre)
        if near is None or _meant(near, found):
            places.append((found.centre, found.width, near))
    at = SIDE / 2 + rng.uniform(-0.42, 0.42, 2) * WIDTH
    if rng.random() < 0.7 and _nearest(sample, at) is None:
        places.append((at, float(np.exp(rng.uniform(*np.log((20.0, 75.0))))), None))
    return [_cut(rng, sample.picture, *place) for place in places]


def _meant(sign: Sign, found: MarkCandidate) -> bool:
    """Say whether what was found is that sign, nearly as it is."""
    return bool(np.linalg.norm(sign.at - found.centre) < 0.35 * sign.wide and 0.55 < found.width / sign.wide < 1.8)


def _cut(rng: Rng, picture: np.ndarray, at: np.ndarray, wide: float, sign: Sign | None) -> Cut:
    """Cut a place out at any turn; the shape is to be read, whatever its colours."""
    turn = float(rng.uniform(0, 2 * np.pi))
    shown = reader_input(picture, at, wide, turn)
    if rng.random() < 0.3:
        shown = shown[rng.permutation(3)]
    shown = -shown if rng.random() < 0.3 else shown
    if sign is None:
        return shown, LAND, np.full(3, np.nan, np.float32)
    away = turned(sign.at - at, turn) / wide
    better = np.array([*away, np.log(sign.wide / wide)], np.float32)
    return shown, mark_signs.KINDS.index(sign.kind), better


def _nearest(sample: Sample, at: np.ndarray) -> Sign | None:
    """Return the sign about a place, None where there is none as far as its frame reaches."""
    near = [sign for sign in sample.signs if np.linalg.norm(sign.at - at) < 0.9 * sign.wide]
    return min(near, key=lambda sign: float(np.linalg.norm(sign.at - at)), default=None)
