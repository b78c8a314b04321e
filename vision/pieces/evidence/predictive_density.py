"""Density of a candidate's colour or look, given those of the other candidates of its table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry.lattice import Cell

_CERTAINTY_POWER = 5
"""Power of the certainty with which a candidate counts as an example: what is made up often looks like more of it.
Chosen by hand: 3 and 8 tell the candidates of five sets of made boards apart as well."""
_NEW = 2.0
"""Pieces that the chance of something without any example stands for: the concentration of the Dirichlet process.
Chosen by hand: 1 and 4 do as well."""


def log_predictive_density(
    cells: Sequence[Cell], certainties: np.ndarray, kernel: np.ndarray, new_density: float
) -> np.ndarray:
    """Return the (n,) log predictive densities of n candidates given those on other cells.

    The density is that of a Dirichlet process (Ferguson 1973): where few candidates are certain, being unlike all of
    them counts little.

    Args:
        cells: of the n candidates.
        certainties: (n,) 0..1, probability that each is a piece of the kinds that count as examples.
        kernel: (n, n) density of each candidate around each other one, 1 where both are equal.
        new_density: density of what has no example.
    """
    places = np.array(cells)
    examples = certainties**_CERTAINTY_POWER * (places[:, None] != places).any(axis=2)
    near = (examples * kernel).sum(axis=1)
    return np.asarray(np.log((near + _NEW * new_density) / (examples.sum(axis=1) + _NEW)))
