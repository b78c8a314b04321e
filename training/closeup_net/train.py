"""``python -m training.closeup_net.train``: train the close-up network and write it as ONNX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from training.closeup_net.feed import Batch, batches, closeup_feed
from training.closeup_net.losses import loss_of
from training.closeup_net.model import CloseupNet
from training.common.export import export
from training.common.loop import Parts, add_makers, begin, options_parser, run
from training.common.pooled_feed import Source


def main() -> None:
    """Parse the options and train."""
    out, onnx = Path("out/closeup.pt"), Path("out/closeup.onnx")
    parser = options_parser(__doc__, out, onnx, steps=12000, batch=48)
    add_makers(parser)
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--pool", type=int, default=30000, help="close-ups that are kept to draw from, 38 kB each")
    parser.add_argument("--traced", type=Path, help="folder of path-traced close-ups to mix in")
    options = parser.parse_args()
    state = begin(CloseupNet(), options)
    seed = options.seed + state.step
    source = Source(seed, options.pool, options.makers, options.traced, options.materials, options.device)
    with closeup_feed(source) as feed:
        run(state, options, batches(feed, options.batch), partial(_parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)


def _parts(model: torch.nn.Module, batch: Batch) -> Parts:
    closeups, *truth = batch
    words, maps, _ = model(closeups.contiguous(memory_format=torch.channels_last))
    return loss_of(words.float(), maps.float(), *truth)


if __name__ == "__main__":
    main()
