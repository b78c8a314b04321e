"""``python -m training.scene_net.train``: train the scene network on synthetic pictures and write it as ONNX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.common.pooled_feed import Source
from training.scene_net.feed import Batch, batches, scene_feed
from training.scene_net.losses import loss_of
from training.scene_net.model import SceneNet


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/scene.pt"), Path("out/scene.onnx"), steps=10000, batch=8)
    parser.add_argument("--crop", type=int, default=256)
    parser.add_argument("--pool", type=int, default=300, help="pictures that are kept to draw from, 1.2 MB each")
    parser.add_argument("--traced", type=Path, help="folder of path-traced pictures to mix in")
    options = parser.parse_args()
    state = begin(SceneNet(), options)
    seed = options.seed + state.step
    source = Source(seed, options.pool, options.makers, options.traced, options.materials, options.device)
    with scene_feed(source) as feed:
        run(state, options, batches(feed, options.batch, options.crop), partial(_parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)


def _parts(model: torch.nn.Module, batch: Batch) -> Parts:
    pictures, truth = batch
    return loss_of(model(pictures.contiguous(memory_format=torch.channels_last)).float(), truth)


if __name__ == "__main__":
    main()
