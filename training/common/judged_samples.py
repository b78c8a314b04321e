"""Writes training samples that are outputs of trained networks on synthetic pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.common.stored import Kind, fill, maker_options
from training.scenes.stage import ARTS
from vision.networks.models import Networks, load_networks


@dataclass(frozen=True)
class PictureOptions:
    """How a synthetic picture for samples is drawn.

    Attributes:
        art: one of ``stage.ARTS``; ``training`` for the mixture of families that the network is trained on.
        pool: see `SceneOptions`.
        materials: see `SceneOptions`.
    """

    art: str = "training"
    pool: int = 0
    materials: Path | None = None


USUAL = PictureOptions()
"""The mixture of families, without photographed materials."""


def drawn_art(rng: np.random.Generator, options: PictureOptions, shares: Mapping[str, float]) -> str:
    """Return the family of a picture, drawn from those with a share unless the options name one."""
    return str(rng.choice(list(shares), p=list(shares.values()))) if options.art == "training" else options.art


Maker = Callable[[np.random.Generator, Networks, PictureOptions], Kind | None]
"""Samples one synthetic picture, given the loaded networks; None without samples."""


def run_sampler(description: str | None, pictures: int, name: str, pictures_per_file: int, make: Maker[Kind]) -> None:
    """Parse the options and write the files of samples.

    Args:
        description: help text of the command.
        pictures: default number of pictures.
        name: base name of the files.
        pictures_per_file: pictures in one file.
        make: samples one picture.
    """
    parser = maker_options(description, pictures)
    parser.add_argument("--art", choices=sorted(ARTS), default="training", help="family of the pictures")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks, rng = load_networks(options.networks), np.random.default_rng(options.seed)
    fill(
        options,
        name,
        pictures_per_file,
        lambda n: make(rng, networks, PictureOptions(options.art, options.seed + n // 3, options.materials)),
    )
