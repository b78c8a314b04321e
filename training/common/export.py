"""``python -m training.common.export WEIGHTS ONNX``: trained weights to ONNX."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from training.closeup_net.model import CloseEye
from training.scene_net.model import Eye
from vision.networks import channels
from vision.pieces import closeups

_OPSET = 13


def main() -> None:
    """Read the two paths and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("onnx", type=Path)
    parser.add_argument("--closeups", action="store_true", help="the weights are the close-up network's")
    options = parser.parse_args()
    model = CloseEye() if options.closeups else Eye()
    model.load_state_dict(torch.load(options.weights, map_location="cpu"))
    export(model, options.onnx)


def export(model: nn.Module, path: Path) -> None:
    """Write the eyes (any height and width) or the close-up network (any number) as ONNX."""
    if isinstance(model, CloseEye):
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
        path: where to.
        example: an input of its form, or all of its inputs.
        names: of the inputs and of the outputs.
        axes: names of the dimensions that may differ from the example's.
    """
    examples = example if isinstance(example, tuple) else (example,)
    torch.onnx.export(
        model.cpu().eval(),
        examples,
        str(path),
        opset_version=_OPSET,
        input_names=names[: len(examples)],
        output_names=names[len(examples) :],
        dynamic_axes=dict.fromkeys(names, axes),
        dynamo=False,
    )


def halve(path: Path) -> None:
    """Keep a file's weights as half floats, cast back where they are used: half the size, and logits differ by 1e-3."""
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
