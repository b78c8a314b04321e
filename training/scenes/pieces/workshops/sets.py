"""Sets of pieces from any workshop. Figures and houses are of like size: only their shapes tell them apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.compact_sets import compact_set
from training.scenes.pieces.meshes import Mesh
from training.scenes.pieces.paints import repainted
from training.scenes.pieces.piece_sets import PieceSet, random_set
from training.scenes.pieces.workshops.figures import figure
from training.scenes.pieces.workshops.further import further_figure, further_house
from training.scenes.pieces.workshops.houses import house

_WORKSHOPS, _COMPACT = 0.75, 0.15
"""Shares of sets from a workshop, and of those with compact houses; the rest are as in other training pictures."""
_FURTHER = 0.5
"""Share of figures, and independently of houses, that are of the further workshops. Chosen by hand."""
_LIKE_SIZE = 0.4
"""Share of the further figures that are about as large as their set's houses. Chosen by hand."""
_FLAT = 0.45
"""Height of a figure relative to its width below which it lies as it is, and never on its rim. Chosen by hand."""
_REPAINTED = 0.6
"""Share of sets in paints of all kinds, with washed-out blacks, greys from dark to light and whites of all kinds."""


def any_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces and its players' colours, some of them close to one of ``near`` (N, 3) BGR."""
    drawn = _unpainted_set(rng, near)
    return repainted(rng, drawn, near) if rng.random() < _REPAINTED else drawn


def _unpainted_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces with its players' usual colours."""
    kind = rng.random()
    if kind > _WORKSHOPS + _COMPACT:
        return random_set(rng, near)
    if kind > _WORKSHOPS:
        return compact_set(rng, near)
    drawn = random_set(rng, near)
    length = float(np.exp(rng.uniform(np.log(0.24), np.log(0.62))))
    made = further_house(rng, length) if rng.random() < _FURTHER else house(rng, length)
    size = made.extent()
    chosen = replace(drawn, house=made, house_form="workshop", house_size=float(size[1]))
    if drawn.viking_form == "disc" and rng.random() < 0.35:
        return chosen
    return with_figure(rng, chosen)


def _figure(rng: np.random.Generator, chosen: PieceSet) -> Mesh:
    """Return a figure from any workshop, often about as large as the set's house."""
    size = float(rng.uniform(0.24, 0.54))
    if rng.random() > _FURTHER:
        return figure(rng, size)
    if chosen.house is not None and rng.random() < _LIKE_SIZE:
        size = float(np.clip(chosen.house.extent().max() * rng.uniform(0.85, 1.15), 0.22, 0.6))
    return further_figure(rng, size)


def with_figure(rng: np.random.Generator, chosen: PieceSet) -> PieceSet:
    """Return the set with figures of a workshop, low and stout to tall and slender."""
    made = _figure(rng, chosen)
    wide = made.extent()
    most = rng.uniform(0.3, 0.5)
    if wide[:2].max() > most:  # a figure stands on a tile beside others
        made = made.moved(np.eye(3) * (most / wide[:2].max()), np.zeros(3))
    lying = float(rng.choice([0.0, rng.uniform(0, 0.2), rng.uniform(0.2, 0.9)], p=[0.4, 0.5, 0.1]))
    if wide[2] < _FLAT * wide[:2].max():
        lying = 0.0
    return replace(chosen, figure=made, viking_form="workshop", viking_size=float(made.extent().max()), lying=lying)
