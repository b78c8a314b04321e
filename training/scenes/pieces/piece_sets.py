"""Random sets of pieces: the properties that all pieces of one table share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.scenes.pieces.meshes import MEEPLES, Mesh, silhouette
from training.scenes.pieces.random_pieces import any_disc, any_outline, any_turned
from training.scenes.prints.palettes import any_colour, piece_colours

_RANDOM_SHARE = 0.6
"""Share of sets with randomly generated shapes."""
_PAWNS = ("pawn", "pawn4", "pawn6", "pawn8")


@dataclass(frozen=True)
class PieceSet:
    """Properties that all pieces of one picture share; ``shape`` is that of the vikings, see `meshes.viking`.

    A workshop's set has its own ``figure`` and ``house``, of which all pieces are copies.
    """

    viking_form: str
    shape: np.ndarray
    viking_size: float
    depth: float
    lying: float
    house_form: str
    house_size: float
    stone_form: str
    stone_size: float
    stone_colour: np.ndarray | None
    glyph: np.ndarray
    gloss: float
    grain: bool
    colours: tuple[tuple[str, np.ndarray], ...]
    figure: Mesh | None = None
    house: Mesh | None = None


def random_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces and its players' colours, some of them close to one of ``near`` (N, 3) BGR."""
    form = str(rng.choice(["meeple", "disc", "cube", "pawn"], p=[0.6, 0.26, 0.03, 0.11]))
    size = rng.uniform(0.22, 0.42) if form == "disc" else rng.uniform(0.2, 0.44)
    bars = ["pitched", "rounded", "tapered", "boat", "flat", "any"]
    house_form = str(rng.choice(bars, p=[0.4, 0.1, 0.1, 0.1, 0.05, 0.25]))
    if form == "disc" and rng.random() < 0.8:
        house_form = "small"
    return PieceSet(
        viking_form=str(rng.choice(_PAWNS, p=[0.7, 0.1, 0.1, 0.1])) if form == "pawn" else form,
        shape=_shape(rng, form),
        viking_size=float(size),
        depth=float(rng.uniform(0.3, 0.55)),
        lying=float(rng.choice([0.0, rng.uniform(0, 0.3), rng.uniform(0.3, 1.0)], p=[0.3, 0.5, 0.2])),
        house_form=house_form,
        house_size=float(_house_size(rng, form, size)),
        stone_form=str(rng.choice(["disc", "pebble", "hexagon", "square"], p=[0.55, 0.3, 0.1, 0.05])),
        stone_size=float(rng.uniform(0.22, 0.42)),
        stone_colour=any_colour(rng) if rng.random() < 0.15 else None,
        glyph=any_colour(rng)
        if rng.random() < 0.4
        else np.full(3, rng.choice([rng.uniform(0, 60), rng.uniform(180, 255)])),
        gloss=float(rng.beta(1, 2.5)),
        grain=bool(rng.random() < 0.5),
        colours=piece_colours(rng, int(rng.choice([1, 2, 3, 4], p=[0.1, 0.35, 0.3, 0.25])), near),
    )


def _shape(rng: np.random.Generator, form: str) -> np.ndarray:
    if form == "disc":
        return np.array(any_disc(rng))
    if form == "pawn":
        return np.array(any_turned(rng))
    return any_outline(rng) if rng.random() < _RANDOM_SHARE else silhouette(rng, str(rng.choice(list(MEEPLES))))


def _house_size(rng: np.random.Generator, viking_form: str, viking_size: float) -> float:
    """Draw a house's length in pitches: plainly longer than a viking, but no disc can be taken for a house."""
    shortest = 0.37 if viking_form == "disc" else max(0.37, 1.2 * viking_size)
    return rng.uniform(shortest, 0.62 if viking_form == "disc" else max(0.62, 1.25 * shortest))
