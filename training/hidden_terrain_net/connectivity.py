"""Which edges of a tile are connected, and how often tiles are drawn so that as many are as on real tiles."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from vision.terrain.regions import ambiguous_pairs, components_of, rim_third_indices, with_rim

UNKNOWN = -1
"""Label of pairs of thirds of edges without a question of connectivity."""
_JOINED_SHARE = 0.5
"""Mean share of a tile's pairs that are connected: 0.48 on 122 tiles with such pairs of 14 boards of strange copies,
0.51 on 158 of 18 boards of known ones. On made tiles it is 0.63, since
three of four are crossed by a band of terrain."""
_STEEPEST = 20.0
"""Limit of the exponent by which the share decides how often a tile is drawn."""


def connectivity(truth: np.ndarray, rim: np.ndarray) -> np.ndarray:
    """Return (18, 18) int8 for pairs of thirds of edges: 1 connected by a patch, 0 separated, ``UNKNOWN`` otherwise.

    It is unknown where there is no question: different terrains, or one uninterrupted stretch of the rim.

    Args:
        truth: (49, 49) true terrain 0..2 of a tile.
        rim: (49, 49) terrain of its edges, see `regions.rim_terrain`.
    """
    patches = components_of(with_rim(truth[None], rim))[0].ravel()[rim_third_indices()]
    return np.where(ambiguous_pairs(rim), patches[:, None] == patches, UNKNOWN).astype(np.int8)


def drawing_probabilities(connected: np.ndarray) -> np.ndarray:
    """Return (n,) probabilities of drawing each of n tiles, with which pairs are as often connected as on real tiles.

    A tile's weight is an exponential function of the share of its pairs that are connected, the least change of the
    distribution that gives the mean. Tiles without such pairs stay as frequent as they are.

    Args:
        connected: (n, 18, 18) see `connectivity`.
    """
    known = (connected != UNKNOWN).sum(axis=(1, 2))
    asked = known > 0
    weights = np.ones(len(connected))
    if asked.any():
        shares = (connected[asked] == 1).sum(axis=(1, 2)) / known[asked]
        factors = np.exp(-_slope(shares) * shares)
        weights[asked] = factors / factors.mean()
    return np.asarray(weights / weights.sum())


def _slope(shares: np.ndarray) -> float:
    """Return the exponent with which the weighted mean of (n,) shares is `_JOINED_SHARE`, as nearly as possible."""

    def excess(slope: float) -> float:
        return float(np.average(shares, weights=np.exp(-slope * shares))) - _JOINED_SHARE

    if excess(_STEEPEST) >= 0:
        return _STEEPEST
    return -_STEEPEST if excess(-_STEEPEST) <= 0 else float(brentq(excess, -_STEEPEST, _STEEPEST))
