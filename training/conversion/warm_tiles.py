"""``python -m training.conversion.warm_tiles ONNX WEIGHTS --tiles DIR``: the hidden-terrain network's initial weights.

They are taken from the shipped network, so that its training can go on with ``--start WEIGHTS``. Its normalisations,
which are folded into the convolutions there, are set to the identity on some tiles.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor

from training.conversion.warm import restore_blocks, weights_by_name
from training.hidden_terrain_net.model import HiddenTerrainNet
from training.hidden_terrain_net.samples import read_tiles

_TILES = 600
"""Tiles that set the normalisations."""


def main() -> None:
    """Parse the options and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("onnx", type=Path, help="shipped or trained network")
    parser.add_argument("weights", type=Path, help="file of the weights to write, for --start of the training")
    parser.add_argument("--tiles", type=Path, required=True, help="folder of training.hidden_terrain_net.samples")
    options = parser.parse_args()
    model = HiddenTerrainNet()
    transfer_tile_weights(model, onnx.load(str(options.onnx)), _planes(options.tiles))
    torch.save(model.state_dict(), options.weights)


def transfer_tile_weights(model: HiddenTerrainNet, learned: onnx.ModelProto, example: Tensor) -> None:
    """Copy the weights of an exported network into a model, in place.

    Args:
        model: the network.
        learned: as written by ``export`` or ``quantise_tiles``.
        example: (n, PLANE_COUNT, 49, 49) planes of tiles, which set its normalisations.
    """
    weights, own = weights_by_name(learned), model.state_dict()
    for node in learned.graph.node:
        if node.op_type == "MatMul":  # exported without a name, transposed, by a node that is called as its layer
            weights[node.name.strip("/").rpartition("/")[0].replace("/", ".") + ".weight"] = weights[node.input[1]].T
    for name, weight in own.items():
        if name in weights:
            weight.copy_(weights[name])
    folded = [(weights[n.input[1]], weights[n.input[2]]) for n in learned.graph.node if n.op_type == "Conv"]
    # The last convolution has no normalisation.
    restore_blocks(model, list(zip(model.blocks(), folded[:-1], strict=True)), example)


def _planes(folder: Path) -> Tensor:
    tiles = read_tiles(folder)
    return torch.from_numpy(tiles.planes(np.random.default_rng(0).permutation(len(tiles.land))[:_TILES]))


if __name__ == "__main__":
    main()
