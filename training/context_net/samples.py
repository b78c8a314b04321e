"""``python -m training.context_net.samples --out DIR``: tables of made pictures as the close look judges them.

Each file holds some pictures, each of which is one table; ``together_train --tables DIR`` learns from them. They are
made with the close-up network that ships, and must be made again when that has learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.closeup_net.samples import samples_of
from training.common.judged_samples import main_of
from training.common.stored import read_stored
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.models import Networks
from vision.pieces.closeup_network import judge
from vision.vocabulary import PIECES

_SIDES = (640, 768)
_BESIDE = 0.3
"""How many cells beside the board are shown, see `samples_of`."""
_IN_A_FILE = 100


@dataclass(frozen=True)
class Tables:
    """The cells of several tables, one table after the other.

    Attributes:
        words: (n, LOGIT_COUNT) float32, see `vision.pieces.closeup_network.Judged`.
        thoughts: (n, FEATURE_COUNT) float16, likewise.
        counts: (n, 3) uint8, how many vikings, longhouses and stones there are; see `closeup_samples`.
        sizes: (m,) how many cells each table has.
    """

    words: np.ndarray
    thoughts: np.ndarray
    counts: np.ndarray
    sizes: np.ndarray


def main() -> None:
    """Read the options and make tables."""
    main_of(__doc__, 15000, "tables", _IN_A_FILE, make_table)


def read_tables(folder: Path) -> Tables:
    """Return all tables of a folder; raises ``FileNotFoundError`` where there are none."""
    return read_stored(Tables, folder, "training.context_net.samples")


def make_table(rng: np.random.Generator, networks: Networks, art: str = "training", pool: int = 0) -> Tables | None:
    """Make one picture and judge its cells; None where none can be seen.

    ``art`` and ``pool`` are those of `SceneOptions`.
    """
    side = int(rng.choice(_SIDES))
    options = SceneOptions(
        tiles=(3, 70),
        pitch=(38.0, 115.0),
        printing=usual_printing(rng) if art == "training" else None,
        pieces=float(rng.uniform(0.2, 0.95)) if rng.random() < 0.7 else None,
        matching=1.0,
        empty=0.0,
        pool=pool,
        art=art,
    )
    samples = samples_of(rng, make_picture(rng, side, side, options), _BESIDE)
    if samples is None:
        return None
    judged = judge(networks, samples.closeups)
    counts = samples.labels[:, : len(PIECES)]
    return Tables(judged.words, judged.thoughts.astype(np.float16), counts, np.array([len(counts)]))


if __name__ == "__main__":
    main()
