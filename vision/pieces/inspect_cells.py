"""Inspection of cells: close-ups, the close-up network, and its corrections by the context and pair networks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.lattice import Cell, Lattice, position
from vision.networks import closeup_channels as channels
from vision.networks.activations import log_softmax, sigmoid, softmax
from vision.networks.models import Networks
from vision.pieces.closeup_network import count_probabilities, infer_closeups
from vision.pieces.closeups import Frame, cut_closeups
from vision.pieces.context_network import refine_counts
from vision.pieces.pair_network import PAIRS, pair_probabilities

_EMPTY = 0.5
"""Probability of an empty cell from which the pair network is left out; chosen by hand."""


@dataclass(frozen=True, eq=False)
class CellOutput:
    """The close-up network's output for one cell, before the context network.

    Attributes:
        logits: (LOGIT_COUNT,).
        features: (FEATURE_COUNT,).
    """

    logits: np.ndarray
    features: np.ndarray


@dataclass(frozen=True, eq=False)
class CellInspection:
    """The networks' estimates for one cell.

    Attributes:
        closeup: (SIZE, SIZE, 4) uint8, the networks' input.
        frame: its place in the photo.
        counts: (3, 3) probabilities of none, one and several vikings, longhouses and stones.
        colours: (2, 11) log probabilities of the colour names of its viking and of its longhouse.
        tile: 0..1, probability that a tile lies there.
        covered: 0..1, probability that something that is no piece hides it.
        mask: (g, g, 4) probabilities of no piece, viking, longhouse and stone, of pieces on this very cell.
        foot: (g, g) probability that a piece stands here.
        pairs: (6,) probabilities of `pair_network.PAIRS`, for pairs as frequent as in training.
        output: the close-up network's output by itself.
    """

    closeup: np.ndarray
    frame: Frame
    counts: np.ndarray
    colours: np.ndarray
    tile: float
    covered: float
    mask: np.ndarray
    foot: np.ndarray
    pairs: np.ndarray
    output: CellOutput


def inspect_cells(
    pixels: np.ndarray, lattice: Lattice, cells: Iterable[Cell], networks: Networks, known: Mapping[Cell, CellOutput]
) -> dict[Cell, CellInspection]:
    """Inspect cells one by one, and compare them with each other.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        cells: to inspect; they need not hold a tile.
        networks: the loaded networks.
        known: earlier outputs for cells of the same table, with which these are compared, too.
    """
    wanted = list(cells)
    if not wanted:
        return {}
    centres = [lattice.centres.get(c, position(c)) for c in wanted]
    closeups, frames = cut_closeups(pixels, lattice.plane, centres)
    inferred = infer_closeups(networks, closeups)
    outputs = [CellOutput(row, features) for row, features in zip(inferred.logits, inferred.features, strict=True)]
    others = [known[cell] for cell in sorted(known.keys() - set(wanted))]
    logits = _refined(networks, [*outputs, *others])[: len(wanted)]
    counts = count_probabilities(logits)
    pairs = _pairs(networks, closeups, inferred.maps, counts)
    colours = [log_softmax(logits[:, c]) for c in (channels.VIKING_COLOUR, channels.LONGHOUSE_COLOUR)]
    tile, covered = (sigmoid(logits[:, c]).tolist() for c in (channels.TILE, channels.COVERED))
    mask = np.ascontiguousarray(softmax(inferred.maps[:, channels.MASK], axis=1).transpose(0, 2, 3, 1))
    foot = sigmoid(inferred.maps[:, channels.FOOT])
    named = np.stack(colours, axis=1)
    parts = zip(closeups, frames, counts, named, tile, covered, mask, foot, pairs, outputs, strict=True)
    return {cell: CellInspection(*part) for cell, part in zip(wanted, parts, strict=True)}


def _refined(networks: Networks, outputs: Sequence[CellOutput]) -> np.ndarray:
    """Return (n, LOGIT_COUNT) logits, each corrected by all the others."""
    if not outputs:
        return np.empty((0, channels.LOGIT_COUNT), np.float32)
    logits, features = np.array([o.logits for o in outputs]), np.array([o.features for o in outputs])
    return refine_counts(networks.context, logits, features)


def _pairs(networks: Networks, closeups: np.ndarray, maps: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return (n, 6) probabilities of `pair_network.PAIRS`; 0 for cells that are probably empty."""
    taken = np.flatnonzero(counts[:, :, 0].prod(axis=1) < _EMPTY)
    pairs = np.zeros((len(counts), len(PAIRS)))
    pairs[taken] = pair_probabilities(networks.pair, closeups[taken], maps[taken], counts[taken])
    return pairs
