"""Log odds of longhouse against viking, by the visible area of a piece beside the others on the table.

All vikings of a printing have one size, and all its longhouses have one. Which is larger differs between printings
(small houses beside broad discs), so both sizes are estimated from the photo: a mixture of two normal distributions of
the log area, started from the network's probabilities (EM, Dempster et al. 1977).

What it adds, in nats, to the log odds of longhouse against viking, for pieces that are present and no stones:

    ln N(log area; longhouses) - ln N(log area; vikings), clipped to +-``_MAX_LOG_ODDS`` (3)

and it multiplies the network's own log odds of the two by ``_NETWORK_WEIGHT`` (0.6). It applies to boards with at least
five such pieces whose two mean sizes differ by at least 0.35 in log area.

Chosen by hand: all of its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.networks.activations import softmax
from vision.pieces.detect import PRESENT, Piece
from vision.vocabulary import PIECES

_EM_ROUNDS = 12
_NETWORK_WEIGHT = 0.6
"""Weight of the network's log probabilities of the kinds: it errs alike on pieces that look alike; chosen by hand."""
_MIN_SPREAD = 0.2
"""Least standard deviation of the log area of pieces of one size, as they lie, stand and hide each other; by hand."""
_MIN_SIZE_DIFFERENCE = 0.35
"""Difference of the mean log areas below which the term is left out; chosen by hand."""
_MAX_LOG_ODDS = 3.0
"""Cap, nats; chosen by hand."""
_MIN_PIECES = 5
"""Fewest pieces from which two sizes are estimated; chosen by hand."""
_MIN_SHARE = 1e-3
"""Added to probabilities before their logarithm and to weights before a division."""
_KINDS = [PIECES.index("viking"), PIECES.index("longhouse")]


@dataclass(frozen=True)
class _SizeModel:
    """Two normal distributions of the log area, of vikings and of longhouses.

    Attributes:
        mean: (2,).
        spread: (2,) standard deviations.
    """

    mean: np.ndarray
    spread: np.ndarray


def apply_size_term(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with the size term added to the log odds of longhouse against viking."""
    sized = [k for k, p in enumerate(pieces) if p.area > 0 and p.certainty >= PRESENT and p.kind != "stone"]
    if len(sized) < _MIN_PIECES:
        return list(pieces)
    areas = np.array([np.log(pieces[k].area) for k in sized])
    kinds = np.array([pieces[k].kinds[_KINDS] for k in sized])
    model = _fit_sizes(areas, kinds / kinds.sum(axis=1, keepdims=True))
    weighed = list(pieces)
    if abs(model.mean[0] - model.mean[1]) >= _MIN_SIZE_DIFFERENCE:
        for k, area in zip(sized, areas, strict=True):
            weighed[k] = _weighed(pieces[k], area, model)
    return weighed


def _fit_sizes(areas: np.ndarray, kinds: np.ndarray) -> _SizeModel:
    """Fit both sizes to (n,) log areas by EM, started from (n, 2) probabilities of viking and longhouse."""
    responsibilities = kinds
    network = _NETWORK_WEIGHT * np.log(kinds + _MIN_SHARE)
    for _ in range(_EM_ROUNDS):
        weight = responsibilities.sum(axis=0) + _MIN_SHARE
        mean = (responsibilities * areas[:, None]).sum(axis=0) / weight
        spread = np.sqrt((responsibilities * (areas[:, None] - mean) ** 2).sum(axis=0) / weight)
        model = _SizeModel(mean, np.maximum(spread, _MIN_SPREAD))
        responsibilities = softmax(network + _log_likelihoods(areas, model))
    return model


def _log_likelihoods(areas: np.ndarray, model: _SizeModel) -> np.ndarray:
    """Return (n, 2) log likelihoods, up to a constant, of (n,) log areas for vikings and longhouses."""
    return np.asarray(-(((areas[:, None] - model.mean) / model.spread) ** 2) / 2 - np.log(model.spread))


def _weighed(piece: Piece, area: float, model: _SizeModel) -> Piece:
    viking, house = _log_likelihoods(np.array([area]), model)[0]
    odds = float(np.clip(house - viking, -_MAX_LOG_ODDS, _MAX_LOG_ODDS))
    kinds = piece.kinds.copy()
    kinds[_KINDS] = kinds[_KINDS] ** _NETWORK_WEIGHT * np.exp([-odds / 2, odds / 2])
    return replace(piece, kinds=kinds / kinds.sum())
