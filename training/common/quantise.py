"""``python -m training.common.quantise FLOAT.onnx SHIPPED.onnx``: a trained network with weights and sums of 8 bits.

It works three times as fast and takes a quarter of the space. Ranges are measured on made pictures by NNCF's
post-training quantisation (Jacob et al. 2018, "Quantization and training of neural networks for efficient
integer-arithmetic-only inference"): weights by channel, activations by layer. Floats stay in the first two
convolutions, where a third of the error came from, and in the conclusions at a network's end; both cost little time.
NNCF's correction of biases is left out, since what the networks say differed by half as much again with it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx

from training.closeup_net.feed import Traced
from training.closeup_net.samples import samples_of
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.without_telemetry import import_without_telemetry

_PICTURES, _SIDE = 40, 512
_TOGETHER = 16
"""Close-ups shown at once."""
_EXACT = 2
"""Of the convolutions, these first ones keep floats."""
_TRACED = 800
"""Path-traced close-ups shown, where there are any."""


def main() -> None:
    """Read the options and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("float", type=Path, help="as train, closeup_train or closeup_covered write it")
    parser.add_argument("shipped", type=Path, help="where to")
    parser.add_argument("--traced", type=Path, help="folder of path-traced close-ups to show as well")
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model, rng = onnx.load(str(options.float)), np.random.default_rng(options.seed)
    name = model.graph.input[0].name
    shown = _closeups(rng, options.traced) if name == "closeups" else _pictures(rng)
    onnx.save(_quantised(model, [{name: blob} for blob in shown]), str(options.shipped))


def _quantised(model: onnx.ModelProto, shown: list[dict[str, np.ndarray]]) -> onnx.ModelProto:
    nncf = import_without_telemetry("nncf")
    first = [node.name for node in model.graph.node if node.op_type == "Conv"][:_EXACT]
    return nncf.quantize(
        model,
        nncf.Dataset(shown),
        subset_size=len(shown),
        preset=nncf.QuantizationPreset.MIXED,
        ignored_scope=nncf.IgnoredScope(names=first, types=["Gemm"], validate=False),
        advanced_parameters=nncf.AdvancedQuantizationParameters(disable_bias_correction=True),
    )


def _pictures(rng: np.random.Generator) -> list[np.ndarray]:
    """Return made pictures as the eyes take them."""
    options = [
        SceneOptions(pitch=(24.0, 100.0), printing=usual_printing(rng) if n % 4 else None, empty=0.05)
        for n in range(_PICTURES)
    ]
    return [cv2.dnn.blobFromImage(make_picture(rng, _SIDE, _SIDE, scene).image, 1 / 255) for scene in options]


def _closeups(rng: np.random.Generator, traced: Path | None) -> list[np.ndarray]:
    """Return batches of close-ups of made and, where given, of path-traced pictures as the other network takes them."""
    cut = []
    for _ in range(_PICTURES // 2):
        scene = SceneOptions(pitch=(46.0, 170.0), printing=usual_printing(rng), empty=0.0)
        samples = samples_of(rng, make_picture(rng, _SIDE, _SIDE, scene))
        if samples is not None:
            cut.append(samples.closeups)
    if traced is not None:
        cut.append(Traced(traced).draw_closeups(rng, _TRACED).closeups)
    mixed = rng.permutation(np.concatenate(cut))
    batches = [mixed[start : start + _TOGETHER] for start in range(0, len(mixed) - _TOGETHER + 1, _TOGETHER)]
    return [cv2.dnn.blobFromImages(list(batch), 1 / 255) for batch in batches]


if __name__ == "__main__":
    main()
