"""``python -m training.hokkaido.square_net.train --squares DIR``: train the square network; write its ONNX."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.export import export, store_as_float16
from training.common.loop import Parts, begin, options_parser, run
from training.hokkaido.square_net.boards import UNKNOWN, Batch, batches, read_painted
from training.hokkaido.square_net.model import SquareNet
from vision.hokkaido.appearances import APPEARANCES

_SMOOTHING = 0.01
"""Share of the probability that labels leave to all classes. By hand."""
_CUBE_WEIGHT = 0.3
"""Weight of the loss of cubes on squares whose kind is known: few squares have any, and they tell the most points."""
_OTHERWISE = torch.tensor(
    [
        next((k for k, other in enumerate(APPEARANCES) if replace(other, cube=not other.cube) == look), UNKNOWN)
        for look in APPEARANCES
    ]
)
"""(K,) class that differs only by the cube; `UNKNOWN` where none does."""


def main() -> None:
    """Parse the options, train and write the network."""
    parser = options_parser(__doc__, Path("out/squares.pt"), Path("out/squares.onnx"), 5000, 12)
    parser.add_argument("--squares", type=Path, required=True, help="folder of training.hokkaido.square_net.samples")
    options = parser.parse_args()
    painted = read_painted(options.squares)
    state = begin(SquareNet(), options)
    boards = batches(np.random.default_rng(options.seed), painted, options.batch)
    run(state, options, boards, partial(_parts, state.model))
    export(state.mean, SquareNet().onnx_form(), options.onnx)
    store_as_float16(options.onnx)


def _parts(model: nn.Module, batch: Batch) -> Parts:
    squares, places, classes = batch
    logits, true = model(squares, places).flatten(0, 1), classes.flatten()
    named = F.cross_entropy(logits, true, ignore_index=UNKNOWN, label_smoothing=_SMOOTHING)
    return {"classes": named, "cubes": _CUBE_WEIGHT * _cube_loss(logits[true != UNKNOWN], true[true != UNKNOWN])}


def _cube_loss(logits: Tensor, true: Tensor) -> Tensor:
    """Return the mean loss of cubes, 0 without squares that may hold one; (n, K) logits and (n,) true classes."""
    other = _OTHERWISE[true]
    held = other != UNKNOWN
    own, wrong = (logits[held].gather(1, which[held, None])[:, 0] for which in (true, other))
    return F.softplus(wrong - own).sum() / max(int(held.sum()), 1)


if __name__ == "__main__":
    main()
