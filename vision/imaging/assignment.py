"""The assignment problem: pairs detections with known items so that the total score is greatest."""

from __future__ import annotations

import numpy as np


def pair_up(scores: np.ndarray) -> list[int | None]:
    """Assign each of n detections to at most one of m known items, so that the total score is greatest.

    Args:
        scores: (n, m) score of each pair; only pairs with a positive score are made.

    Returns:
        For each detection the index of its item, or None.
    """
    # Importing SciPy takes a third of a second, and readings without a known tile set do not need it.
    from scipy.optimize import linear_sum_assignment

    pairs: list[int | None] = [None] * len(scores)
    for n, k in zip(*linear_sum_assignment(np.maximum(scores, 0), maximize=True), strict=True):
        if scores[n, k] > 0:
            pairs[int(n)] = int(k)
    return pairs
