"""The look of a piece: a descriptor by a trained network, near those of other pieces of its kind on one table.

The network was taught on synthetic tables, each with pieces of another workshop, in another light: there pieces of one
kind lie close together and those of different kinds far apart (prototypical networks, Snell et al. 2017). It sees the
piece upright, its colours only relative to the piece's own, where the close-up network takes it to be, and how the
table is foreshortened; see `training.look_net.model`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry.lattice import Cell, nearest_cell
from vision.networks.runtime import Network
from vision.pieces.closeups import CHANNELS, SIZE
from vision.pieces.detect import Piece
from vision.pieces.inspect_cells import CellInspection

SIDE = 48
"""Pixels of a close-up, along each side, in which a piece is looked at: more than half a pitch."""
PLANES = CHANNELS + 1
"""Channels of what the network takes: those of the close-up, and the probability of a piece."""
LOOK_COUNT = 24
"""Components of a descriptor."""
_MIN_RELATIVE_PROBABILITY = 0.3
"""Share of the highest probability of a piece below which a pixel does not move the middle; chosen by hand."""
_EMPTY_CELL = 0.9
"""Probability of an empty cell from which no piece is described: that of an eighth of the candidates, of which one in
sixty is a piece, and of one in 7 500 the joint model makes a viking or longhouse (11 930 of 390 synthetic boards)."""


def with_looks(network: Network, cells: Mapping[Cell, CellInspection], pieces: Sequence[Piece]) -> list[Piece]:
    """Return the candidates with their descriptors, but for those that share a cell or stand on one that seems empty.

    Args:
        network: the network of looks.
        cells: the inspections in which the candidates were found.
        pieces: the candidates.
    """
    on = [nearest_cell(piece.foot) for piece in pieces]
    number = Counter(on)
    alone = [k for k, cell in enumerate(on) if number[cell] == 1 and cells[cell].counts[:, 0].prod() < _EMPTY_CELL]
    seen = [cells[on[k]] for k in alone]
    looks = describe_looks(
        network,
        np.array([cell.closeup for cell in seen]),
        np.array([1 - cell.mask[..., 0] for cell in seen]),
    )
    described = dict(zip(alone, looks, strict=True))
    return [replace(piece, look=described[k]) if k in described else piece for k, piece in enumerate(pieces)]


def describe_looks(network: Network, closeups: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """Return the (n, LOOK_COUNT) float32 descriptors of the pieces in n close-ups of a cell with one piece each.

    Args:
        network: the network of looks.
        closeups: (n, SIZE, SIZE, CHANNELS) uint8.
        probabilities: (n, g, g) of any piece, by the close-up network.
    """
    if not len(closeups):
        return np.empty((0, LOOK_COUNT), np.float32)
    (described,) = network.infer(cut_pieces(closeups, probabilities))
    return np.asarray(described)


def cut_pieces(closeups: np.ndarray, probabilities: np.ndarray, side: int = SIDE) -> np.ndarray:
    """Return the (n, side, side, PLANES) uint8 surroundings of the pieces in n close-ups, see `describe_looks`."""
    cut = np.empty((len(closeups), side, side, PLANES), np.uint8)
    for one, closeup, coarse in zip(cut, closeups, probabilities, strict=True):
        shown = cv2.resize(np.ascontiguousarray(coarse, np.float32), (SIZE, SIZE), interpolation=cv2.INTER_LINEAR)
        corner = np.clip(np.round(_middle(shown) - side / 2 + 0.5).astype(int), 0, SIZE - side)
        rows, columns = (slice(first, first + side) for first in corner)
        one[..., :CHANNELS] = closeup[rows, columns]
        one[..., CHANNELS] = 255 * shown[rows, columns]
    return cut


def _middle(probabilities: np.ndarray) -> np.ndarray:
    """Return the (2,) row and column of the middle of a piece, given (h, w) probabilities."""
    weights = np.where(probabilities > _MIN_RELATIVE_PROBABILITY * probabilities.max(), probabilities**2, 0.0)
    total, along = weights.sum() + 1e-9, np.arange(SIZE)
    return np.asarray(np.array([weights.sum(axis=1) @ along, weights.sum(axis=0) @ along]) / total)
