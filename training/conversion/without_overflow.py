"""Keeps 8-bit convolutions from overflowing on processors without VNNI, so that readings are the same on all.

On x86 processors without AVX512-VNNI or AVX-VNNI, OpenVINO adds the products of two neighbouring input channels in 16
bits, with saturation. An activation has up to 255 and a weight up to 127, so that such a sum is clipped where both
weights are large: the outputs of the close-up network were then off by 11 % of their standard deviation. Weights of one
sign whose sum over each pair is at most 128 cannot overflow.

Each output's weights are therefore scaled down as far as its largest pair demands, and rounded anew in the order of
their columns, so that later columns make up for the rounding of earlier ones on typical inputs (GPTQ, Frantar et al.
2022, "GPTQ: Accurate post-training quantization for generative pre-trained transformers").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import helper, numpy_helper

from training.conversion.in_floats import outputs_in_floats

_MAX_PAIR = 128
"""Largest sum of the sizes of two neighbouring weights of one sign: times 255 it is less than 2 to the power of 15."""
_FREE = 2
"""Steps that are left free below ``_MAX_PAIR`` for what a rounding hands on to later weights."""
_SAMPLES = 6000
"""Places of the calibration inputs at which a layer's inputs are sampled."""
_DAMPING = 0.01
"""Share of the mean squared input that is added to each column's, so that columns of small inputs keep their weights.
As in the paper."""


def without_overflow(model: onnx.ModelProto, calibration: Sequence[Mapping[str, np.ndarray]]) -> onnx.ModelProto:
    """Return the network with 8-bit weights that no processor overflows on.

    Args:
        model: its convolutions are in 8 bits, or some of them.
        calibration: inputs by name.
    """
    changed = onnx.ModelProto.FromString(model.SerializeToString())
    graph = changed.graph
    stored = {tensor.name: tensor for tensor in graph.initializer}
    makers = {output: node for node in graph.node for output in node.output}
    layers = [layer for node in graph.node if (layer := _layer_of(node, makers, stored)) is not None]
    overflowing = [layer for layer in layers if (_peaks(_paired(layer.weights)) > _MAX_PAIR).any()]
    inputs = _sampled_inputs(model, overflowing, calibration)
    for layer, columns in zip(overflowing, inputs, strict=True):
        weights, factors = _rounded(layer.weights, columns)
        scale = numpy_helper.to_array(stored[layer.scale_name]) / factors
        _replace(stored[layer.name], weights)
        _replace(stored[layer.scale_name], scale.astype(np.float32))
    return changed


@dataclass(frozen=True, eq=False)
class _Layer:
    """A convolution with unsigned 8-bit inputs.

    Attributes:
        node: the convolution.
        name: of its weights' tensor.
        scale_name: of the tensor with their scales, one for each output.
        weights: (outputs, inputs, height, width) int8.
    """

    node: onnx.NodeProto
    name: str
    scale_name: str
    weights: np.ndarray


def _layer_of(
    node: onnx.NodeProto, makers: Mapping[str, onnx.NodeProto], stored: Mapping[str, onnx.TensorProto]
) -> _Layer | None:
    """Return a node's layer; None if it is no 8-bit convolution, or if its inputs are signed.

    For signed inputs the runtime halves the weights by itself.

    Args:
        node: of the network.
        makers: the node that makes each tensor, by the tensor's name.
        stored: the network's stored tensors by name.
    """
    weights = makers.get(node.input[1]) if node.op_type == "Conv" else None
    if weights is None or weights.op_type != "DequantizeLinear":
        return None
    inputs = makers.get(node.input[0])
    signed = inputs is not None and inputs.op_type == "DequantizeLinear"
    if signed and stored[inputs.input[2]].data_type == onnx.TensorProto.INT8:
        return None
    return _Layer(node, weights.input[0], weights.input[1], numpy_helper.to_array(stored[weights.input[0]]))


def _paired(weights: np.ndarray) -> np.ndarray:
    """Return (o, p, k, 2) float64 weights of pairs of neighbouring inputs at k places, from (o, i, height, width)."""
    outputs, inputs = weights.shape[:2]
    flat = weights.reshape(outputs, inputs, -1).astype(float)
    even = np.pad(flat, [(0, 0), (0, inputs % 2), (0, 0)])
    return np.ascontiguousarray(even.reshape(outputs, -1, 2, even.shape[2]).transpose(0, 1, 3, 2))


