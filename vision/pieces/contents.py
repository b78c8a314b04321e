"""What stands on a cell: the probabilities of nothing, one piece or two, and what each of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.pieces.pair_network import HOUSE_ON_STONE, PAIRS, Content
from vision.vocabulary import PIECES

_OTHER_KIND = 0.01
"""Relative probability of each other kind of a piece that shares its cell, where the content gives its kind; chosen by
hand."""
_MIN_KIND = 1e-4
"""Added to the probability of each kind of a piece that is alone on its cell."""
EMPTY: Content = (0, 0, 0)
_SINGLE: tuple[Content, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_PAIR_PRIORS = dict(zip(PAIRS, (0.3, 0.03, 0.1, 0.3, 0.1, 0.1), strict=True))
"""Prior factors of pairs, where the close-up network takes two pieces for as frequent as one; chosen by hand."""
_PAIR_NETWORK_PRIOR = 0.002
"""The same where the pair network takes pairs for as frequent as in its training; at this factor no single piece on the
photos was taken for two."""
CONTENTS = (EMPTY, *_SINGLE, *_PAIR_PRIORS)
"""The ten contents of a cell that are told apart: nothing, one piece, or two."""
_SINGLES, _PAIRS = slice(1 + len(_SINGLE)), slice(1 + len(_SINGLE), None)
_STONE = _SINGLE.index((0, 0, 1))
WITH_STONE = [k for k, content in enumerate(CONTENTS) if content[_STONE]]
"""Indices of the contents with a rune stone."""


def content_probabilities(counts: np.ndarray, pairs: np.ndarray, stones: bool = False) -> np.ndarray:
    """Return (n, 10) probabilities of ``CONTENTS`` on n cells, with rune stones in play or without.

    The close-up network judges the kinds independently, so one piece of either of two kinds appears as two pieces,
    although two on a cell are rare (the rules forbid it except for a longhouse on a Home rune). The pair network
    decides this, too; the higher of both probabilities of a pair counts.

    Args:
        counts: (n, 3, 3), see `CellInspection`.
        pairs: (n, 6), likewise.
        stones: whether rune stones are in play.
    """
    weights = np.ascontiguousarray(counts[:, range(len(PIECES)), CONTENTS].prod(axis=2))
    weights[:, _PAIRS] *= list(_PAIR_PRIORS.values())
    weights /= weights.sum(axis=1, keepdims=True)
    priors = np.full(len(PAIRS), _PAIR_NETWORK_PRIOR)
    if stones:
        priors[HOUSE_ON_STONE] = 1.0
    odds = priors * pairs
    several = odds.sum(axis=1) / (odds.sum(axis=1) + np.maximum(1 - pairs.sum(axis=1), 0.0) + 1e-12)
    for k in np.flatnonzero(several > weights[:, _PAIRS].sum(axis=1)):
        weights[k, _SINGLES] *= (1 - several[k]) / weights[k, _SINGLES].sum()
        weights[k, _PAIRS] = several[k] * odds[k] / odds[k].sum()
    return np.asarray(weights)


def kind_and_certainty(
    all_kinds: Sequence[int], which: int, contents: Mapping[Content, float]
) -> tuple[np.ndarray, float]:
    """Return the (3,) probabilities of a piece's kind, and the probability that it is there at all."""
    kind = all_kinds[which]
    if len(all_kinds) == 1:
        kinds, certainty = np.array([contents[content] for content in _SINGLE]) + _MIN_KIND, 1 - contents[EMPTY]
    else:
        kinds = np.where(np.arange(len(PIECES)) == kind, 1.0, _OTHER_KIND)
        before = all_kinds[:which].count(kind)
        certainty = sum(probability for content, probability in contents.items() if content[kind] > before)
    return np.asarray(kinds / kinds.sum()), certainty
