"""``python -m vision.training.export WEIGHTS ONNX``: trained weights to the file that OpenCV runs."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision import channels
from vision.training.model import Eye


def export(model: Eye, path: Path) -> None:
    """Write the model as ONNX (opset 13, free height and width)."""
    model = model.cpu().eval()
    example = torch.zeros(1, 3, 8 * channels.MULTIPLE, 10 * channels.MULTIPLE)
    torch.onnx.export(
        model,
        (example,),
        str(path),
        opset_version=13,
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": {0: "n", 2: "h", 3: "w"}, "maps": {0: "n", 2: "h2", 3: "w2"}},
        dynamo=False,
    )


def main() -> None:
    """Read the two paths and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("onnx", type=Path)
    options = parser.parse_args()
    model = Eye()
    model.load_state_dict(torch.load(options.weights, map_location="cpu"))
    export(model, options.onnx)


if __name__ == "__main__":
    main()
