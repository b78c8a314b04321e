"""How often the like of a candidate recurs among the other candidates of a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry.lattice import nearest_cell
from vision.pieces.detect import Piece

_CERTAINTY_POWER = 5
"""Power of the certainty with which a candidate counts as an example: what is made up often looks like more of it.
Chosen by hand: 3 and 8 tell the candidates of five sets of made boards apart as well."""
_NEW = 2.0
"""Pieces that the chance of something without any example stands for: the concentration of the Dirichlet process.
Chosen by hand: 1 and 4 do as well."""


def log_recurrence(
    pieces: Sequence[Piece], certainties: np.ndarray, kernel: np.ndarray, new_density: float
) -> np.ndarray:
    """Return the (n,) log densities of n candidates given those on other cells.

    The density is that of a Dirichlet process (Ferguson 1973), so that being unlike all others counts hardly where few
    are certain.

    Args:
        pieces: the candidates.
        certainties: (n,) 0..1, that each is a piece of the sort that counts.
        kernel: (n, n) density of each beside each other, 1 beside its equal.
        new_density: density of what has no example.
    """
    cells = np.array([nearest_cell(p.foot) for p in pieces])
    examples = certainties**_CERTAINTY_POWER * (cells[:, None] != cells).any(axis=2)
    near = (examples * kernel).sum(axis=1)
    return np.asarray(np.log((near + _NEW * new_density) / (examples.sum(axis=1) + _NEW)))
