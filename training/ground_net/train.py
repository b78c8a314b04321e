"""``python -m training.ground_net.train --boards DIR``: train the ground network; write its ONNX.

The loss has two terms: how surely each group's terrain is named, by its share of the board, and how surely the right
one of the six ways to exchange the true terrains is preferred, for what a naming counts is the sum over the groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.export import export, store_as_float16
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import read_stored
from training.ground_net.model import GroundNet
from training.ground_net.samples import BoardGroups

_EXCHANGES = tuple(permutations(range(3)))
"""What plains, mountain and ocean are called; the first is right."""
_DECAY = 0.1
"""Of the weights: with 0.02 the network learns boards by heart."""

_SHIFT, _STRETCH, _NOISE, _LOOK_NOISE = 0.5, 0.2, 0.3, 0.2
"""How much another printing's features are off: all groups of a board by the same, in standard deviations of a feature,
and by the same factor; each group by itself; and the measured looks of all groups."""

Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""Features, looks, measured looks, shares and true terrains of boards' groups."""


def main() -> None:
    """Parse the options, train and write the network."""
    onnx = Path("vision/networks/weights/ground.onnx")
    parser = options_parser(__doc__, Path("out/ground.pt"), onnx, steps=1500, batch=64)
    parser.set_defaults(rate=1e-3)
    parser.add_argument("--boards", type=Path, required=True, help="folder written by training.ground_net.samples")
    options = parser.parse_args()
    boards = tensors(read_stored(BoardGroups, options.boards, "training.ground_net.samples"))
    model = GroundNet()
    model.standardise(boards[0], boards[3])
    state = begin(model, options)
    for group in state.optimiser.param_groups:
        group["weight_decay"] = _DECAY
    batches = _batches(np.random.default_rng(options.seed), boards, options.batch, model.deviation)
    run(state, options, batches, partial(losses, model))
    export(state.mean, model.onnx_form(), options.onnx)
    store_as_float16(options.onnx)


def tensors(boards: BoardGroups) -> Batch:
    """Return the boards as the network takes them, with the true terrains' shares of all that is seen of a board."""
    truth = boards.counts / boards.counts.sum(axis=(1, 2), keepdims=True)
    parts = (boards.features, boards.looks, boards.measured, boards.shares[..., None], truth)
    features, looks, measured, shares, true = (torch.from_numpy(part.astype(np.float32)) for part in parts)
    return features, looks, measured, shares, true


def losses(model: nn.Module, batch: Batch) -> Parts:
    """Return the terms of the loss."""
    *inputs, true = batch
    logits = model(*inputs)
    names = -(true * F.log_softmax(logits, dim=2)).sum((1, 2)).mean()
    called = torch.stack([(true * logits[:, :, list(names)]).sum((1, 2)) for names in _EXCHANGES], dim=1)
    certainty = model.certainty.exp()
    return {"names": names, "exchanges": -F.log_softmax(certainty * called, dim=1)[:, 0].mean()}


def _batches(rng: np.random.Generator, boards: Batch, count: int, deviation: Tensor) -> Iterator[Batch]:
    """Yield endless batches of ``count`` boards, whose features are off as those of other printings may be."""
    while True:
        chosen = torch.from_numpy(rng.integers(len(boards[0]), size=count))
        features, looks, measured, shares, true = (part[chosen] for part in boards)
        of_board, of_group = (torch.randn(count, size, deviation.shape[0]) for size in (1, features.shape[1]))
        stretched = features * (1 + _STRETCH * torch.randn(count, 1, deviation.shape[0]))
        measured = measured + _LOOK_NOISE * torch.randn(count, 1, measured.shape[2])
        yield stretched + deviation * (_SHIFT * of_board + _NOISE * of_group), looks, measured, shares, true


if __name__ == "__main__":
    main()
