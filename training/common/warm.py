"""``python -m training.warm ONNX WEIGHTS``: begin a training with what a shipped network has learned.

An exported network has its batch normalisation folded into its convolutions. Here the convolutions are put back, and
each normalisation after them is set so that it does nothing to a few made pictures; training goes on from there. The
close-up network can begin with its own weights or with the eyes', with which it shares its encoder.
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

from training.closeup_net.model import CloseEye
from training.closeup_net.samples import samples_of
from training.scene_net.model import Eye
from training.scenes.scene import SceneOptions, make_picture

_PICTURES, _SIDE = 8, 256
_BECOMES, _OF = "dq_output_", "_1"
"""What NNCF puts before and after a weight's name where it names the weight that comes of 8 bits."""


def main() -> None:
    """Read the options and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("onnx", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--closeups", action="store_true", help="for the close-up network instead of the eyes")
    options = parser.parse_args()
    model = CloseEye() if options.closeups else Eye()
    take_up(model, onnx.load(str(options.onnx)), _closeups() if options.closeups else _pictures())
    torch.save(model.state_dict(), options.weights)


def take_up(model: nn.Module, learned: onnx.ModelProto, example: Tensor) -> None:
    """Put what an exported network knows into a model, in place, as far as the two are alike.

    Args:
        model: the eyes or the close-up network.
        learned: either of them, as ``export`` writes it.
        example: a batch of what the model takes, to set its normalisation by.
    """
    held = _held(learned)
    own = model.state_dict()
    named = {name: held[name] for name in own if name in held and held[name].shape == own[name].shape}
    model.load_state_dict(named, strict=False)
    folded = [(held[n.input[1]], held[n.input[2]]) for n in learned.graph.node if n.op_type == "Conv"]
    hooks = [hook for pair in zip(_blocks(model), folded, strict=False) for hook in _put_back(*pair)]
    model.eval()
    with torch.no_grad():
        model(example)
    for hook in hooks:
        hook.remove()


def _held(learned: onnx.ModelProto) -> dict[str, Tensor]:
    """Return the weights by name; those of 8 bits both by the name that they had and by that of what they become."""
    held = {t.name: _array(t) for t in learned.graph.initializer}
    for node in learned.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in held:
            weight, scale, zero = (held[name] for name in node.input)
            sides = [-1] + [1] * (weight.dim() - 1)
            became = (weight - zero.reshape(sides)) * scale.reshape(sides)
            held[node.output[0]] = held[node.output[0].removeprefix(_BECOMES).removesuffix(_OF)] = became
    return held


def _array(tensor: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(numpy_helper.to_array(tensor).copy()).to(torch.float32)


def _put_back(block: nn.Sequential, folded: tuple[Tensor, Tensor]) -> Iterator[Any]:
    """Give a block a folded convolution, and yield the hook that sets its normalisation when it first works."""
    weight, bias = folded
    convolution, normalise = block[0], block[1]
    outward, inward = convolution.weight.shape[:2]
    if weight.shape[0] != outward or weight.shape[2:] != convolution.weight.shape[2:]:
        return
    with torch.no_grad():
        convolution.weight[:, : weight.shape[1]] = weight
        convolution.weight[:, weight.shape[1] : inward] *= 0.1
    yield convolution.register_forward_hook(partial(_calibrate, normalise, bias))


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
    if isinstance(model, CloseEye):
        yield model.gather


def _pictures() -> Tensor:
    rng = np.random.default_rng(0)
    made = np.stack([make_picture(rng, _SIDE, _SIDE).image for _ in range(_PICTURES)])
    return torch.from_numpy(made).permute(0, 3, 1, 2).float() / 255


def _closeups() -> Tensor:
    rng = np.random.default_rng(0)
    made = [samples_of(rng, make_picture(rng, 2 * _SIDE, 2 * _SIDE, SceneOptions(empty=0.0))) for _ in range(_PICTURES)]
    cut = np.concatenate([samples.closeups for samples in made if samples is not None])
    return torch.from_numpy(cut).permute(0, 3, 1, 2).float() / 255


if __name__ == "__main__":
    main()
