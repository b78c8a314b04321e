"""``python -m training.common.export WEIGHTS ONNX``: trained weights to ONNX."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from training.closeup_net.model import CloseupNet
from training.context_net.model import ContextNet
from training.scene_net.model import SceneNet
from vision.networks import channels, closeup_channels
from vision.pieces import closeups

_ONNX_OPSET = 13


def main() -> None:
    """Parse the options and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("onnx", type=Path)
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--closeups", action="store_true", help="the weights are those of the close-up network")
    other.add_argument("--context", action="store_true", help="the weights are those of the context network")
    options = parser.parse_args()
    model = CloseupNet() if options.closeups else ContextNet() if options.context else SceneNet()
    model.load_state_dict(torch.load(options.weights, map_location="cpu"))
    export(model, options.onnx)


def export(model: nn.Module, path: Path) -> None:
    """Write a network as ONNX.

    Args:
        model: the scene network (any height and width), the close-up network (any batch size), or the context network
            (any number of cells).
        path: the ONNX file to write.
    """
    if isinstance(model, ContextNet):
        example = torch.zeros(1, 16, 1 + closeup_channels.LOGIT_COUNT + closeup_channels.FEATURE_COUNT)
        names, axes = ["cells", "counts"], {1: "n"}
    elif isinstance(model, CloseupNet):
        example = torch.zeros(2, closeups.CHANNELS, closeups.SIZE, closeups.SIZE)
        names, axes = ["closeups", "words", "maps", "thoughts"], {0: "n"}
    else:
        example = torch.zeros(1, 3, 8 * channels.MULTIPLE, 10 * channels.MULTIPLE)
        names, axes = ["picture", "maps"], {0: "n", 2: "h", 3: "w"}
    export_like(model, path, example, names, axes)


def export_like(
    model: nn.Module, path: Path, example: Tensor | tuple[Tensor, ...], names: list[str], axes: dict[int, str]
) -> None:
    """Write a network as ONNX.

    Args:
        model: the network.
        path: the ONNX file to write.
        example: an example input, or all inputs; fixes the shapes of all axes but ``axes``.
        names: names of the inputs, then of the outputs.
        axes: dynamic axes of every input and output: index to name.
    """
    examples = example if isinstance(example, tuple) else (example,)
    torch.onnx.export(
        model.cpu().eval(),
        examples,
        str(path),
        opset_version=_ONNX_OPSET,
        input_names=names[: len(examples)],
        output_names=names[len(examples) :],
        dynamic_axes=dict.fromkeys(names, axes),
        dynamo=False,
    )


def store_as_float16(path: Path) -> None:
    """Store the weights of an ONNX file as float16, cast back to float32 at run time.

    The file becomes half as large; logits change by about 1e-3.
    """
    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for tensor in graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            name = tensor.name
            half = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(half, f"{name}_half"))
            casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
    onnx.save(model, str(path))


if __name__ == "__main__":
    main()
