"""Log odds that a candidate is a piece at all, beyond what the networks' weighted probabilities of its content say.

Whether anything stands on a cell the networks judge better than what stands there, and in strange prints, too, so that
their word on that counts more. Two pieces on one cell are rare, and mostly one that was taken for two.

Fitted: ``_WEIGHTS``, by logistic regression given what all other terms say, see `training.fit.presence`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.networks.activations import log_odds
from vision.pieces.detect import Piece
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour
from vision.vocabulary import PIECES

_WEIGHTS = np.array([0.7, 2.86, -3.63])
"""Nats for each of `presence_features`; fitted by `training.fit.presence`."""
_MIN_PROBABILITY = 0.1
"""Probabilities are limited to this and to 1 minus this before their log odds are taken. Of 0.001 to 0.2 all fit made
boards alike; in a strange print what the networks are surer of is hardly ever more surely there."""
_STONE = PIECES.index("stone")


def presence(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds for a piece against nothing; 0 for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    unknown = np.array([p.rune is None for p in scene.candidates], bool)
    odds[unknown, 0] = -(presence_features(scene.candidates, scene.alone) @ _WEIGHTS)[unknown]
    return for_every_colour(odds)


def presence_features(pieces: Sequence[Piece], alone: np.ndarray) -> np.ndarray:
    """Return (n, 3) features of n candidates, given (n,) bool which are alone on their cells.

    The columns are the context network's log odds of any piece, the probability of a stone, and 1 for candidates that
    share a cell.
    """
    certainties = np.array([p.certainty for p in pieces])
    stones = np.array([p.kinds[_STONE] for p in pieces])
    return np.column_stack([log_odds(certainties, _MIN_PROBABILITY), stones, ~alone])
