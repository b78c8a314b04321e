"""How well two readings of tables agree under each turn and shift: origin and turn of a reading are free."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.hexgrid import SIDES, Cell, turned

Way = tuple[int, Cell]
"""Clockwise sixths to turn by, and then cells to shift by."""
_WIDE = 1 << 16


def agreements(worth: np.ndarray, cells: Sequence[Cell], others: Sequence[Cell]) -> dict[Way, float]:
    """Return for each way that lays a cell on one of the others the worth of all pairs that it brings together.

    Args:
        worth: (6, n, m) what it speaks for a turn if the n-th cell, turned, is the m-th of the others.
        cells: n cells.
        others: m cells.
    """
    there = np.array(others, int)
    found: dict[Way, float] = {}
    for turn in SIDES:
        here = np.array([turned(cell, turn) for cell in cells], int)
        shifts = (there[None] - here[:, None]).reshape(-1, 2)
        keys, index = np.unique((shifts[:, 0] + _WIDE) * 4 * _WIDE + shifts[:, 1] + _WIDE, return_inverse=True)
        totals = np.bincount(index.ravel(), weights=worth[turn].ravel())
        for key, total in zip(keys.tolist(), totals.tolist(), strict=True):
            q, r = divmod(key, 4 * _WIDE)
            found[turn, (q - _WIDE, r - _WIDE)] = total
    return found
