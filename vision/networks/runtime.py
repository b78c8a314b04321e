"""Small networks in ONNX files that ship with the package, run by OpenVINO on the processor."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

import cv2
import numpy as np

from vision.networks.without_telemetry import import_without_telemetry


@dataclass(frozen=True, eq=False)
class Network:
    """A network; safe to share between threads, which then take turns.

    Attributes:
        request: OpenVINO's ``InferRequest``, which keeps its working memory from one question to the next, once loaded.
    """

    request: Future[Any]
    lock: threading.Lock = field(default_factory=threading.Lock)

    def asked(self, *blobs: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return what the network says of ``blobs``, float32 as its ONNX file wants them: its outputs in order."""
        request = self.request.result()
        with self.lock:
            said = request.infer({k: np.ascontiguousarray(blob) for k, blob in enumerate(blobs)}, share_inputs=True)
            return tuple(said[k] for k in range(len(said)))


def load_network(file: Traversable) -> Network:
    """Begin to load an ONNX file, one of a package's or any other; whoever asks first waits until that is done.

    It takes a third of a second, in which a photo can be decoded or another network be loaded.
    """
    loader = ThreadPoolExecutor(1)
    loading = loader.submit(_request, file)
    loader.shutdown(wait=False)
    return Network(loading)


def _request(file: Traversable) -> Any:
    openvino = import_without_telemetry("openvino")  # takes long, too; commands that read no photo need not wait for it
    core = openvino.Core()
    return core.compile_model(core.read_model(file.read_bytes()), "CPU", _settings()).create_infer_request()


def _settings() -> dict[str, Any]:
    """As many threads as OpenCV takes, free to move, since others work here, too; and the same sums everywhere.

    Left to itself OpenVINO rounds to bfloat16 on processors that know it, and answers would differ between machines.
    """
    return {"INFERENCE_NUM_THREADS": cv2.getNumThreads(), "ENABLE_CPU_PINNING": False,
            "INFERENCE_PRECISION_HINT": "f32"}  # fmt: skip
