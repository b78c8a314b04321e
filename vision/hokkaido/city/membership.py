"""Decides which squares belong to a city: how likely each of them is a card rather than table."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from vision.hokkaido.cells import Cells, Place, saturated
from vision.hokkaido.city.table_comparison import neighbours, table_distances
from vision.hokkaido.printings.prior import styled_prior
from vision.networks.activations import sigmoid
from vision.squares.novelty import Novelty

_MIN_NOVELTY, _MIN_DISTANCE, _MAX_LOG_ODDS = 0.3, 1e-6, 12.0
"""Least novelty and squared distance of which logarithms are taken, and largest log odds; chosen by hand."""
_BY_NOVELTY = ((1.9, 3.8), (0.6, 1.0))
"""Novelty of most squares of table, and of most cards, with the probability of a card where no table is seen whole:
a photo that shows so little of it may be full of cards. The probability was chosen by hand."""
_WEIGHTS = (1.67, -3.55, 1.55, 0.69, 3.5, 2.85, -8.5)
"""Logistic regression of a card: weights of the logarithms of a square's distances from the table and from this
printing's squares and of its novelty, of the number of its neighbours in the city, of the saturated edges towards table
and towards the city, and the bias. Fitted to the squares in and beside 80 synthetic cities; on either half, fitted to
the other one, 35 of 4898 squares are wrong instead of 114 by distance ratios, and five of them not doubted."""


def card_probabilities(
    cells: Cells, laid: Collection[Place], asked: Sequence[Place], novelty: Novelty, own: np.ndarray
) -> np.ndarray:
    """Return (n,) how likely squares are cards, 0..1; by their novelty alone if hardly any table is visible.

    Args:
        cells: the rectified view.
        laid: the squares taken for cards so far.
        asked: n squares, of these and of their neighbours.
        novelty: how unlike the table the parts of the photo are.
        own: (n,) squared distances of the squares from the nearest class of this printing, known by `styled_prior`.
    """
    away = table_distances(cells, laid, styled_prior())
    unlike = novelty.of_squares(cells.plane, (cells.left, cells.top), cells.inside.shape)
    novelties = [max(float(unlike[y - cells.top, x - cells.left]), _MIN_NOVELTY) for x, y in asked]
    if not away:
        return np.interp(novelties, *_BY_NOVELTY)
    measured = []
    for place, distance, novel in zip(asked, own, novelties, strict=True):
        sides = {beside: _edge(cells, place, beside) for beside in neighbours([place])}
        within = [edge for beside, edge in sides.items() if beside in laid]
        out = [edge for beside, edge in sides.items() if beside not in laid]
        far = np.log(np.maximum([away[place], distance], _MIN_DISTANCE))
        measured.append([*far, np.log(novel), len(within), sum(out), sum(within), 1.0])
    return sigmoid(np.clip(np.array(measured) @ _WEIGHTS, -_MAX_LOG_ODDS, _MAX_LOG_ODDS))


def _edge(cells: Cells, one: Place, other: Place) -> float:
    """Return the strength, 0..1, of the edge between two neighbours; 0 at the border of the view."""
    across, down = cells.edges
    strengths = across if one[1] == other[1] else down
    column, row = min(one[0], other[0]) - cells.left, min(one[1], other[1]) - cells.top
    if not (0 <= row < strengths.shape[0] and 0 <= column < strengths.shape[1]):
        return 0.0
    return float(saturated(strengths[row, column]))
