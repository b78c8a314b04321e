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

    def infer(self, *blobs: np.ndarray, batch: int = 1, axis: int = 0) -> tuple[np.ndarray, ...]:
        """Return what the network says of ``blobs``, float32 as its ONNX file wants them: its outputs in order.

        Args:
            blobs: the inputs.
            batch: the items are filled up with blank ones (zeros) to a multiple of this, which the outputs leave out
                again: OpenVINO compiles a network anew for each number of items that it has not met.
            axis: the axis along which all inputs and outputs hold the items.
        """
        count = blobs[0].shape[axis]
        inputs = {k: np.ascontiguousarray(_filled_up(blob, -count % batch, axis)) for k, blob in enumerate(blobs)}
        request = self.request.result()
        with self.lock:
            said = request.infer(inputs, share_inputs=True)
            outputs = tuple(said[k] for k in range(len(said)))
        return outputs if count % batch == 0 else tuple(out[(slice(None),) * axis + (slice(count),)] for out in outputs)


def _filled_up(blob: np.ndarray, blank: int, axis: int) -> np.ndarray:
    """Return the array with this many items of zeros after its own."""
    return blob if blank == 0 else np.pad(blob, [(0, blank if k == axis else 0) for k in range(blob.ndim)])


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
