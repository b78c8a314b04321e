"""``python -m training.pair_net.train --cells DIR``: teach the network that tells pairs; write its ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.export import export_like, halve
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import read_stored
from training.pair_net.model import Pairs
from training.pair_net.samples import Cells
from vision.pieces.pair_network import CONTENTS, FACTS, GRID, PLANES
from vision.vocabulary import PIECES

_COLOURS = 3
"""Planes that show the close-up's colours: they are exchanged and dimmed at random, for colours tell no number."""

_NONE = -1

Batch = tuple[Tensor, Tensor, Tensor]
"""The cells' planes and facts, and which of ``CONTENTS`` it is; -1 for less than two things."""


def main() -> None:
    """Read the options, train and write the network."""
    parser = options_parser(
        __doc__, Path("out/pair.pt"), Path("vision/networks/weights/pair.onnx"), steps=3000, batch=128
    )
    parser.add_argument("--cells", type=Path, required=True, help="as pairs_samples makes them")
    options = parser.parse_args()
    cells, rng = read_stored(Cells, options.cells, "training.pair_net.samples"), np.random.default_rng(options.seed)
    state = begin(Pairs(), options)
    run(state, options, _batches(rng, cells, options.batch), partial(_parts, state.model))
    example = torch.zeros(2, PLANES, GRID, GRID), torch.zeros(2, FACTS)
    export_like(state.mean, options.onnx, example, ["planes", "facts", "several"], {0: "n"})
    halve(options.onnx)


def _batches(rng: np.random.Generator, cells: Cells, count: int) -> Iterator[Batch]:
    """Yield so many cells at a time, half of them pairs, half of them mirrored, in other colours."""
    several, which = cells.counts.sum(axis=1) > 1, _contents(cells.counts)
    pairs, others = np.flatnonzero(several & (which >= 0)), np.flatnonzero(~several)
    full = cells.facts.reshape(-1, len(PIECES), 3)[others, :, 0].prod(axis=1) < 0.9
    weights = np.where(full, 3.0, 1.0)
    weights /= weights.sum()
    while True:
        half = count // 2
        chosen = np.concatenate([rng.choice(pairs, half), rng.choice(others, count - half, p=weights)])
        planes = cells.planes[chosen].astype(np.float32) / 255
        planes[:, :_COLOURS] = planes[:, rng.permutation(_COLOURS)] ** rng.uniform(0.7, 1.4, (count, _COLOURS, 1, 1))
        mirrored = rng.random(count) < 0.5
        planes[mirrored] = planes[mirrored][..., ::-1]
        facts, wanted = torch.from_numpy(cells.facts[chosen]), torch.from_numpy(which[chosen])
        yield torch.from_numpy(planes.astype(np.float32)), facts, wanted


def _contents(counts: np.ndarray) -> np.ndarray:
    """Return which of ``CONTENTS`` (n,) counts (n, 3) are, -1 for none of them."""
    same = (counts[:, None] == np.array(CONTENTS)).all(axis=2)
    return np.where(same.any(axis=1), same.argmax(axis=1), _NONE)


def _parts(model: nn.Module, batch: Batch) -> Parts:
    planes, facts, which = batch
    told = model(planes, facts)
    several = F.binary_cross_entropy_with_logits(told[:, 0], (which != _NONE).float())
    return {"several": several, "which": 0.5 * F.cross_entropy(told[:, 1:], which, ignore_index=_NONE)}


if __name__ == "__main__":
    main()
