"""``python -m training.scene_net.train``: train the scene network on synthetic pictures and write it as ONNX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.scene_net.feed import Feed, Sample
from training.scene_net.losses import loss_of
from training.scene_net.model import SceneNet


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/scene.pt"), Path("out/scene.onnx"), steps=10000, batch=8)
    parser.add_argument("--crop", type=int, default=256)
    parser.add_argument("--traced", type=Path, help="folder of path-traced pictures to mix in")
    options = parser.parse_args()
    state = begin(SceneNet(), options)
    seed = options.seed + state.step
    with Feed(seed, options.makers, traced=options.traced, materials=options.materials) as feed:
        parts = partial(_parts, state.model, torch.device(options.device))
        run(state, options, feed.batches(options.batch, options.crop), parts)
    export(state.mean, state.model.onnx_form(), options.onnx)


def _parts(model: torch.nn.Module, device: torch.device, sample: Sample) -> Parts:
    pictures, truth = sample
    x = torch.from_numpy(pictures).to(device).permute(0, 3, 1, 2).float().div_(255)
    return loss_of(model(x.to(memory_format=torch.channels_last)).float(), torch.from_numpy(truth).to(device))


if __name__ == "__main__":
    main()
