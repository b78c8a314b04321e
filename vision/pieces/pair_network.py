"""Whether several things stand on one cell, which the rules forbid but for a longhouse on a Home rune.

The close look hardly ever met two on one cell, and takes them for one: of 95 pairs in made photos it told 2. A small
network looks at what it made out, and at the cell itself, for nothing else; see `training.pair_net.model`.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.networks.activations import channel_softmax, sigmoid, softmax
from vision.networks.closeup_channels import COUNTS, MAP_COUNT, STRIDE
from vision.networks.runtime import Network
from vision.pieces.closeups import CHANNELS, SIZE

GRID = SIZE // STRIDE
PLANES = CHANNELS + MAP_COUNT
"""What is seen of a cell: the close-up's channels, and what the close look says of its pixels."""
FACTS = COUNTS.stop
"""What is said of the whole cell: the probabilities of how many of each kind stand there."""
Content = tuple[int, int, int]
"""How many vikings, longhouses and stones stand on one cell."""
CONTENTS: tuple[Content, ...] = ((2, 0, 0), (1, 1, 0), (0, 2, 0), (0, 1, 1), (1, 0, 1), (0, 0, 2))
"""Which two things may share a cell."""
_BATCH = 8
"""Least number of items for which the network is compiled, and the steps in which that grows."""


def paired(
    network: Network, closeups: Sequence[np.ndarray], maps: Sequence[np.ndarray], counts: Sequence[np.ndarray]
) -> np.ndarray:
    """Return how likely (n, 6) n cells hold each of ``CONTENTS``, were two things as usual as none and one.

    Args:
        network: the one that tells pairs.
        closeups: (SIZE, SIZE, 4) uint8 each.
        maps: (MAP_COUNT, GRID, GRID) each, the close look's logits.
        counts: (3, 3) each, the probabilities of none, one and several of each kind.
    """
    if not len(closeups):
        return np.empty((0, len(CONTENTS)))
    shown = np.array([planes_of(*both) for both in zip(closeups, maps, strict=True)])
    facts = np.reshape(counts, (-1, FACTS)).astype(np.float32)
    (told,) = network.infer(shown, facts, batch=_BATCH)
    several, contents = sigmoid(told[:, :1]), softmax(told[:, 1:])
    return np.asarray(several * contents)


def planes_of(closeup: np.ndarray, maps: np.ndarray) -> np.ndarray:
    """Return the (PLANES, GRID, GRID) float32 0..1 that the network sees of one cell."""
    small = cv2.resize(closeup, (GRID, GRID), interpolation=cv2.INTER_AREA).transpose(2, 0, 1) / np.float32(255)
    kinds, foot = channel_softmax(maps[:-1]).transpose(2, 0, 1), sigmoid(maps[-1:])
    return np.concatenate([small, kinds, foot]).astype(np.float32)
