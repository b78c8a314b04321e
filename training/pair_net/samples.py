"""``python -m training.pair_net.samples --out DIR``: cells of made pictures, on many of which two pieces stand.

They are judged by the close-up network that ships; ``pairs_train --cells DIR`` learns from them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.closeup_net.augment import varied
from training.closeup_net.samples import UNKNOWN, samples_of
from training.common.judged_samples import main_of
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.models import Networks
from vision.pieces.closeup_network import counts_of, judge
from vision.pieces.context_network import compare
from vision.pieces.pair_network import planes_of
from vision.vocabulary import PIECES

_SIDES = (640, 768)
_PAIRS = 0.3
_BESIDE = 0.3
"""How many cells beside the board are shown, see `samples_of`."""
_IN_A_FILE = 50


@dataclass(frozen=True)
class Cells:
    """Cells as the close look judges them.

    Attributes:
        planes: (n, PLANES, GRID, GRID) uint8, in steps of 1 / 255.
        facts: (n, FACTS) float32.
        counts: (n, 3) uint8, how many vikings, longhouses and stones there are; see `closeup_samples`.
    """

    planes: np.ndarray
    facts: np.ndarray
    counts: np.ndarray


def main() -> None:
    """Read the options and make cells."""
    main_of(__doc__, 3000, "cells", _IN_A_FILE, make_cells)


def make_cells(rng: np.random.Generator, networks: Networks, art: str = "training", pool: int = 0) -> Cells | None:
    """Make one picture and judge its cells; None where none can be seen. ``art`` and ``pool``: see `SceneOptions`."""
    side = int(rng.choice(_SIDES))
    options = SceneOptions(
        tiles=(3, 50),
        pitch=(46.0, 130.0),
        printing=usual_printing(rng) if art == "training" else None,
        pieces=float(rng.uniform(0.3, 0.95)),
        pairs=_PAIRS,
        empty=0.0,
        pool=pool,
        art=art,
    )
    samples = samples_of(rng, make_picture(rng, side, side, options), _BESIDE)
    if samples is None:
        return None
    if rng.random() < 0.5:
        samples = varied(rng, samples)
    judged = judge(networks, samples.closeups)
    words = compare(networks.context, judged.words, judged.thoughts)
    labels = samples.labels[:, : len(PIECES)]
    known = (labels != UNKNOWN).all(axis=1)
    seen = zip(samples.closeups, judged.maps, strict=True)
    planes = [np.round(255 * planes_of(*both)).astype(np.uint8) for both in seen]
    facts = np.array([counts_of(word).ravel() for word in words], np.float32)
    return Cells(np.array(planes)[known], facts[known], labels[known])


if __name__ == "__main__":
    main()
