"""``python -m training.closeup_net.store --out DIR``: close-ups of one family of pictures, for ``fine_tune``.

Pictures are made once and stored: a fine-tuning that waits for a maker beside it spends half of one core on the making.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from training.closeup_net.samples import Samples, samples_of
from training.common.stored import joined, save_atomically
from training.scenes.mixture import usual_options, wide_options
from training.scenes.scene import make_picture

_SIDES = (512, 640, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_PICTURES_PER_FILE = 100
_PICTURES_PER_NOISE_POOL = 400
"""Pictures after which a new noise pool is drawn for the textures. Chosen by hand."""


def main() -> None:
    """Parse the options, make the pictures, and write their close-ups."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--family", choices=["wide", "usual"], required=True)
    parser.add_argument("--pictures", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(options.seed)
    for first in range(0, options.pictures, _PICTURES_PER_FILE):
        numbers = range(first, min(first + _PICTURES_PER_FILE, options.pictures))
        made = [samples for n in numbers if (samples := _closeups(rng, n, options)) is not None]
        if made:
            save_atomically(options.out / f"{options.family}_{options.seed}_{first:06d}", joined(made))


def _closeups(rng: np.random.Generator, number: int, options: argparse.Namespace) -> Samples | None:
    """Return the close-ups of the picture of this number; None if it shows no cell."""
    side = int(rng.choice(_SIDES))
    family = wide_options(rng, options.materials) if options.family == "wide" else usual_options(rng)
    pool = options.seed + number // _PICTURES_PER_NOISE_POOL
    return samples_of(rng, make_picture(rng, side, side, replace(family, pitch=(46.0, 170.0), empty=0.0, pool=pool)))


if __name__ == "__main__":
    main()
