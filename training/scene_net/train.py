"""``python -m training.scene_net.train``: train the scene network on synthetic pictures and write it as ONNX."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.common.pooled_feed import Source
from training.scene_net.anchor import Anchor
from training.scene_net.feed import Batch, batches, scene_feed
from training.scene_net.losses import loss_of
from training.scene_net.model import SceneNet


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/scene.pt"), Path("out/scene.onnx"), steps=10000, batch=8)
    parser.add_argument("--crop", type=int, default=256)
    parser.add_argument("--pool", type=int, default=300, help="pictures that are kept to draw from, 1.2 MB each")
    parser.add_argument("--traced", type=Path, help="folder of path-traced pictures to mix in")
    parser.add_argument(
        "--hold",
        type=float,
        default=0.0,
        help="weight of the change of what other networks take, from --start",
    )
    options = parser.parse_args()
    if options.hold and not options.start:
        parser.error("--hold needs --start: the weights whose features are kept")
    state = begin(SceneNet(), options)
    parts = _Parts(state.model, _anchor(state.model, options))
    seed = options.seed + state.step
    source = Source(seed, options.pool, options.makers, options.traced, options.materials, options.device)
    with scene_feed(source) as feed:
        run(state, options, batches(feed, options.batch, options.crop), parts)
    export(state.mean, state.model.onnx_form(), options.onnx)


def _anchor(model: torch.nn.Module, options: argparse.Namespace) -> Anchor | None:
    if not options.hold:
        return None
    return Anchor(model, torch.load(options.start, map_location=options.device), options.hold)


class _Parts:
    """The terms of the loss of a batch."""

    def __init__(self, model: torch.nn.Module, anchor: Anchor | None) -> None:
        self._model, self._anchor = model, anchor

    def __call__(self, batch: Batch) -> Parts:
        pictures, truth = batch
        pictures = pictures.contiguous(memory_format=torch.channels_last)
        terms = loss_of(self._model(pictures).float(), truth)
        return terms | {"held": self._anchor.term(pictures)} if self._anchor else terms


if __name__ == "__main__":
    main()
