"""Writes networks as ONNX files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from training.common.onnx_form import OnnxForm

HALF = "_half"
"""Suffix of the names of weights that are stored as float16."""
_ONNX_OPSET = 13


def export(model: nn.Module, form: OnnxForm, path: Path) -> None:
    """Write a network as an ONNX file of this form."""
    examples = form.example if isinstance(form.example, tuple) else (form.example,)
    torch.onnx.export(
        model.cpu().eval(),
        examples,
        str(path),
        opset_version=_ONNX_OPSET,
        input_names=form.names[: len(examples)],
        output_names=form.names[len(examples) :],
        dynamic_axes=dict.fromkeys(form.names, form.axes),
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
            tensor.CopyFrom(numpy_helper.from_array(half, f"{name}{HALF}"))
            casts.append(helper.make_node("Cast", [f"{name}{HALF}"], [name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
    onnx.save(model, str(path))
