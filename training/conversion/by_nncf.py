"""Post-training quantisation to 8 bits by NNCF (Jacob et al. 2018).

"Quantization and training of neural networks for efficient integer-arithmetic-only inference": ranges are calibrated on
examples, those of weights by channel and those of activations by layer. Fully connected layers stay in float32; they
cost little time. NNCF's bias correction is off, because it increased the deviation of the scene network's outputs by
half.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import onnx

from vision.networks.without_telemetry import import_without_telemetry


def convolutions(model: onnx.ModelProto) -> list[str]:
    """Return the names of a network's convolutions, in order."""
    return [node.name for node in model.graph.node if node.op_type == "Conv"]


def quantised_by_nncf(
    model: onnx.ModelProto, calibration: Sequence[dict[str, np.ndarray]], floats: Collection[str]
) -> onnx.ModelProto:
    """Return the network with its convolutions in 8 bits.

    Args:
        model: with weights in float32.
        calibration: inputs by name.
        floats: names of convolutions that stay in float32.
    """
    nncf = import_without_telemetry("nncf")
    return nncf.quantize(
        model,
        nncf.Dataset(calibration),
        subset_size=len(calibration),
        preset=nncf.QuantizationPreset.MIXED,
        ignored_scope=nncf.IgnoredScope(names=list(floats), types=["Gemm", "MatMul"], validate=False),
        advanced_parameters=nncf.AdvancedQuantizationParameters(disable_bias_correction=True),
    )
