"""``python -m training.conversion.quantise_looks FLOAT.onnx SHIPPED.onnx --sets DIR``: the network of looks.

It is quantised to 8 bits but for its first convolution, whose input mixes log light with flags. On 144 made pieces its
numbers then differ by 0.08 (root mean square; their standard deviation is 0.98), with that one in 8 bits as well by
0.63, in the same time, which is half of that in float32.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx

from training.common.stored import read_stored
from training.conversion.by_nncf import convolutions, quantised_by_nncf
from training.conversion.without_overflow import without_overflow
from training.look_net.samples import TablePieces
from vision.pieces.looks import SIDE

_BATCH, _BATCHES = 24, 17
"""Pieces in a calibration batch, and batches."""


def main() -> None:
    """Parse the options and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("float", type=Path, help="ONNX of training.look_net.train")
    parser.add_argument("shipped", type=Path, help="quantised ONNX file to write")
    parser.add_argument("--sets", type=Path, required=True, help="folder of training.look_net.samples")
    options = parser.parse_args()
    tables = read_stored(TablePieces, options.sets, "training.look_net.samples")
    calibration = _calibration(tables.pieces, np.random.default_rng(0))
    onnx.save(quantised(onnx.load(str(options.float)), calibration), str(options.shipped))


def quantised(model: onnx.ModelProto, calibration: list[dict[str, np.ndarray]]) -> onnx.ModelProto:
    """Return the network in 8 bits, given its weights in float32 and batches of its ``pieces``."""
    return without_overflow(quantised_by_nncf(model, calibration, convolutions(model)[:1]), calibration)


def _calibration(pieces: np.ndarray, rng: np.random.Generator) -> list[dict[str, np.ndarray]]:
    """Return batches of pieces drawn at random from (n, s, s, PLANES) uint8 ones, without their margins."""
    margin = (pieces.shape[1] - SIDE) // 2
    inner = slice(margin, margin + SIDE)
    chosen = np.sort(rng.permutation(len(pieces))[: _BATCH * _BATCHES])
    planes = pieces[chosen, inner, inner].transpose(0, 3, 1, 2).astype(np.float32) / 255
    return [{"pieces": planes[start : start + _BATCH]} for start in range(0, len(planes), _BATCH)]


if __name__ == "__main__":
    main()
