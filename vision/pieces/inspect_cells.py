"""What the close-up network says of each cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.lattice import Cell, Lattice, position
from vision.networks import closeup_channels as channels
from vision.networks.activations import channel_softmax, log_softmax, sigmoid
from vision.networks.models import Networks
from vision.pieces.closeup_network import counts_of, judge
from vision.pieces.closeups import Frame, cut_closeups
from vision.pieces.context_network import compare
from vision.pieces.pair_network import CONTENTS, paired

_BARE = 0.5
"""A cell that is at least so likely to hold nothing holds no two things."""


@dataclass(frozen=True, eq=False)
class CellOutput:
    """What the close-up network said of one cell by itself, as `judging.Judged` has it.

    Attributes:
        word: (LOGIT_COUNT,).
        thought: (FEATURE_COUNT,).
    """

    word: np.ndarray
    thought: np.ndarray


@dataclass(frozen=True, eq=False)
class CellInspection:
    """One cell.

    Attributes:
        closeup: (SIZE, SIZE, 4) uint8, what it was judged by.
        frame: where that was cut.
        counts: (3, 3) for viking, longhouse and stone the probabilities of none, one and several.
        colours: (2, 11) log probabilities of the colour names of its viking and of its longhouse.
        tile: 0..1, that a tile lies there.
        covered: 0..1, that something that is no piece hides it.
        mask: (g, g, 4) probabilities of no piece, viking, longhouse and stone, of what stands on this very cell.
        foot: (g, g) that it stands here.
        pairs: (6,) probabilities that `pairs.CONTENTS` stand there, were two things as usual as none and one.
        heard: what was said of it before it was compared with the other cells.
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
    heard: CellOutput


def inspect_cells(
    pixels: np.ndarray, lattice: Lattice, cells: Iterable[Cell], networks: Networks, known: Mapping[Cell, CellOutput]
) -> dict[Cell, CellInspection]:
    """Look at cells one by one, and compare them with each other.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        cells: those to look at; they need not hold a tile.
        networks: the loaded networks.
        known: what was heard of cells of the same table before; they are compared with the others, too.
    """
    wanted = list(cells)
    centres = [lattice.centres.get(c, position(c)) for c in wanted]
    closeups, frames = cut_closeups(pixels, lattice.plane, centres)
    judged = judge(networks, closeups)
    heard = [CellOutput(word, thought) for word, thought in zip(judged.words, judged.thoughts, strict=True)]
    others = [known[cell] for cell in sorted(known.keys() - set(wanted))]
    words = _compared(networks, [*heard, *others])[: len(wanted)]
    counts = [counts_of(word) for word in words]
    pairs = _paired(networks, closeups, judged.maps, counts)
    parts = zip(closeups, frames, words, counts, judged.maps, pairs, heard, strict=True)
    return {cell: _look(*part) for cell, part in zip(wanted, parts, strict=True)}


def _compared(networks: Networks, heard: Sequence[CellOutput]) -> np.ndarray:
    """(n, LOGIT_COUNT) words, each corrected by all the others."""
    if not heard:
        return np.empty((0, channels.LOGIT_COUNT), np.float32)
    return compare(networks.context, np.array([h.word for h in heard]), np.array([h.thought for h in heard]))


def _paired(networks: Networks, closeups: np.ndarray, maps: np.ndarray, counts: list[np.ndarray]) -> np.ndarray:
    """(n, 6) how likely each cell holds `pairs.CONTENTS`; where anything at all is unlikely, none is looked for."""
    taken = [k for k, chances in enumerate(counts) if chances[:, 0].prod() < _BARE]
    pairs = np.zeros((len(counts), len(CONTENTS)))
    pairs[taken] = paired(networks.pair, *([part[k] for k in taken] for part in (closeups, maps, counts)))
    return pairs


def _look(
    closeup: np.ndarray,
    frame: Frame,
    word: np.ndarray,
    counts: np.ndarray,
    maps: np.ndarray,
    pairs: np.ndarray,
    heard: CellOutput,
) -> CellInspection:
    return CellInspection(
        closeup,
        frame,
        counts=counts,
        colours=np.stack([log_softmax(word[c]) for c in (channels.VIKING_COLOUR, channels.LONGHOUSE_COLOUR)]),
        tile=float(sigmoid(word[channels.TILE])),
        covered=float(sigmoid(word[channels.COVERED])),
        mask=channel_softmax(maps[channels.MASK]),
        foot=sigmoid(maps[channels.FOOT]),
        pairs=pairs,
        heard=heard,
    )
