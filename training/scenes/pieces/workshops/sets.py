"""Sets of pieces from any workshop. Figures and houses are of like size: only their shapes tell them apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.compact_sets import compact_set
from training.scenes.pieces.piece_sets import PieceSet, random_set
from training.scenes.pieces.workshops.figures import figure
from training.scenes.pieces.workshops.houses import house

_WORKSHOPS, _COMPACT = 0.75, 0.15
"""Shares of sets from a workshop, and of those with compact houses; the rest are as in other training pictures."""


def any_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces and its players' colours, some of them close to one of ``near`` (N, 3) BGR."""
    kind = rng.random()
    if kind > _WORKSHOPS + _COMPACT:
        return random_set(rng, near)
    if kind > _WORKSHOPS:
        return compact_set(rng, near)
    drawn = random_set(rng, near)
    made = house(rng, float(np.exp(rng.uniform(np.log(0.24), np.log(0.62)))))
    size = made.extent()
    chosen = replace(drawn, house=made, house_form="workshop", house_size=float(size[1]))
    if drawn.viking_form == "disc" and rng.random() < 0.35:
        return chosen
    return with_figure(rng, chosen)


def with_figure(rng: np.random.Generator, chosen: PieceSet) -> PieceSet:
    """Return the set with figures of a workshop, low and stout to tall and slender."""
    made = figure(rng, float(rng.uniform(0.24, 0.54)))
    wide = made.extent()
    most = rng.uniform(0.3, 0.5)
    if wide[:2].max() > most:  # a figure stands on a tile beside others
        made = made.moved(np.eye(3) * (most / wide[:2].max()), np.zeros(3))
    lying = float(rng.choice([0.0, rng.uniform(0, 0.2), rng.uniform(0.2, 0.9)], p=[0.4, 0.5, 0.1]))
    return replace(chosen, figure=made, viking_form="workshop", viking_size=float(made.extent().max()), lying=lying)
