"""``python -m training.pair_net.samples --out DIR``: outputs for synthetic cells, many with two pieces.

``training.pair_net.train --cells DIR`` trains on them. They depend on the close-up and context networks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.closeup_net.augment import augment
from training.closeup_net.samples import UNKNOWN, samples_of
from training.common.judged_samples import USUAL, PictureOptions, run_sampler
from training.scenes.mixture import options_of
from training.scenes.scene import make_picture
from vision.networks.models import Networks
from vision.pieces.closeup_network import count_probabilities, infer_closeups
from vision.pieces.context_network import refine_counts
from vision.pieces.pair_network import pair_planes
from vision.vocabulary import PIECES

_SIDES = (640, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_PAIR_SHARE = 0.3
"""Share of the tiles with two pieces: far more than in games, where pairs are rare."""
_EMPTY_CELLS = 0.3
"""Probability of an empty cell beside the board, see `samples_of`."""
_PICTURES_PER_FILE = 50


@dataclass(frozen=True)
class Cells:
    """Inputs of the pair network, with ground truth.

    Attributes:
        planes: (n, PLANES, GRID, GRID) uint8, in steps of 1 / 255.
        facts: (n, CELL_INPUTS) float32.
        counts: (n, 3) uint8 true counts of vikings, longhouses and stones, see `training.closeup_net.samples.LABELS`.
    """

    planes: np.ndarray
    facts: np.ndarray
    counts: np.ndarray


def main() -> None:
    """Parse the options and sample cells."""
    run_sampler(__doc__, 3000, "cells", _PICTURES_PER_FILE, make_cells)


def make_cells(rng: np.random.Generator, networks: Networks, options: PictureOptions = USUAL) -> Cells | None:
    """Render one picture and run the close-up and context networks on its cells.

    Args:
        rng: the generator of random numbers.
        networks: the loaded networks.
        options: how the picture is drawn.

    Returns:
        the cells whose counts are known, or None if no cell is in the picture.
    """
    side = int(rng.choice(_SIDES))
    drawn = replace(
        options_of(rng, options.art, options.materials),
        tiles=(3, 50),
        pitch=(46.0, 130.0),
        pieces=float(rng.uniform(0.3, 0.95)),
        pairs=_PAIR_SHARE,
        empty=0.0,
        pool=options.pool,
    )
    samples = samples_of(rng, make_picture(rng, side, side, drawn), _EMPTY_CELLS)
    if samples is None:
        return None
    if rng.random() < 0.5:
        samples = augment(rng, samples)
    judged = infer_closeups(networks, samples.closeups)
    words = refine_counts(networks.context, judged.logits, judged.features)
    labels = samples.labels[:, : len(PIECES)]
    known = (labels != UNKNOWN).all(axis=1)
    planes = np.round(255 * pair_planes(samples.closeups, judged.maps)).astype(np.uint8)
    facts = np.array([count_probabilities(word).ravel() for word in words], np.float32)
    return Cells(planes[known], facts[known], labels[known])


if __name__ == "__main__":
    main()
