"""``python -m training.conversion.to_onnx WEIGHTS ONNX``: trained weights to ONNX."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from training.closeup_net.model import CloseupNet
from training.common.export import export
from training.context_net.model import ContextNet
from training.scene_net.model import SceneNet


def main() -> None:
    """Parse the options and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="trained weights (.pt)")
    parser.add_argument("onnx", type=Path, help="file to write")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--closeups", action="store_true", help="the weights are those of the close-up network")
    other.add_argument("--context", action="store_true", help="the weights are those of the context network")
    options = parser.parse_args()
    model = CloseupNet() if options.closeups else ContextNet() if options.context else SceneNet()
    model.load_state_dict(torch.load(options.weights, map_location="cpu"))
    export(model, model.onnx_form(), options.onnx)


if __name__ == "__main__":
    main()
