"""How much more often than by the networks' weighted probabilities candidates are nothing, longhouses, or stones.

The networks' log probabilities count with weights below 1, which alone would make rare kinds too likely. Each term is 1
for its states, so its weight is the log odds of the prior, which may be negative.
"""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour


def prior_of_nothing(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24): 1 for nothing, 0 otherwise."""
    return _ones(scene, 0)


def prior_of_longhouse(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24): 1 for a longhouse of any colour, 0 otherwise."""
    return _ones(scene, 2)


def prior_of_stone(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24): 1 for a rune stone, 0 otherwise."""
    return _ones(scene, 3)


def _ones(scene: Scene, kind: int) -> np.ndarray:
    return for_every_colour(np.tile(np.eye(KIND_COUNT)[kind], (len(scene.candidates), 1)))
