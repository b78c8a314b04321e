"""Small networks in ONNX files that ship with the package, run by OpenVINO on the processor."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

import cv2
import numpy as np


@dataclass(frozen=True, eq=False)
class Network:
    """A loaded network; safe to share between threads, which then take turns.

    Attributes:
        request: OpenVINO's ``InferRequest``, which keeps its working memory from one question to the next.
    """

    request: Any
    lock: threading.Lock = field(default_factory=threading.Lock)

    def asked(self, blob: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return what the network says of ``blob``, float32 as its ONNX file wants it: its outputs in their order."""
        with self.lock:
            said = self.request.infer({0: np.ascontiguousarray(blob)}, share_inputs=True)
            return tuple(said[k] for k in range(len(said)))


def load_network(file: Traversable) -> Network:
    """Load an ONNX file, one of a package's or any other."""
    import openvino  # takes a third of a second, which commands that look at nothing need not wait

    core = openvino.Core()
    compiled = core.compile_model(core.read_model(file.read_bytes()), "CPU", _settings())
    return Network(compiled.create_infer_request())


def _settings() -> dict[str, Any]:
    """As many threads as OpenCV takes, free to move, since others work here, too; and the same sums everywhere.

    Left to itself OpenVINO rounds to bfloat16 on processors that know it, and answers would differ between machines.
    """
    return {"INFERENCE_NUM_THREADS": cv2.getNumThreads(), "ENABLE_CPU_PINNING": False,
            "INFERENCE_PRECISION_HINT": "f32"}  # fmt: skip
