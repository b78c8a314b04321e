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


def closeup_counts(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities by the close-up network, which sees one cell; 0 where two share a cell."""
    known = [k for k, p in enumerate(scene.candidates) if p.rune is None and len(p.counts) and scene.alone[k]]
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if not known:
        return for_every_colour(odds)
    counts = np.array([scene.candidates[k].counts for k in known])
    some = counts[:, :, 1:].sum(axis=2)
    none = counts[:, :, 0]
    weights = np.column_stack([none.prod(axis=1), *(_only(some, none, kind) for kind in range(KIND_COUNT - 1))])
    result = for_every_colour(odds)
    result[known] = _log_probabilities(weights / weights.sum(axis=1, keepdims=True))
    return result


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


def _only(some: np.ndarray, none: np.ndarray, kind: int) -> np.ndarray:
    """Return (n,) probabilities, before they are normalised, of one piece of this kind and of no other."""
    others = [k for k in range(none.shape[1]) if k != kind]
    return np.asarray(some[:, kind] * none[:, others].prod(axis=1))


def _log_probabilities(kinds: np.ndarray) -> np.ndarray:
    return for_every_colour(np.log(kinds + _MIN_PROBABILITY) - _SHARED_BY_COLOURS)
