"""``python -m vision.networks.prepare``: compiles the shipped networks for this processor, so that they load faster.

``make`` does so when it installs Longhouse; no command of Longhouse writes there.
"""

from __future__ import annotations

from pathlib import Path

from vision.networks.compiled import COMPILED, compiled_file
from vision.networks.models import options_of, shipped_weights
from vision.networks.runtime import compiled_from_onnx


def prepare(folder: Path = COMPILED) -> None:
    """Compile the shipped networks into a folder, and remove what it holds of others."""
    folder.mkdir(exist_ok=True)
    kept = set()
    for weights in shipped_weights().iterdir():
        if not weights.name.endswith(".onnx"):
            continue
        onnx, options = weights.read_bytes(), options_of(weights.name)
        file = compiled_file(folder, onnx, options)
        begun = file.with_suffix(".begun")
        begun.write_bytes(compiled_from_onnx(onnx, options).export_model().getvalue())
        begun.replace(file)  # so that nobody reads half a file
        kept.add(file)
    for other in set(folder.iterdir()) - kept:
        other.unlink()


if __name__ == "__main__":
    prepare()
