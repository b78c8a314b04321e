"""Tells the parts of islands by the land at the edges of their tiles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.networks.activations import sigmoid

Place = tuple[int, int]
PARTS = {(False, True): "left", (True, True): "middle", (True, False): "right"}
"""Parts of islands by whether land goes on at the left and at the right edge."""
_SEAM, _END = (8.6, -0.2), (12.2, -1.3)
"""Logistic regressions of land that goes on at an edge: weight of the shares of land at the edge, less a half each, and
bias, where another tile lies beside it, whose share counts as well, and where none does. Fitted to the 3 549 seams and
1 395 other edges of 139 synthetic fjords (40300-40439): of the seams 5 are misread instead of 16 by one side alone, and
2 instead of 8 of them with 0.85 or more."""
_IMPOSSIBLE = 0.4
"""Confidence of the part of a tile with land at neither edge, which is asked about. By hand."""


def continuing_land_probabilities(
    shares: Mapping[Place, tuple[float, float]], laid: Mapping[Place, float]
) -> dict[Place, tuple[float, float]]:
    """Return the probabilities, 0..1, that land goes on at the left and right edges of tiles, by (row, column).

    What goes on at one side of a seam goes on at the other.

    Args:
        shares: the shares of land, 0..1, at the left and right edges.
        laid: the probabilities of the tiles.
    """
    found = {}
    for (row, column), (left, right) in shares.items():
        before, after = ((row, column + step) for step in (-1, 1))
        found[row, column] = (
            _going_on(left, shares[before][1] if laid.get(before, 0.0) > 0.5 else None),
            _going_on(right, shares[after][0] if laid.get(after, 0.0) > 0.5 else None),
        )
    return found


def _going_on(share: float, beside: float | None) -> float:
    if beside is None:
        return float(sigmoid(np.dot(_END, (share - 0.5, 1.0))))
    return float(sigmoid(np.dot(_SEAM, (share + beside - 1.0, 1.0))))


def part_of(left: float, right: float) -> tuple[str, float]:
    """Return the part of an island with these probabilities of land at its edges, and its confidence, 0..1."""
    ends = (left > 0.5, right > 0.5)
    if ends in PARTS:
        return PARTS[ends], min(max(chance, 1 - chance) for chance in (left, right))
    # Land at neither edge is impossible: the edge with more land is chosen.
    return ("left" if right >= left else "right"), _IMPOSSIBLE
