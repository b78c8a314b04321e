"""Vikings and longhouses told apart by their sizes on one table: a set's vikings are all of one size, its houses too.

Which of the two is larger differs from printing to printing (small houses beside broad discs), so it is learned from
the photo at hand: a mixture of two sizes, begun by what the network says of each piece (EM, Dempster et al. 1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.networks.activations import softmax
from vision.pieces.detect import PRESENT, Piece
from vision.vocabulary import PIECES

_ROUNDS = 12
_TRUST = 0.6
"""The network errs alike on pieces that look alike; so each counts as this share of a witness."""
_LEAST_SPREAD = 0.2
"""Standard deviation of the log area of pieces of one size: they lie, stand, lean and hide behind each other."""
_APART = 0.35
"""Two sizes nearer than this, in log area, tell nothing."""
_MOST = 3.0
"""The most, in log odds, that a size may say of one piece."""
_FEWEST = 5
_KINDS = [PIECES.index("viking"), PIECES.index("longhouse")]


@dataclass(frozen=True)
class _Sizes:
    """Mean and standard deviation of the log area of vikings and of longhouses, (2,) each, and their shares."""

    mean: np.ndarray
    spread: np.ndarray
    share: np.ndarray


def weigh_sizes(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, the kind of each weighed by its size against the sizes of the others."""
    told = [k for k, p in enumerate(pieces) if p.area > 0 and p.certainty >= PRESENT and p.kind != "stone"]
    if len(told) < _FEWEST:
        return list(pieces)
    areas = np.array([np.log(pieces[k].area) for k in told])
    said = np.array([pieces[k].kinds[_KINDS] for k in told])
    sizes = _two_sizes(areas, said / said.sum(axis=1, keepdims=True))
    weighed = list(pieces)
    if abs(sizes.mean[0] - sizes.mean[1]) >= _APART:
        for k, area in zip(told, areas, strict=True):
            weighed[k] = _weighed(pieces[k], area, sizes)
    return weighed


def _two_sizes(areas: np.ndarray, said: np.ndarray) -> _Sizes:
    """Fit the sizes to (n,) log areas, begun by (n, 2) probabilities of viking and longhouse."""
    likely = said
    trusted = _TRUST * np.log(said + 1e-3)
    for _ in range(_ROUNDS):
        weight = likely.sum(axis=0) + 1e-3
        mean = (likely * areas[:, None]).sum(axis=0) / weight
        spread = np.sqrt((likely * (areas[:, None] - mean) ** 2).sum(axis=0) / weight)
        sizes = _Sizes(mean, np.maximum(spread, _LEAST_SPREAD), weight / weight.sum())
        likely = softmax(trusted + _fit(areas, sizes))
    return sizes


def _fit(areas: np.ndarray, sizes: _Sizes) -> np.ndarray:
    """(n, 2) log likelihoods of (n,) log areas."""
    return np.asarray(-(((areas[:, None] - sizes.mean) / sizes.spread) ** 2) / 2 - np.log(sizes.spread))


def _weighed(piece: Piece, area: float, sizes: _Sizes) -> Piece:
    viking, house = _fit(np.array([area]), sizes)[0]
    odds = float(np.clip(house - viking, -_MOST, _MOST))
    kinds = piece.kinds.copy()
    kinds[_KINDS] = kinds[_KINDS] ** _TRUST * np.exp([-odds / 2, odds / 2])
    return replace(piece, kinds=kinds / kinds.sum())
