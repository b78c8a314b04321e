"""Writes samples that the shipped networks take part in making: what they say of made pictures."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.common.stored import Kind, fill, maker_options
from vision.networks.models import Networks, load_networks

Maker = Callable[[np.random.Generator, Networks, str, int], Kind | None]
"""Makes one picture's samples by the eyes, in a family of art, with a noise pool's seed; see `SceneOptions`."""


def main_of(description: str | None, pictures: int, name: str, in_a_file: int, make: Maker[Kind]) -> None:
    """Read the options and write files called ``name``, each of so many pictures."""
    parser = maker_options(description, pictures)
    parser.add_argument("--art", choices=["held-out", "training"], default="training")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks, rng = load_networks(options.networks), np.random.default_rng(options.seed)
    fill(options, name, in_a_file, lambda n: make(rng, networks, options.art, options.seed + n // 3))
