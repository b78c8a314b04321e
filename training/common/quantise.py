"""``python -m training.common.quantise FLOAT.onnx SHIPPED.onnx``: quantise a trained network to 8 bits.

The quantised network is three times as fast and a quarter of the size. NNCF's post-training quantisation (Jacob et al.
2018, "Quantization and training of neural networks for efficient integer-arithmetic-only inference") calibrates the
ranges on synthetic pictures: weights by channel, activations by layer. The first two convolutions, which caused a third
of the error, and the fully connected layers stay in float32; both cost little time. NNCF's bias correction is off,
because it increased the deviation of the outputs by half.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx

from training.closeup_net.feed import TracedCloseups
from training.closeup_net.samples import samples_of
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.without_telemetry import import_without_telemetry

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
    parser.add_argument(
        "float", type=Path, help="ONNX of training.scene_net.train, closeup_net.train or closeup_net.train_covered"
    )
    parser.add_argument("shipped", type=Path, help="quantised ONNX file to write")
    parser.add_argument("--traced", type=Path, help="folder of path-traced close-ups to calibrate on, too")
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model, rng = onnx.load(str(options.float)), np.random.default_rng(options.seed)
    name = model.graph.input[0].name
    calibration = _closeups(rng, options.traced) if name == "closeups" else _pictures(rng)
    onnx.save(_quantised(model, [{name: blob} for blob in calibration]), str(options.shipped))


def _quantised(model: onnx.ModelProto, calibration: list[dict[str, np.ndarray]]) -> onnx.ModelProto:
    nncf = import_without_telemetry("nncf")
    first = [node.name for node in model.graph.node if node.op_type == "Conv"][:_FLOAT_CONVOLUTIONS]
    return nncf.quantize(
        model,
        nncf.Dataset(calibration),
        subset_size=len(calibration),
        preset=nncf.QuantizationPreset.MIXED,
        ignored_scope=nncf.IgnoredScope(names=first, types=["Gemm"], validate=False),
        advanced_parameters=nncf.AdvancedQuantizationParameters(disable_bias_correction=True),
    )


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
