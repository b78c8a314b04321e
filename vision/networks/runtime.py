"""Runs small networks in ONNX format with OpenVINO on the processor."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from vision.networks.compiled import COMPILED, CompileOptions, compiled_file
from vision.networks.without_telemetry import import_runtime

_DEFAULTS = CompileOptions()
_CACHE_CAPACITY = 300
"""Parts of networks, compiled for inputs of one size, that OpenVINO and oneDNN keep each: those of about 15 sizes. By
default they keep all that 64 photos need, at 2 MB a size; a size that is not kept takes 7 to 10 ms more."""


@dataclass(frozen=True, eq=False)
class Network:
    """A network; safe to share between threads, whose inferences run one after the other.

    Attributes:
        request: OpenVINO's ``InferRequest``, which keeps its working memory between inferences; pending while the
            network is being loaded.
        batch: number of items for which the network was compiled; ``None`` if it takes any number.
    """

    request: Future[Any]
    batch: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def infer(
        self, *blobs: np.ndarray, batch: int | None = None, multiple: int = 1, axis: int = 0
    ) -> tuple[np.ndarray, ...]:
        """Return the network's outputs, in the order of its ONNX file.

        OpenVINO compiles the network again for every new number of items, which takes about as long as inferring eight
        of them, so that a network should see few different numbers.

        Args:
            blobs: the inputs, float32 or pixels, in the order of the ONNX file.
            batch: this many items, along the first axis, are inferred at a time, by themselves; the last ones are
                padded with zeros, whose outputs are removed. By default it is the number for which the network was
                compiled, and if that is any, all are inferred together.
            multiple: where all are inferred together, they are padded to a multiple of this number.
            axis: the axis of the items, the same for all inputs and outputs; 0 with ``batch``.
        """
        batch = self.batch if batch is None else batch
        if batch is None:
            return self._infer(blobs, multiple, axis)
        starts = range(0, max(1, len(blobs[0])), batch)  # without items one empty batch tells the outputs' shapes
        parts = [self._infer([blob[start : start + batch] for blob in blobs], batch, 0) for start in starts]
        return parts[0] if len(parts) == 1 else tuple(map(np.concatenate, zip(*parts, strict=True)))

    def _infer(self, blobs: Sequence[np.ndarray], multiple: int, axis: int) -> tuple[np.ndarray, ...]:
        """Infer all items at once, padded to a multiple; see `infer`."""
        count = blobs[0].shape[axis]
        missing = -count % multiple if count else multiple
        inputs = {k: np.ascontiguousarray(_padded(blob, missing, axis)) for k, blob in enumerate(blobs)}
        request = self.request.result()
        with self.lock:
            results = request.infer(inputs, share_inputs=True)
            outputs = tuple(results[k] for k in range(len(results)))
        kept = (slice(None),) * axis + (slice(count),)
        return outputs if not missing else tuple(out[kept] for out in outputs)


def _padded(blob: np.ndarray, items: int, axis: int) -> np.ndarray:
    """Return the array with this many items of zeros appended along an axis."""
    return blob if items == 0 else np.pad(blob, [(0, items if k == axis else 0) for k in range(blob.ndim)])


def load_network(
    file: Traversable, options: CompileOptions = _DEFAULTS, loader: Executor | None = None, compiled: Path = COMPILED
) -> Network:
    """Start to load an ONNX file in another thread; the first inference waits until that is done.

    Args:
        file: the ONNX file.
        options: how it is compiled.
        loader: the thread that loads it; one of its own by default.
        compiled: the folder in which it may lie compiled, see `vision.networks.compiled`.
    """
    thread = ThreadPoolExecutor(1) if loader is None else loader
    loading = thread.submit(_request, file, options, compiled)
    if loader is None:
        thread.shutdown(wait=False)
    return Network(loading, options.batch)


def _request(file: Traversable, options: CompileOptions, compiled: Path) -> Any:
    onnx = file.read_bytes()
    network = _compiled_before(compiled_file(compiled, onnx, options)) or compiled_from_onnx(onnx, options)
    return network.create_infer_request()


def _compiled_before(file: Path) -> Any:
    """Return the network that was compiled into a file; None without one, and if it is of no use here."""
    try:
        return _openvino().Core().import_model(file.read_bytes(), "CPU", _settings())
    except (OSError, RuntimeError):
        return None


def compiled_from_onnx(onnx: bytes, options: CompileOptions) -> Any:
    """Return OpenVINO's ``CompiledModel`` of the contents of an ONNX file."""
    openvino = _openvino()
    core = openvino.Core()
    model = core.read_model(onnx)
    if options.outputs is not None:
        inner = [tensor.get_node() for tensor in model.add_outputs(list(options.inner))]
        model = openvino.Model([*model.get_results()[: options.outputs], *inner], model.get_parameters())
    if options.batch is not None:
        model.reshape({port: [options.batch, *list(port.partial_shape)[1:]] for port in model.inputs})
    if options.pixels:
        model = _taking_pixels(openvino, model)
    return core.compile_model(model, "CPU", _settings())


def _openvino() -> ModuleType:
    """Return OpenVINO; imported late, since it is slow: commands that read no photo need not wait for it."""
    # OpenVINO has no setting for the cache of oneDNN, which reads the variable when it first compiles anything.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", str(_CACHE_CAPACITY))
    return import_runtime()


def _taking_pixels(openvino: Any, model: Any) -> Any:
    """Return the model with a first input of uint8 pixels, see `CompileOptions`."""
    steps = openvino.preprocess.PrePostProcessor(model)
    steps.input(0).tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    steps.input(0).model().set_layout(openvino.Layout("NCHW"))
    steps.input(0).preprocess().convert_element_type(openvino.Type.f32).scale(255.0)
    return steps.build()


def _settings() -> dict[str, Any]:
    """Return OpenVINO's settings: OpenCV's number of threads, not pinned to cores, float32 arithmetic, little kept.

    By default OpenVINO rounds to bfloat16 on processors that support it, so that readings would differ between
    machines. Threads that are pinned to cores cannot give way to other processes.
    """
    return {"INFERENCE_NUM_THREADS": cv2.getNumThreads(), "ENABLE_CPU_PINNING": False,
            "INFERENCE_PRECISION_HINT": "f32", "CPU_RUNTIME_CACHE_CAPACITY": _CACHE_CAPACITY}  # fmt: skip
