"""``python -m training.pair_net.train --cells DIR``: train the pair network; write its ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.export import export, store_as_float16
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import read_stored
from training.pair_net.model import PairNet
from training.pair_net.samples import Cells
from vision.pieces.pair_network import PAIRS
from vision.vocabulary import PIECES

_COLOUR_PLANES = 3
"""Number of first planes that are the close-up's colours; they are permuted and dimmed at random."""

_DIMMED = (0.7, 1.4)
"""Range of the exponents by which each of these planes is darkened or lightened; chosen by hand."""
_FULL, _FULL_WEIGHT = 0.9, 3.0
"""Probability of being empty, by the close-up network, below which a cell that is no pair holds a piece, and how often
such a cell is drawn for each empty one; chosen by hand."""
_WHICH_WEIGHT = 0.5
"""Weight of the loss of which pair it is beside that of whether it is one; chosen by hand."""
_NO_PAIR = -1
"""Index of cells with fewer than two pieces."""

Batch = tuple[Tensor, Tensor, Tensor]
"""Planes and facts of cells, and their index in ``PAIRS`` or ``_NO_PAIR``."""


def main() -> None:
    """Parse the options, train and write the network."""
    parser = options_parser(
        __doc__, Path("out/pair.pt"), Path("vision/networks/weights/pair.onnx"), steps=3000, batch=128
    )
    parser.add_argument("--cells", type=Path, required=True, help="folder written by training.pair_net.samples")
    options = parser.parse_args()
    cells, rng = read_stored(Cells, options.cells, "training.pair_net.samples"), np.random.default_rng(options.seed)
    state = begin(PairNet(), options)
    run(state, options, _batches(rng, cells, options.batch), partial(_parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)
    store_as_float16(options.onnx)


def _batches(rng: np.random.Generator, cells: Cells, count: int) -> Iterator[Batch]:
    """Yield endless batches of ``count`` cells: half of them pairs, half mirrored, colours permuted and dimmed."""
    several, which = cells.counts.sum(axis=1) > 1, _contents(cells.counts)
    pairs, others = np.flatnonzero(several & (which >= 0)), np.flatnonzero(~several)
    full = cells.facts.reshape(-1, len(PIECES), 3)[others, :, 0].prod(axis=1) < _FULL
    weights = np.where(full, _FULL_WEIGHT, 1.0)
    weights /= weights.sum()
    while True:
        half = count // 2
        chosen = np.concatenate([rng.choice(pairs, half), rng.choice(others, count - half, p=weights)])
        planes = cells.planes[chosen].astype(np.float32) / 255
        planes[:, :_COLOUR_PLANES] = planes[:, rng.permutation(_COLOUR_PLANES)] ** rng.uniform(
            *_DIMMED, (count, _COLOUR_PLANES, 1, 1)
        )
        mirrored = rng.random(count) < 0.5
        planes[mirrored] = planes[mirrored][..., ::-1]
        facts, target = torch.from_numpy(cells.facts[chosen]), torch.from_numpy(which[chosen])
        yield torch.from_numpy(planes.astype(np.float32)), facts, target


def _contents(counts: np.ndarray) -> np.ndarray:
    """Return the indices (n,) in ``PAIRS`` of counts (n, 3), ``_NO_PAIR`` for others."""
    same = (counts[:, None] == np.array(PAIRS)).all(axis=2)
    return np.where(same.any(axis=1), same.argmax(axis=1), _NO_PAIR)


def _parts(model: nn.Module, batch: Batch) -> Parts:
    planes, facts, which = batch
    logits = model(planes, facts)
    several = F.binary_cross_entropy_with_logits(logits[:, 0], (which != _NO_PAIR).float())
    return {"several": several, "which": _WHICH_WEIGHT * F.cross_entropy(logits[:, 1:], which, ignore_index=_NO_PAIR)}


if __name__ == "__main__":
    main()
