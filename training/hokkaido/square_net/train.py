"""``python -m training.hokkaido.square_net.train --squares DIR``: train the square network; write its ONNX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from torch import nn
from torch.nn import functional as F

from training.common.export import export, store_as_float16
from training.common.loop import Parts, begin, options_parser, run
from training.hokkaido.square_net.boards import UNKNOWN, Batch, batches, read_painted
from training.hokkaido.square_net.model import SquareNet

_SMOOTHING = 0.01


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
    logits = model(squares, places).flatten(0, 1)
    return {"classes": F.cross_entropy(logits, classes.flatten(), ignore_index=UNKNOWN, label_smoothing=_SMOOTHING)}


if __name__ == "__main__":
    main()
