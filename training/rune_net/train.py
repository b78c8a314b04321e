"""``python -m training.rune_net.train``: train the network that reads runes on stones.

It writes ``vision/networks/weights/rune.onnx`` and prints how held-out hands are read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from training.common.example_pool import ExamplePool
from training.common.export import export, store_as_float16
from training.common.loop import Parts, add_makers, begin, options_parser, run
from training.common.workers import Workers, parent_is_alive
from training.marks_net.samples import draw_tops
from training.rune_net.faces import HANDS, Hand, draw_face
from training.rune_net.model import RuneNet
from vision.imaging.standardise import standardised
from vision.vocabulary import SIGNS

_POOL = 24_000
"""Faces kept for several batches; a maker replaces them one after another."""
_FIRST_BATCHES = 16
"""Batches whose faces the pool holds before the first is drawn. Chosen by hand."""
_GROUNDS, _GROUND_SCALE = 40, 2
"""Pictures of tiles that stones lie on, and how much they are enlarged."""
_BATCHES_ON_GROUNDS = 40
"""Batches of a maker on the same grounds."""
_HELD_OUT = 3000
"""Faces of the held-out hand that are read at the end."""
_SURE = (0.5, 0.8, 0.9, 0.95, 0.99)

Rng = np.random.Generator


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/rune.pt"), Path("vision/networks/weights/rune.onnx"), 6000, 128)
    add_makers(parser)
    options = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    state = begin(RuneNet(), options)
    made = _batches(options.seed, options.makers, options.batch)
    run(state, options, made, lambda batch: _loss(state.model, batch))
    export(state.mean, state.model.onnx_form(), options.onnx)
    store_as_float16(options.onnx)
    for name in HANDS:
        print_accuracy(state.mean, name)


def print_accuracy(model: nn.Module, name: str) -> None:
    """Print for bounds of the probability how many of a hand's runes are read, and how many of those are right."""
    rng = np.random.default_rng(999)
    faces, kinds = _faces(rng, HANDS[name], draw_grounds(rng), _HELD_OUT)
    with torch.no_grad():
        sure, read = torch.softmax(model(torch.from_numpy(faces)), dim=1).max(dim=1)
    named = read != len(SIGNS) - 1
    for bound in _SURE:
        said = named & (sure >= bound)
        right = (read == torch.from_numpy(kinds))[said].float().mean()
        share = said[torch.from_numpy(kinds) != len(SIGNS) - 1].float().mean()
        print(f"{name}: said with {bound}: {float(share):.1%} of the runes, right {float(right):.1%} of all said")


def _loss(model: nn.Module, batch: tuple[np.ndarray, np.ndarray]) -> Parts:
    faces, kinds = (torch.from_numpy(part) for part in batch)
    logits = model(faces.contiguous(memory_format=torch.channels_last)).float()
    return {"kind": nn.functional.cross_entropy(logits, kinds)}


def _batches(seed: int, makers: int, size: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield endless batches from a pool of faces that the makers renew."""
    rng = np.random.default_rng(seed)
    kept: ExamplePool[tuple[np.ndarray, int]] = ExamplePool(_POOL, rng)
    with Workers(_make, seed, makers, waiting=8) as workers:
        while True:
            while len(kept) < _FIRST_BATCHES * size or not workers.queue.empty():
                for face in zip(*workers.queue.get(), strict=True):
                    kept.add(face)
            chosen = kept.draw(size)
            yield np.array([_turned(rng, face) for face, _ in chosen]), np.array([kind for _, kind in chosen])


def _turned(rng: Rng, face: np.ndarray) -> np.ndarray:
    """Return a normalised face by quarter turns, its colours permuted or inverted at random."""
    turned = np.rot90(face, int(rng.integers(4)), axes=(1, 2))
    turned = turned[rng.permutation(3)] if rng.random() < 0.3 else turned
    return np.ascontiguousarray(-turned if rng.random() < 0.3 else turned)


def _make(queue: Queue[Any], seed: int) -> None:
    os.nice(5)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    while parent_is_alive():
        grounds = draw_grounds(rng)
        for _ in range(_BATCHES_ON_GROUNDS):
            queue.put(_faces(rng, HANDS["training"], grounds, 256))


def draw_grounds(rng: Rng) -> list[np.ndarray]:
    """Return enlarged pictures of tiles that stones lie on."""
    return [cv2.resize(top, None, fx=_GROUND_SCALE, fy=_GROUND_SCALE) for top in draw_tops(rng, _GROUNDS, "training")]


def _faces(rng: Rng, hand: Hand, grounds: list[np.ndarray], count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (count, 3, SIDE, SIDE) float32 normalised faces and their (count,) classes."""
    drawn = [draw_face(rng, hand, grounds) for _ in range(count)]
    return np.array([standardised(face) for face, _ in drawn]), np.array([kind for _, kind in drawn])


if __name__ == "__main__":
    main()
