"""``python -m training.look_net.samples --out DIR``: the pieces of made tables, each with pieces of another workshop.

``training.look_net.train --sets DIR`` trains on them. They depend on the close-up network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from training.closeup_net.samples import UNKNOWN, samples_of
from training.common.judged_samples import USUAL, PictureOptions, run_sampler
from training.common.stored import joined
from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import scatter
from training.scenes.mixture import usual_options, wide_options
from training.scenes.picture import Picture
from training.scenes.shot import take_picture
from training.scenes.stage import SceneOptions, set_stage, with_other_light
from vision.networks import closeup_channels as channels
from vision.networks.activations import softmax
from vision.networks.models import Networks
from vision.pieces.looks import SIDE, cut_pieces
from vision.vocabulary import PIECES

MARGIN = 4
"""Close-up pixels around what the network sees, within which a piece is moved, turned and enlarged in training."""
NOTHING = len(PIECES)
"""Kind of a bare cell that the close-up network takes for a piece."""
_SIDES = (640, 704, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_SHARES = (0.78, 0.1, 0.12)
"""Of the wide family, whose workshops are the most various, of the usual and of the compact one."""
_SETS = 3
"""Tables with one ground, each with other pieces in another light: the ground is most of the time."""
_FEWEST = 2
"""Pieces of either kind that a table must have."""
_MIN_SHOWN = 0.15
"""Probability of a piece from which a bare cell is a sample."""
_PICTURES_PER_FILE = 20


@dataclass(frozen=True)
class TablePieces:
    """The pieces of some tables, one table after the other.

    Attributes:
        pieces: (n, s, s, PLANES) uint8, see `cut_pieces`; s is ``SIDE`` and two margins.
        kinds: (n,) uint8 indices in ``vocabulary.PIECES``, or ``NOTHING``.
        sizes: (t,) numbers of pieces of each table.
    """

    pieces: np.ndarray
    kinds: np.ndarray
    sizes: np.ndarray


def main() -> None:
    """Parse the options and make tables."""
    run_sampler(__doc__, 1000, "sets", _PICTURES_PER_FILE, make_tables)


def make_tables(rng: np.random.Generator, networks: Networks, options: PictureOptions = USUAL) -> TablePieces | None:
    """Render some tables on one ground, and cut out their pieces.

    Args:
        rng: the generator of random numbers.
        networks: the loaded networks.
        options: how the picture is drawn.

    Returns:
        the tables; None if none has enough pieces of both kinds.
    """
    made = [one for picture in _pictures(rng, options) if (one := _table(rng, networks, picture))]
    return joined(made) if made else None


def _pictures(rng: np.random.Generator, options: PictureOptions) -> Iterator[Picture]:
    side = int(rng.choice(_SIDES))
    drawn = replace(
        _family(rng, options.materials)
        if options.art == "training"
        else SceneOptions(art=options.art, materials=options.materials),
        tiles=(30, 70),
        tilt=(0.0, 50.0),
        pitch=(42.0, 88.0),
        pieces=float(rng.uniform(0.75, 1.0)),
        pairs=0.0,
        homes=0.0,
        empty=0.0,
        pool=options.pool,
    )
    stage = set_stage(rng, side, side, drawn)
    designs = paint_ground(stage)
    for _ in range(_SETS):
        another = with_other_light(stage)
        yield take_picture(another, designs, scatter(another))


def _family(rng: np.random.Generator, materials: Path | None) -> SceneOptions:
    drawn = int(rng.choice(len(_SHARES), p=_SHARES))
    return (wide_options(rng, materials), usual_options(rng), SceneOptions(art="compact"))[drawn]


def _table(rng: np.random.Generator, networks: Networks, picture: Picture) -> TablePieces | None:
    """Return the pieces that are alone on their cells, and bare cells that look like one; None with too few."""
    samples = samples_of(rng, picture, 0.0)
    if samples is None:
        return None
    counts = samples.labels[:, : len(PIECES)]
    which = np.flatnonzero((counts != UNKNOWN).all(axis=1) & (counts.sum(axis=1) <= 1))
    kinds = np.where(counts[which].any(axis=1), counts[which].argmax(axis=1), NOTHING)
    if min((kinds == 0).sum(), (kinds == 1).sum()) < _FEWEST:
        return None
    _, maps, _ = networks.closeup.infer(samples.closeups[which], batch=len(which))
    shown = 1 - softmax(maps[:, channels.MASK], axis=1)[:, 0]
    kept = (kinds != NOTHING) | (shown.max(axis=(1, 2)) > _MIN_SHOWN)
    pieces = cut_pieces(samples.closeups[which[kept]], shown[kept], SIDE + 2 * MARGIN)
    return TablePieces(pieces, kinds[kept].astype(np.uint8), np.array([kept.sum()]))


if __name__ == "__main__":
    main()
