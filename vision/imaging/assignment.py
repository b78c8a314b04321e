"""The assignment problem: things seen to things known, so that the sum of all pairs' worths is greatest."""

from __future__ import annotations

import numpy as np


def pair_up(worth: np.ndarray) -> list[int | None]:
    """Return for each of n things seen the number of the thing known that it is, or None.

    The sum of the pairs' worths is greatest; what is worth nothing to anyone stays alone.

    Args:
        worth: (n, m), what it speaks for a pair; a pair is made only where it is above zero.
    """
    # Importing it takes a third of a second, which readings without a taught set need not wait for.
    from scipy.optimize import linear_sum_assignment

    pairs: list[int | None] = [None] * len(worth)
    for n, k in zip(*linear_sum_assignment(np.maximum(worth, 0), maximize=True), strict=True):
        if worth[n, k] > 0:
            pairs[int(n)] = int(k)
    return pairs
