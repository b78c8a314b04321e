"""``python -m training.conversion.warm ONNX WEIGHTS``: initial weights for a training, taken from an exported network.

In an exported network batch normalisation is folded into the convolutions. Here the convolutions are restored, and each
normalisation after them is set to the identity on a few synthetic pictures; training continues from there. The close-up
network can start from its own weights or from those of the scene network, with which it shares its encoder. Networks
without such normalisations are restored as they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.candidate_net.model import CandidateNet
from training.closeup_net.model import CloseupNet
from training.closeup_net.samples import samples_of
from training.context_net.model import ContextNet
from training.conversion.restore import restore
from training.ground_net.model import GroundNet
from training.scene_net.model import SceneNet
from training.scenes.scene import SceneOptions, make_picture

PLAIN_NETWORKS = {"candidate": CandidateNet, "context": ContextNet, "ground": GroundNet}
"""Networks without batch normalisation."""
_PICTURES, _SIDE = 8, 256
"""Synthetic pictures that set the normalisations, and their width and height, pixels."""
_DEQUANTISED_PREFIX, _DEQUANTISED_SUFFIX = "dq_output_", "_1"
"""Affixes by which NNCF derives the name of a dequantised weight from that of the 8-bit weight."""


def main() -> None:
    """Parse the options and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("onnx", type=Path, help="shipped or trained network")
    parser.add_argument("weights", type=Path, help="file of the weights to write, for --start of a training")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--closeups", action="store_true", help="for the close-up network instead of the scene network")
    other.add_argument("--teacher", action="store_true", help="for a scene network with a full decoder, a teacher")
    other.add_argument("--network", choices=sorted(PLAIN_NETWORKS), help="for another network")
    options = parser.parse_args()
    if options.network:
        plain = PLAIN_NETWORKS[options.network]()
        restore(plain, onnx.load(str(options.onnx)))
        torch.save(plain.state_dict(), options.weights)
        return
    model = CloseupNet() if options.closeups else SceneNet(reduced=not options.teacher)
    transfer_weights(model, onnx.load(str(options.onnx)), _closeups() if options.closeups else _pictures())
    torch.save(model.state_dict(), options.weights)


def transfer_weights(model: nn.Module, learned: onnx.ModelProto, example: Tensor) -> None:
    """Copy the weights of an exported network into a model, in place, where names and shapes agree.

    Args:
        model: the scene network or the close-up network.
        learned: either of them, as written by ``export`` or ``quantise``.
        example: a batch of inputs of the model, which sets its normalisations.
    """
    weights = weights_by_name(learned)
    own = model.state_dict()
    for name in own:
        # The last layer of the scene network ships in two parts.
        parts = [weights[part] for part in (name, f"{name}_more") if part in weights]
        if parts and (joined := torch.cat(parts) if len(parts) > 1 else parts[0]).shape == own[name].shape:
            own[name].copy_(joined)
    folded = [(weights[n.input[1]], weights[n.input[2]]) for n in learned.graph.node if n.op_type == "Conv"]
    # `first_layers` moves 0 of the input by half a step, and makes up for it in the first bias.
    folded[0] = (folded[0][0], folded[0][1] - folded[0][0].sum(dim=(1, 2, 3)) * (_zero(learned) - 1))
    restore_blocks(model, list(zip(_blocks(model), folded, strict=False)), example)


def restore_blocks(
    model: nn.Module, blocks: Sequence[tuple[nn.Sequential, tuple[Tensor, Tensor]]], example: Tensor
) -> None:
    """Restore a model's blocks of convolution and normalisation, in place.

    Args:
        model: the network.
        blocks: each with the weight and bias into which its normalisation is folded.
        example: a batch of the model's inputs, which sets the normalisations.
    """
    hooks = [hook for block, folded in blocks for hook in _restore(block, folded)]
    model.eval()
    with torch.no_grad():
        model(example)
    for hook in hooks:
        hook.remove()


def _zero(learned: onnx.ModelProto) -> float:
    """Return the constant that an exported network subtracts from twice its input."""
    constants = {n.output[0]: n.attribute[0].t for n in learned.graph.node if n.op_type == "Constant"}
    subtract = next(n for n in learned.graph.node if n.op_type == "Sub")
    return float(numpy_helper.to_array(constants[subtract.input[1]]))


def weights_by_name(learned: onnx.ModelProto) -> dict[str, Tensor]:
    """Return the float32 weights by name; dequantised ones under their names before and after quantisation."""
    weights = {t.name: _array(t) for t in learned.graph.initializer}
    for node in learned.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in weights:
            weight, scale, zero = (weights[name] for name in node.input)
            shape = [-1] + [1] * (weight.dim() - 1)
            dequantised = (weight - zero.reshape(shape)) * scale.reshape(shape)
            weights[node.output[0]] = weights[
                node.output[0].removeprefix(_DEQUANTISED_PREFIX).removesuffix(_DEQUANTISED_SUFFIX)
            ] = dequantised
    return weights


def _array(tensor: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(numpy_helper.to_array(tensor).copy()).to(torch.float32)


def _restore(block: nn.Sequential, folded: tuple[Tensor, Tensor]) -> Iterator[Any]:
    """Restore a block's convolution, and yield the hook that sets its normalisation in the first forward pass."""
    weight, bias = folded
    convolution, normalise = block[0], block[1]
    width_out, width_in = convolution.weight.shape[:2]
    if weight.shape[0] != width_out or weight.shape[2:] != convolution.weight.shape[2:]:
        return
    with torch.no_grad():
        convolution.weight[:, : weight.shape[1]] = weight
        convolution.weight[:, weight.shape[1] : width_in] *= 0.1
    yield convolution.register_forward_hook(partial(_calibrate, normalise, bias))


def _calibrate(normalise: nn.BatchNorm2d, bias: Tensor, _module: nn.Module, _inputs: Any, out: Tensor) -> None:
    """Make the normalisation the identity on this batch, plus the folded bias."""
    mean, spread = out.mean(dim=(0, 2, 3)), out.var(dim=(0, 2, 3))
    normalise.running_mean.copy_(mean)
    normalise.running_var.copy_(spread)
    normalise.weight.copy_(torch.sqrt(spread + normalise.eps))
    normalise.bias.copy_(mean + bias)


def _blocks(model: Any) -> Iterator[nn.Sequential]:
    """Yield the blocks of convolution and normalisation in forward order."""
    yield from model.enter
    for down in model.down:
        yield from down
    if isinstance(model, CloseupNet):
        yield from model.up
        yield model.gather
    else:
        yield from (part for up in model.up for part in up.children() if isinstance(part, nn.Sequential))


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
