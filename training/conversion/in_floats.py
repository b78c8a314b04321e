"""Runs quantised networks in floats, as a reference: products of 8-bit numbers are added without overflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx


def outputs_in_floats(
    model: onnx.ModelProto, calibration: Sequence[Mapping[str, np.ndarray]]
) -> list[list[np.ndarray]]:
    """Return a network's outputs for each of the inputs, in the order of the file."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # An optimised network would be calculated in 8 bits again.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return [session.run(None, dict(inputs)) for inputs in calibration]
