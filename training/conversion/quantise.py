"""``python -m training.conversion.quantise FLOAT.onnx SHIPPED.onnx``: quantise a trained network to 8 bits.

The quantised network is four times as fast and a quarter of the size. NNCF calibrates the ranges on synthetic pictures
(`by_nncf`). For the first two convolutions, where this caused a third of the error, `first_layers` finds better ranges.
`without_overflow` keeps processors without VNNI from clipping sums, so that all give the same outputs.
Outputs of the scene network that reading a board does not need become an output of their own, so that they need not be
computed.

A file that NNCF has quantised already, such as an earlier shipped one, gets only what it lacks.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import numpy_helper

from training.closeup_net.samples import samples_of
from training.closeup_net.traced_closeups import TracedCloseups
from training.conversion.by_nncf import convolutions, quantised_by_nncf
from training.conversion.first_layers import has_8_bits_first, quantise_first_layers
from training.conversion.without_overflow import without_overflow
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.networks import channels

_PICTURES, _SIDE = 40, 512
"""Synthetic calibration pictures, and their width and height, pixels."""
_BATCH = 16
"""Close-ups in a calibration batch."""
_FLOAT_CONVOLUTIONS = 2
"""Number of first convolutions that stay in float32."""
_MAX_TRACED_CLOSEUPS = 800
"""Path-traced close-ups added to the calibration set, if there are any."""


def main() -> None:
    """Parse the options and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("float", type=Path, help="ONNX of training.scene_net.train or closeup_net.train")
    parser.add_argument("shipped", type=Path, help="quantised ONNX file to write")
    parser.add_argument("--traced", type=Path, help="folder of path-traced close-ups to calibrate on, too")
    parser.add_argument("--seed", type=int, default=77, help="of the pictures that it is calibrated on")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model, rng = onnx.load(str(options.float)), np.random.default_rng(options.seed)
    name = model.graph.input[0].name
    calibration = _closeups(rng, options.traced) if name == "closeups" else _pictures(rng)
    onnx.save(_shipped(model, [{name: blob} for blob in calibration]), str(options.shipped))


def _shipped(model: onnx.ModelProto, calibration: list[dict[str, np.ndarray]]) -> onnx.ModelProto:
    """Return the network in 8 bits; the scene network's outputs that reading a board does not need are apart."""
    if not any(node.op_type == "QuantizeLinear" for node in model.graph.node):
        model = quantised_by_nncf(model, calibration, convolutions(model)[:_FLOAT_CONVOLUTIONS])
    if not has_8_bits_first(model):
        model = quantise_first_layers(model, calibration)
        if model.graph.output[0].name == "maps":
            _split_channels(model, channels.BOARD_COUNT)
    shipped = without_overflow(model, calibration)
    onnx.checker.check_model(shipped)
    return shipped


def _split_channels(model: onnx.ModelProto, count: int) -> None:
    """Split a network's output, which its last convolution makes, in place: the first channels, and the others."""
    graph = model.graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    last = graph.node[-1]
    dequantise = next(node for node in graph.node if last.input[1] in node.output)
    weights = last.input[1].removeprefix("dq_output_").removesuffix("_1")
    others = {name: name.replace(weights, f"{weights}_more") for name in (*dequantise.input, last.input[1])}
    others[last.input[2]] = f"{last.input[2]}_more"
    for name in (*dequantise.input, last.input[2]):
        values = numpy_helper.to_array(tensors[name])
        tensors[name].CopyFrom(numpy_helper.from_array(values[:count].copy(), name))
        graph.initializer.append(numpy_helper.from_array(values[count:].copy(), others[name]))
    for node in (dequantise, last):
        copy = graph.node.add()
        copy.CopyFrom(node)
        copy.name += "_more"
        copy.input[:] = [others.get(name, name) for name in node.input]
        copy.output[:] = [others.get(name, f"{name}_more") for name in node.output]
    more = graph.output.add()
    more.CopyFrom(graph.output[0])
    more.name = f"{graph.output[0].name}_more"
    channels_in = graph.output[0].type.tensor_type.shape.dim[1], more.type.tensor_type.shape.dim[1]
    channels_in[1].dim_value = channels_in[0].dim_value - count
    channels_in[0].dim_value = count


def _pictures(rng: np.random.Generator) -> list[np.ndarray]:
    """Return synthetic pictures as inputs (1, 3, h, w) of the scene network."""
    options = [
        SceneOptions(pitch=(24.0, 100.0), printing=usual_printing(rng) if n % 4 else None, empty=0.05)
        for n in range(_PICTURES)
    ]
    return [cv2.dnn.blobFromImage(make_picture(rng, _SIDE, _SIDE, scene).image, 1 / 255) for scene in options]


def _closeups(rng: np.random.Generator, traced: Path | None) -> list[np.ndarray]:
    """Return batches of synthetic and path-traced close-ups as inputs (n, 4, SIZE, SIZE) of the close-up network."""
    cut = []
    for _ in range(_PICTURES // 2):
        scene = SceneOptions(pitch=(46.0, 170.0), printing=usual_printing(rng), empty=0.0)
        samples = samples_of(rng, make_picture(rng, _SIDE, _SIDE, scene))
        if samples is not None:
            cut.append(samples.closeups)
    if traced is not None:
        cut.append(TracedCloseups(traced).draw(rng, _MAX_TRACED_CLOSEUPS).closeups)
    mixed = rng.permutation(np.concatenate(cut))
    batches = [mixed[start : start + _BATCH] for start in range(0, len(mixed) - _BATCH + 1, _BATCH)]
    return [cv2.dnn.blobFromImages(list(batch), 1 / 255) for batch in batches]


if __name__ == "__main__":
    main()