def _peaks(paired: np.ndarray) -> np.ndarray:
    """Return for each of o outputs the largest sum of the sizes of two weights of one sign, (o,)."""
    sums = np.stack([np.maximum(paired, 0).sum(axis=-1), np.maximum(-paired, 0).sum(axis=-1)])
    peaks: np.ndarray = sums.max(axis=(0, 2, 3))
    return peaks


def _rounded(weights: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a layer's int8 weights that cannot overflow, and the (o,) factors that they were scaled by.

    Args:
        weights: (o, i, height, width) int8.
        columns: (n, p, k, 2) inputs at n places, in the order of `_paired`.
    """
    paired = _paired(weights)
    outputs, shape = len(paired), paired.shape[1:]
    factors = np.minimum(1.0, (_MAX_PAIR - _FREE) / np.maximum(_peaks(paired), 1))
    wanted = paired.reshape(outputs, -1) * factors[:, None]
    upper = _inverse_root(columns.reshape(len(columns), -1))
    whole = np.zeros_like(wanted)
    for column in range(wanted.shape[1]):
        least, most = np.full(outputs, -127.0), np.full(outputs, 127.0)
        if column % 2:
            other = whole[:, column - 1]
            least = np.maximum(least, -_MAX_PAIR - np.minimum(other, 0))
            most = np.minimum(most, _MAX_PAIR - np.maximum(other, 0))
        whole[:, column] = np.clip(np.round(wanted[:, column]), least, most)
        error = (wanted[:, column] - whole[:, column]) / upper[column, column]
        wanted[:, column:] -= error[:, None] * upper[column, column:]
    inputs = weights.shape[1]
    unpaired = whole.reshape(outputs, *shape).transpose(0, 1, 3, 2).reshape(outputs, -1, shape[1])[:, :inputs]
    return unpaired.reshape(weights.shape).astype(np.int8), factors


def _inverse_root(columns: np.ndarray) -> np.ndarray:
    """Return the (m, m) upper triangular root of the inverse of the squares of (n, m) inputs, as GPTQ takes it."""
    squares = columns.T @ columns / len(columns)
    squares += np.eye(len(squares)) * (_DAMPING * np.diag(squares).mean() + 1e-12)
    root: np.ndarray = np.linalg.cholesky(np.linalg.inv(squares)).T
    return root


def _sampled_inputs(
    model: onnx.ModelProto, layers: Sequence[_Layer], calibration: Sequence[Mapping[str, np.ndarray]]
) -> list[np.ndarray]:
    """Return for each layer its (n, p, k, 2) float64 inputs at random places, in the order of `_paired`."""
    watched = onnx.ModelProto.FromString(model.SerializeToString())
    known = {output.name for output in watched.graph.output}
    for name in dict.fromkeys(layer.node.input[0] for layer in layers):
        if name not in known:
            watched.graph.output.append(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    at = [output.name for output in watched.graph.output]
    rng, most = np.random.default_rng(0), -(-_SAMPLES // len(calibration))
    parts: list[list[np.ndarray]] = [[] for _ in layers]
    for blobs in calibration:  # one at a time, since the inputs of all layers take much memory
        seen = dict(zip(at, outputs_in_floats(watched, [blobs])[0], strict=True))
        for part, layer in zip(parts, layers, strict=True):
            part.append(_columns(seen[layer.node.input[0]], layer, most, rng))
    return [np.concatenate(part) for part in parts]


def _columns(inputs: np.ndarray, layer: _Layer, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return what a layer sees of (n, i, h, w) inputs at ``count`` random places, in the order of `_paired`."""
    height, width = layer.weights.shape[2:]
    items = rng.integers(len(inputs), size=count)
    rows = rng.integers(inputs.shape[2] - height + 1, size=count)
    starts = rng.integers(inputs.shape[3] - width + 1, size=count)
    patches = np.stack(
        [inputs[n, :, y : y + height, x : x + width] for n, y, x in zip(items, rows, starts, strict=True)]
    )
    return _paired(patches)


def _replace(tensor: onnx.TensorProto, values: np.ndarray) -> None:
    tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values), tensor.name))
