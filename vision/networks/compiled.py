"""Networks that were compiled beforehand, when Longhouse was installed: they load in a quarter of the time.

OpenVINO compiles for the instructions of one processor, and refuses what another of its versions or another sort of
processor has compiled. Then, and wherever nothing was compiled, a network is compiled from its ONNX file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

COMPILED = Path(__file__).with_name("prepared")
"""Folder of the compiled networks; it is not there where nothing was compiled."""


@dataclass(frozen=True)
class CompileOptions:
    """How a network is compiled.

    Attributes:
        outputs: number of outputs, the first of the ONNX file, that are computed; all by default.
        batch: number of items for which the network is compiled; it then takes a fifth less time for an item, and
            needs no more time for the first ones. By default it takes any number.
        pixels: whether the first input takes (n, h, w, c) uint8 instead of (n, c, h, w) float32, 0..1. Converted within
            the network they need a sixth less memory.
        inner: names of tensors within the network that are returned after its outputs.
    """

    outputs: int | None = None
    batch: int | None = None
    pixels: bool = False
    inner: tuple[str, ...] = ()


def compiled_file(folder: Path, onnx: bytes, options: CompileOptions) -> Path:
    """Return the file in a folder in which a network is kept compiled; other weights have another file.

    Args:
        folder: ``COMPILED``, or another.
        onnx: the contents of the network's ONNX file.
        options: how it is compiled.
    """
    digest = hashlib.sha256(repr(options).encode() + onnx).hexdigest()
    return folder / f"{digest[:32]}.blob"
