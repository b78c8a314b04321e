"""Paints of pieces under each name of a colour: plain, pale, dark, greyed, stained, metallic.

Whites, greys and blacks are those that people confuse in strong or weak light, so that all steps between them occur,
and what a step is called depends on its lightness alone: black up to value 0.31, grey from 0.35 to 0.72, white above.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.prints.palettes import PIECE_WEIGHTS, PIECES, draw, piece_colours

Rng = np.random.Generator
Family = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""Ranges of hue in degrees, saturation and value; the last two 0..1."""

_ANY = (0.0, 360.0)
FURTHER_PAINTS: dict[str, tuple[Family, ...]] = {
    "white": (
        (_ANY, (0.0, 0.04), (0.9, 1.0)),
        ((38, 58), (0.06, 0.24), (0.88, 1.0)),  # cream
        ((28, 46), (0.12, 0.26), (0.83, 0.96)),  # ivory, bare pale wood
        (_ANY, (0.0, 0.06), (0.78, 0.88)),
        ((190, 240), (0.02, 0.1), (0.84, 1.0)),
    ),
    "yellow": (
        ((40, 50), (0.65, 0.95), (0.6, 0.8)),  # mustard
        ((46, 58), (0.35, 0.65), (0.88, 1.0)),
        ((40, 48), (0.5, 0.75), (0.64, 0.85)),  # gold
        ((52, 61), (0.6, 1.0), (0.85, 1.0)),
    ),
    "orange": (
        ((20, 31), (0.52, 0.75), (0.88, 1.0)),
        ((14, 24), (0.75, 1.0), (0.68, 0.82)),
        ((24, 34), (0.78, 1.0), (0.85, 1.0)),
    ),
    "red": (
        ((-12, 4), (0.6, 1.0), (0.3, 0.5)),
        ((-6, 8), (0.54, 0.72), (0.5, 0.8)),
        ((4, 12), (0.62, 0.85), (0.5, 0.72)),  # brick
        ((-8, 6), (0.85, 1.0), (0.75, 1.0)),
    ),
    "purple": (
        ((262, 290), (0.22, 0.45), (0.65, 0.92)),
        ((265, 305), (0.35, 0.8), (0.18, 0.34)),
        ((260, 300), (0.2, 0.4), (0.36, 0.65)),
        ((288, 310), (0.4, 0.85), (0.3, 0.65)),
    ),
    "pink": (
        ((328, 358), (0.18, 0.38), (0.86, 1.0)),
        ((318, 340), (0.6, 0.9), (0.82, 1.0)),
        ((335, 355), (0.25, 0.45), (0.64, 0.82)),
    ),
    "blue": (
        ((196, 216), (0.3, 0.6), (0.75, 1.0)),
        ((212, 240), (0.45, 1.0), (0.2, 0.4)),
        ((204, 228), (0.28, 0.5), (0.36, 0.7)),
        ((192, 206), (0.5, 0.95), (0.5, 0.9)),
    ),
    "green": (
        ((90, 150), (0.25, 0.5), (0.65, 0.9)),
        ((110, 165), (0.4, 0.95), (0.18, 0.32)),
        ((70, 95), (0.4, 0.8), (0.3, 0.6)),
        ((76, 100), (0.55, 0.9), (0.6, 0.9)),
        ((95, 160), (0.2, 0.45), (0.3, 0.6)),
    ),
    "brown": (
        ((22, 34), (0.42, 0.65), (0.4, 0.58)),  # oak
        ((12, 30), (0.35, 0.65), (0.16, 0.27)),  # walnut
        ((8, 17), (0.5, 0.75), (0.24, 0.42)),  # mahogany
        ((18, 34), (0.27, 0.42), (0.27, 0.42)),
    ),
    "black": (
        (_ANY, (0.0, 0.2), (0.02, 0.2)),
        (_ANY, (0.0, 0.1), (0.2, 0.31)),  # washed out
        ((210, 250), (0.1, 0.4), (0.05, 0.2)),
        ((10, 40), (0.08, 0.3), (0.05, 0.18)),
    ),
    "grey": (
        (_ANY, (0.0, 0.06), (0.58, 0.72)),
        (_ANY, (0.0, 0.08), (0.35, 0.45)),
        (_ANY, (0.0, 0.06), (0.42, 0.62)),
        ((22, 45), (0.04, 0.15), (0.42, 0.68)),
        ((195, 235), (0.04, 0.15), (0.4, 0.7)),
    ),
}
"""Paints of each name besides `PIECES`. Chosen by hand."""
_USUAL = 0.25
"""Share of the usual paint of a name. Chosen by hand."""
_SHARES = {**PIECE_WEIGHTS, "grey": 2.2}
"""How often each name is drawn: grey more often than in the usual sets. Chosen by hand."""
_FINISHES = ("plain", "matt", "glossy", "stained")
_FINISH_SHARES = (0.4, 0.2, 0.2, 0.2)


def any_paint(rng: Rng, name: str) -> np.ndarray:
    """Return a paint (3,) BGR 0..255 that a person calls by this name."""
    families = FURTHER_PAINTS[name]
    return draw(rng, PIECES[name] if rng.random() < _USUAL else families[int(rng.integers(len(families)))])


def repainted(rng: Rng, chosen: PieceSet, near: np.ndarray) -> PieceSet:
    """Return the set in paints of all kinds, matt or glossy, some of them close to one of ``near`` (N, 3) BGR.

    Stained wood shows its grain.
    """
    finish = str(rng.choice(_FINISHES, p=_FINISH_SHARES))
    gloss = {"matt": rng.uniform(0, 0.1), "glossy": rng.uniform(0.6, 1.0)}.get(finish, chosen.gloss)
    colours = piece_colours(rng, len(chosen.colours), near, any_paint, _SHARES)
    return replace(chosen, colours=colours, gloss=float(gloss), grain=chosen.grain or finish == "stained")
