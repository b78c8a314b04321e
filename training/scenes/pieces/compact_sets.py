"""Piece sets whose longhouses are compact: about as large as a viking, short, and often with a steep roof."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism
from training.scenes.pieces.piece_sets import PieceSet, random_set
from training.scenes.pieces.random_pieces import any_section

_FORMS = ("upright", "bowed", "any")


def compact_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set as `random_set` does, with longhouses of about the size of its vikings.

    Args:
        rng: the picture's generator.
        near: (n, 3) BGR colours that some pieces may resemble.
    """
    drawn = random_set(rng, near)
    viking = float(rng.uniform(0.26, 0.46)) if drawn.viking_form != "disc" else drawn.viking_size
    house = float(rng.uniform(0.24, 0.44))
    return replace(drawn, viking_size=viking, house_form=str(rng.choice(_FORMS)), house_size=house)


def compact_house(rng: np.random.Generator, form: str, size: float) -> Mesh:
    """Return a house of length ``size``, in pitches: with a steep roof (``upright``), a ``bowed`` one, or ``any``."""
    width = size * rng.uniform(0.55, 0.9)
    wall, ridge = width * rng.uniform(0.35, 0.8), width * rng.uniform(0.8, 1.3)
    half = width / 2
    section = np.array([(half, 0), (half, wall), (0.0, ridge), (-half, wall), (-half, 0)])
    if form == "any":
        section = any_section(rng, width, wall, ridge)
    if form != "bowed":
        return Mesh(prism(section, size))
    places = np.linspace(-0.5, 0.5, 5)
    rings = [
        np.column_stack([section[:, 0] * (1 - t * t), np.full(len(section), t * size), section[:, 1]]) for t in places
    ]
    return Mesh(np.stack(rings))
