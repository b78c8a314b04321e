"""Log odds of the content of a candidate's cell, and of its colour, from the networks."""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, STATE_COUNT, for_every_colour, of_colours
from vision.vocabulary import COLOURS

_MIN_PROBABILITY = 1e-4
"""Added to probabilities before their logarithm: a network is never certain."""
_SHARED_BY_COLOURS = np.array([0.0, np.log(len(COLOURS)), np.log(len(COLOURS)), 0.0])
"""A kind's probability is shared by its colours."""


def context_counts(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of the states by the context network, which compares all cells of a table."""
    present = np.array([p.certainty for p in scene.candidates])[:, None]
    kinds = np.array([p.kinds for p in scene.candidates])
    return _log_probabilities(np.hstack([1 - present, present * kinds]))


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


def _log_probabilities(kinds: np.ndarray) -> np.ndarray:
    return for_every_colour(np.log(kinds + _MIN_PROBABILITY) - _SHARED_BY_COLOURS)
