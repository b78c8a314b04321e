"""``python -m training.closeup_net.train``: train the close-up network and write it as ONNX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from training.closeup_net.feed import CloseupFeed
from training.closeup_net.losses import loss_of
from training.closeup_net.model import CloseupNet
from training.closeup_net.samples import Samples
from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run


def main() -> None:
    """Parse the options and train."""
    out, onnx = Path("out/closeup.pt"), Path("out/closeup.onnx")
    parser = options_parser(__doc__, out, onnx, steps=12000, batch=48)
    parser.add_argument("--traced", type=Path, help="folder of path-traced close-ups to mix in")
    options = parser.parse_args()
    state = begin(CloseupNet(), options)
    seed = options.seed + state.step
    with CloseupFeed(seed, options.makers, traced=options.traced, materials=options.materials) as feed:
        run(state, options, feed.batches(options.batch), partial(_parts, state.model, torch.device(options.device)))
    export(state.mean, state.model.onnx_form(), options.onnx)


def _parts(model: torch.nn.Module, device: torch.device, samples: Samples) -> Parts:
    x = torch.from_numpy(samples.closeups).to(device).permute(0, 3, 1, 2).float().div_(255)
    words, maps, _ = model(x.contiguous(memory_format=torch.channels_last))
    truth = (torch.from_numpy(part).to(device) for part in (samples.labels, samples.masks, samples.feet))
    return loss_of(words.float(), maps.float(), *truth)


if __name__ == "__main__":
    main()
