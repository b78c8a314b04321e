"""Evidence from the rules about who owns which pieces, and where they may stand.

In every printing and variant a player owns four longhouses (the rules' list of components), and vikings are placed
beside one's own pieces, the first of which is a longhouse. Each term lies between -1 and 1 before its weight.
"""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.scene import MAX_RULE_CAP, Scene
from vision.pieces.evidence.states import LONGHOUSE, VIKING, of_colours

_MORE_LONGHOUSES = (0.001, 0.001, 0.001)
"""Prior of five, six, and seven or more longhouses. By hand; the term's cap bounds what it can do."""
_PRIOR_SETTLING = np.array([0.01, 0.03, 0.05, 0.11, 0.8, *_MORE_LONGHOUSES])
"""Prior of a player's number of longhouses from 0 on, once vikings are placed: what is not built before is lost, so
that nearly everybody has built all four, as 71 of 75 players on photographed tables have. By hand."""
_PRIOR_BUILDING = np.array([0.2, 0.2, 0.2, 0.2, 0.2, *_MORE_LONGHOUSES])
"""The same before the first viking is placed."""
_WITHOUT_LONGHOUSE = float(np.exp(-MAX_RULE_CAP))
"""Share of a group's likelihood that is left without a longhouse: plains or pieces may be misread. With 0.02 to 0.1 500
synthetic boards and 31 photos have 643 to 647 errors."""
_MIN_PROBABILITY = 0.02
"""Least probability of a colour with which a candidate counts in the groups of that colour; for speed."""
_MAX_COUNT = len(_PRIOR_SETTLING) - 1
"""Number of longhouses that stands for itself and all above."""
_SUMS = np.add.outer(np.arange(_MAX_COUNT + 1), np.arange(_MAX_COUNT + 1))
"""(m, m) sums of the numbers of longhouses among two parts of the candidates."""


def colour_without_others(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds against any piece of a colour of which no other piece is believed to stand."""
    alone = 1 - _any_other(belief[:, VIKING] + belief[:, LONGHOUSE])
    return of_colours(-alone, -alone)


def viking_without_longhouse(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds against a viking of each colour where no longhouse of it is in its group.

    A group is what plains join from piece to piece of one colour: its first piece was a longhouse, since each viking is
    placed where plains join it to an own piece. Where a cell beside the group is not in sight, one may stand there.
    """
    houses = belief[:, LONGHOUSE]
    pieces = np.clip(belief[:, VIKING] + houses, 0, 1)
    odds = np.zeros_like(pieces)
    for colour, shares in enumerate(pieces.T):
        some = np.flatnonzero(shares > _MIN_PROBABILITY)
        if len(some):
            reached = _reached(scene.joined, some, shares[some])
            housed = np.where(scene.unseen_beside[some] > 0, shares[some], houses[some, colour])
            without = (scene.unseen_beside == 0) * np.prod(1 - reached * housed, axis=1)
            odds[:, colour] = np.log(1 - without + _WITHOUT_LONGHOUSE * without) / MAX_RULE_CAP
    return of_colours(odds, np.zeros_like(odds))


def _reached(joined: np.ndarray, some: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Return (n, m) probabilities of the likeliest path from each candidate to each of ``some``, 0 to itself.

    A path leads from tile to tile that plains join, over pieces of one colour.

    Args:
        joined: (n, n) probability that plains join two candidates.
        some: (m,) index of those that may be pieces of the colour in question, at least one.
        shares: (m,) probability that they are.
    """
    between = joined[np.ix_(some, some)] * shares[:, None]
    # By dynamic programming over the pieces between (Floyd 1962), with products in the place of sums.
    for k in range(len(some)):
        np.maximum(between, np.outer(between[:, k], between[k]), out=between)
    np.fill_diagonal(between, 1)
    reached: np.ndarray = (joined[:, some, None] * between).max(axis=1)
    reached[some, np.arange(len(some))] = 0
    return reached


def longhouse_count(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds of a longhouse of each colour by how many longhouses of it the others are.

    They are the exact ones of a prior over each player's number of longhouses, if ``belief`` is what is believed
    without this term. Four others make no viking likelier than nothing, and three do not make the second piece on a
    tile a longhouse: two never share one, while a Home stone lies beneath its longhouse.
    """
    houses = belief[:, LONGHOUSE]
    settling = 1 - np.exp(np.log1p(-np.clip(belief[:, VIKING], 0, 1 - 1e-9)).sum())
    prior = settling * _PRIOR_SETTLING + (1 - settling) * _PRIOR_BUILDING
    before, after = _counts(np.stack([houses, houses[::-1]], axis=1)).swapaxes(0, 1)
    # Numbers among the candidates before one are joined with those among the candidates after it.
    one_more, as_many = (
        ((before[:-1] @ prior[np.minimum(_SUMS + more, _MAX_COUNT)]) * after[::-1][1:]).sum(axis=2) for more in (1, 0)
    )
    odds = np.clip(np.log(one_more / as_many) / MAX_RULE_CAP, -1, 1)
    odds = np.where(scene.alone[:, None], odds, np.minimum(odds, 0))
    return of_colours(np.zeros_like(odds), odds)


def _counts(probabilities: np.ndarray) -> np.ndarray:
    """Return (n + 1, ..., m) probabilities of each number of the first 0, 1 … n of n independent candidates.

    The last number stands for itself and all above.

    Args:
        probabilities: (n, ...), of the candidates, along the first axis.
    """
    counts = np.zeros((len(probabilities) + 1, *probabilities.shape[1:], _MAX_COUNT + 1))
    counts[0, ..., 0] = 1
    for before, after, p in zip(counts, counts[1:], probabilities[..., None], strict=False):
        one_more = before * p
        np.subtract(before, one_more, out=after)
        after[..., 1:] += one_more[..., :-1]
        after[..., -1] += one_more[..., -1]
    return counts


def _any_other(probabilities: np.ndarray) -> np.ndarray:
    """Return (n, 11) probabilities that any other candidate has each colour, taken as independent."""
    absent = np.log1p(-np.clip(probabilities, 0, 1 - 1e-9))
    return np.asarray(1 - np.exp(absent.sum(axis=0) - absent))
