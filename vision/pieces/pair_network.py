"""Detection of two pieces on one cell, which the rules forbid except for a longhouse on a Home rune.

The close-up network met few such cells in training and takes two pieces for one: of 95 pairs in synthetic photos it
read 2. A small network decides this alone, from the close-up network's outputs and the close-up itself; see
`training.pair_net.model`.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks.activations import sigmoid, softmax
from vision.networks.closeup_channels import COUNTS, MAP_COUNT, STRIDE
from vision.networks.runtime import Network
from vision.pieces.closeups import CHANNELS, SIZE

GRID = SIZE // STRIDE
PLANES = CHANNELS + MAP_COUNT
"""Input planes of a cell: the close-up's channels and the close-up network's maps."""
CELL_INPUTS = COUNTS.stop
"""Further inputs of a cell: the probabilities of the counts of each kind."""
Content = tuple[int, int, int]
"""Numbers of vikings, longhouses and stones on one cell."""
PAIRS: tuple[Content, ...] = ((2, 0, 0), (1, 1, 0), (0, 2, 0), (0, 1, 1), (1, 0, 1), (0, 0, 2))
"""Possible pairs on one cell."""
HOUSE_ON_STONE = PAIRS.index((0, 1, 1))
_BATCH = 8
"""Cells in one batch: a fixed number, so that the network is compiled once."""


def pair_probabilities(network: Network, closeups: np.ndarray, maps: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return (n, 6) probabilities of ``PAIRS`` on n cells, for pairs as frequent as in training.

    Args:
        network: the pair network.
        closeups: (n, SIZE, SIZE, 4) uint8.
        maps: (n, MAP_COUNT, GRID, GRID) logits of the close-up network.
        counts: (n, 3, 3) probabilities of none, one and several of each kind.
    """
    if not len(closeups):
        return np.empty((0, len(PAIRS)))
    cell_inputs = np.reshape(counts, (-1, CELL_INPUTS)).astype(np.float32)
    (logits,) = network.infer(pair_planes(closeups, maps), cell_inputs, batch=_BATCH)
    several, contents = sigmoid(logits[:, :1]), softmax(logits[:, 1:])
    return np.asarray(several * contents)


def pair_planes(closeups: np.ndarray, maps: np.ndarray) -> np.ndarray:
    """Return the (n, PLANES, GRID, GRID) float32 input planes, 0..1, of n cells; see `pair_probabilities`."""
    planes = np.empty((len(closeups), PLANES, GRID, GRID), np.float32)
    for own, closeup in zip(planes, closeups, strict=True):
        own[:CHANNELS] = cv2.resize(closeup, (GRID, GRID), interpolation=cv2.INTER_AREA).transpose(2, 0, 1)
    planes[:, :CHANNELS] /= 255
    planes[:, CHANNELS:-1] = softmax(maps[:, :-1], axis=1)
    planes[:, -1] = sigmoid(maps[:, -1])
    return planes
