"""Log probabilities of a candidate's kind and colour by the candidate network."""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, STATE_COUNT, for_every_colour, of_colours


def candidate_kinds(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of kinds by the candidate network; 0 for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if len(scene.judged):
        unknown = np.array([p.rune is None for p in scene.candidates], bool)
        odds[unknown] = scene.judged[unknown, :KIND_COUNT]
    return for_every_colour(odds)


def candidate_colours(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of colours by the candidate network; 0 where these have names of their own."""
    if scene.palette is not None or not len(scene.judged):
        return np.zeros((len(scene.candidates), STATE_COUNT))
    logs = scene.judged[:, KIND_COUNT:]
    return of_colours(logs, logs)
