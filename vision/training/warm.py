"""``python -m vision.training.warm ONNX WEIGHTS``: begin a training with what shipped eyes have learned.

An exported network has its batch normalisation folded into its convolutions. Here the convolutions are put back, and
each normalisation after them is set so that it does nothing to a few made pictures; training goes on from there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.closeups.model import CloseEye
from vision.training.model import Eye
from vision.training.scene import make_picture

_PICTURES, _SIDE = 8, 256


def main() -> None:
    """Read the options and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("onnx", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--closeups", action="store_true", help="for the close-up network instead of the eyes")
    options = parser.parse_args()
    model: Any = CloseEye() if options.closeups else Eye()
    take_up(model, convolutions(options.onnx), _pictures())
    torch.save(model.state_dict(), options.weights)


def convolutions(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return weights and biases of a network's convolutions in the order in which they work."""
    graph = onnx.load(str(path)).graph
    held = {t.name.removesuffix("_half"): numpy_helper.to_array(t).astype(np.float32) for t in graph.initializer}
    return [(held[n.input[1]], held[n.input[2]]) for n in graph.node if n.op_type == "Conv"]


def take_up(model: Any, learned: list[tuple[np.ndarray, np.ndarray]], pictures: Tensor) -> None:
    """Put the convolutions into the model's encoder and into as much of its decoder as it has, in place."""
    paired = list(zip(_blocks(model), learned, strict=False))
    hooks = []
    for block, (weight, bias) in paired:
        convolution, normalise = block[0], block[1]
        wanted = convolution.weight.shape[1]
        with torch.no_grad():
            convolution.weight[:, : weight.shape[1]] = torch.from_numpy(weight.copy())
            convolution.weight[:, weight.shape[1] : wanted] *= 0.1
        hooks.append(convolution.register_forward_hook(partial(_calibrate, normalise, torch.from_numpy(bias.copy()))))
    spare = torch.zeros(len(pictures), model.enter[0][0].weight.shape[1] - 3, _SIDE, _SIDE)
    model.eval()
    with torch.no_grad():
        x = model.enter(torch.cat([pictures, spare], dim=1) * 2.0 - 1.0)
        levels = [x]
        for down in model.down:
            levels.append(down(levels[-1]))
        x = levels.pop()
        for up in model.up:
            x = up(torch.cat([nn.functional.interpolate(x, scale_factor=2.0), levels.pop()], dim=1))
        if isinstance(model, Eye):
            model.leave.weight.copy_(torch.from_numpy(learned[-1][0].copy()))
            model.leave.bias.copy_(torch.from_numpy(learned[-1][1].copy()))
    for hook in hooks:
        hook.remove()


def _calibrate(normalise: nn.BatchNorm2d, bias: Tensor, _module: nn.Module, _given: Any, out: Tensor) -> None:
    """Let the normalisation add the folded bias and do nothing else to what it is given."""
    mean, spread = out.mean(dim=(0, 2, 3)), out.var(dim=(0, 2, 3))
    normalise.running_mean.copy_(mean)
    normalise.running_var.copy_(spread)
    normalise.weight.copy_(torch.sqrt(spread + normalise.eps))
    normalise.bias.copy_(mean + bias)


def _blocks(model: Any) -> Iterator[nn.Sequential]:
    """Yield the blocks of convolution and normalisation in the order in which they work."""
    yield from model.enter
    for down in model.down:
        yield from down
    yield from model.up


def _pictures() -> Tensor:
    rng = np.random.default_rng(0)
    made = np.stack([make_picture(rng, _SIDE, _SIDE).image for _ in range(_PICTURES)])
    return torch.from_numpy(made).permute(0, 3, 1, 2).float() / 255


if __name__ == "__main__":
    main()
