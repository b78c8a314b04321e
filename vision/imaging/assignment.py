"""Each thing seen to at most one thing known, so that all pairs together are as good as can be."""

from __future__ import annotations

import numpy as np


def pair_up(worth: np.ndarray) -> list[int | None]:
    """Return for each of n things seen the number of the thing known that it is, or None.

    The sum of the pairs' worths is greatest (the assignment problem, by shortest augmenting paths: Kuhn 1955, Jonker
    and Volgenant 1987); what is worth nothing to anyone stays alone.

    Args:
        worth: (n, m), what it speaks for a pair; a pair is made only where it is above zero.
    """
    seen, known = worth.shape
    # Being alone is worth as much as a pair that is worth nothing.
    costs = np.zeros((seen, max(seen, known)))
    costs[:, :known] = -np.maximum(worth, 0)
    owners = np.full(costs.shape[1], -1)
    prices = np.zeros(costs.shape[1])
    gains = np.zeros(seen)
    for row in range(seen):
        _give(row, costs, owners, gains, prices)
    pairs: list[int | None] = [None] * seen
    for k, n in enumerate(owners[:known].tolist()):
        if n >= 0 and worth[n, k] > 0:
            pairs[n] = k
    return pairs


def _give(row: int, costs: np.ndarray, owners: np.ndarray, gains: np.ndarray, prices: np.ndarray) -> None:
    """Find one more row its column, in place; rows that had it go on to others, along the cheapest way."""
    away = np.full(len(owners), np.inf)
    before = np.full(len(owners), -1)
    done = np.zeros(len(owners), bool)
    at, least, last = row, 0.0, -1
    while True:
        through = least + costs[at] - gains[at] - prices
        nearer = ~done & (through < away)
        away[nearer], before[nearer] = through[nearer], last
        last = int(np.where(done, np.inf, away).argmin())
        least = float(away[last])
        if owners[last] < 0:
            break
        done[last] = True
        at = int(owners[last])
    gains[row] += least
    gains[owners[done]] += least - away[done]
    prices[done] -= least - away[done]
    while last >= 0:
        owners[last] = owners[before[last]] if before[last] >= 0 else row
        last = int(before[last])
