"""``python -m training.context_net.samples --out DIR``: outputs of the close-up network for synthetic tables.

Each file holds some pictures, each of which is one table; ``training.context_net.train --tables DIR`` trains on them.
They depend on the close-up network, and must be sampled again after it was trained.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from training.closeup_net.samples import samples_of
from training.common.judged_samples import USUAL, PictureOptions, drawn_art, run_sampler
from training.common.stored import read_stored
from training.scenes.mixture import options_of
from training.scenes.scene import make_picture
from vision.networks.models import Networks
from vision.pieces.closeup_network import infer_closeups
from vision.vocabulary import PIECES

_SIDES = (640, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_EMPTY_CELLS = 0.3
"""Probability of an empty cell beside the board, see `samples_of`."""
_PICTURES_PER_FILE = 100
_SHARES = {"second-stage": 0.75, "training": 0.2, "compact": 0.05}
"""Families of looks, and the share of each; ``training`` is the mixture of `training.scenes.mixture`."""


@dataclass(frozen=True)
class TableCells:
    """The cells of several tables, one table after the other.

    Attributes:
        logits: (n, LOGIT_COUNT) float32 logits, see `vision.networks.closeup_channels`.
        features: (n, FEATURE_COUNT) float16 features.
        counts: (n, 3) uint8 true counts of vikings, longhouses and stones, see `training.closeup_net.samples.LABELS`.
        sizes: (m,) number of cells of each table.
    """

    logits: np.ndarray
    features: np.ndarray
    counts: np.ndarray
    sizes: np.ndarray


def main() -> None:
    """Parse the options and sample tables."""
    run_sampler(__doc__, 15000, "tables", _PICTURES_PER_FILE, make_table)


def read_tables(folder: Path) -> TableCells:
    """Return all tables of a folder; raises ``FileNotFoundError`` if there are none."""
    return read_stored(TableCells, folder, "training.context_net.samples")


def make_table(rng: np.random.Generator, networks: Networks, options: PictureOptions = USUAL) -> TableCells | None:
    """Render one picture and run the close-up network on its cells.

    Args:
        rng: the generator of random numbers.
        networks: the loaded networks.
        options: how the picture is drawn.

    Returns:
        one table, or None if no cell is in the picture.
    """
    side = int(rng.choice(_SIDES))
    drawn = replace(
        options_of(rng, drawn_art(rng, options, _SHARES), options.materials),
        tiles=(3, 70),
        pitch=(38.0, 115.0),
        pieces=float(rng.uniform(0.2, 0.95)) if rng.random() < 0.7 else None,
        matching=1.0,
        empty=0.0,
        pool=options.pool,
    )
    samples = samples_of(rng, make_picture(rng, side, side, drawn), _EMPTY_CELLS)
    if samples is None:
        return None
    judged = infer_closeups(networks, samples.closeups)
    counts = samples.labels[:, : len(PIECES)]
    return TableCells(judged.logits, judged.features.astype(np.float16), counts, np.array([len(counts)]))


if __name__ == "__main__":
    main()
