"""Scores of the rotations and shifts that align two readings: the origin and rotation of a reading are arbitrary."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.hexgrid import SIDES, Cell, turned

Transform = tuple[int, Cell]
"""Clockwise sixths of a rotation about the origin, and cells of a shift after it."""
_OFFSET = 1 << 16
"""Added to coordinates to make a shift one non-negative key: more than any board's extent."""


def transform_scores(scores: np.ndarray, cells: Sequence[Cell], others: Sequence[Cell]) -> dict[Transform, float]:
    """Return the summed score of each transform that maps a cell onto one of the others.

    Args:
        scores: (6, n, m) score of the n-th cell, rotated by each of 0..5 sixths, being the m-th of the others.
        cells: n cells.
        others: m cells.
    """
    there = np.array(others, int)
    found: dict[Transform, float] = {}
    for turn in SIDES:
        here = np.array([turned(cell, turn) for cell in cells], int)
        shifts = (there[None] - here[:, None]).reshape(-1, 2)
        keys, index = np.unique((shifts[:, 0] + _OFFSET) * 4 * _OFFSET + shifts[:, 1] + _OFFSET, return_inverse=True)
        totals = np.bincount(index.ravel(), weights=scores[turn].ravel())
        for key, total in zip(keys.tolist(), totals.tolist(), strict=True):
            q, r = divmod(key, 4 * _OFFSET)
            found[turn, (q - _OFFSET, r - _OFFSET)] = total
    return found
