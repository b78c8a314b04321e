"""Fits the weights of the terms: the true states become likeliest in the belief at which inference ends.

Fitting through the approximate inference itself, rather than given the true states of all other candidates, finds
weights at which its errors do not confirm each other (Domke 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from training.fit.evidence.labels import LabelledScene
from vision.pieces.evidence.model import TERMS, Memory, Weight, infer
from vision.pieces.evidence.scene import MAX_RULE_CAP

_PENALTY = 0.001
"""Nats for each candidate and unit of weight (L1): a term that does not pay comes out as 0."""
_CAP = 8.0
"""Nats: no single term decides alone against all others."""
_STEP, _MIN_STEP = 0.5, 0.2
"""First change that is tried of each weight, as a share of it, and the least weight of which it is taken as a share."""
_SWEEPS = 8
_MIN_PROBABILITY = 1e-2
"""Added to the probability of the true state, so that a few hopeless candidates do not decide."""


def fit_weights(scenes: Sequence[LabelledScene], start: Mapping[str, float]) -> dict[str, Weight]:
    """Return the weights of the terms named in ``start``; those that came out as 0 are left out.

    Args:
        scenes: tables with their true states.
        start: weights at which the search begins.
    """
    labelled: list[tuple[LabelledScene, Memory]] = [(one, {}) for one in scenes if len(one.states)]
    names = list(start)

    def cost(weights: np.ndarray) -> float:
        chosen = {name: Weight(float(w), cap_of(name)) for name, w in zip(names, weights, strict=True)}
        logs = [_log_likelihoods(one, chosen, memory) for one, memory in labelled]
        return float(_PENALTY * np.abs(weights).sum() - np.concatenate(logs).mean())

    found = pattern_search(cost, np.array(list(start.values())))
    weights = {name: Weight(round(float(w), 2), cap_of(name)) for name, w in zip(names, found, strict=True)}
    return {name: weight for name, weight in weights.items() if weight.weight}


def pattern_search(cost: Callable[[np.ndarray], float], start: np.ndarray, sweeps: int = _SWEEPS) -> np.ndarray:
    """Return the weights, none negative, found by a pattern search (Hooke and Jeeves 1961).

    It needs no gradient: the cost jumps where decisions change.

    Args:
        cost: to be made small.
        start: (t,) weights at which the search begins.
        sweeps: how often each weight is moved.
    """
    best, least, step = start, cost(start), _STEP
    for _ in range(sweeps):
        before = least
        for k in range(len(start)):
            for change in (step, -step):
                tried = best.copy()
                tried[k] += change * max(abs(best[k]), _MIN_STEP)
                tried = np.maximum(tried, 0)
                if (value := cost(tried)) < least:
                    best, least = tried, value
                    break
        if least == before:
            step /= 2
    return best


def cap_of(name: str) -> float:
    """Return the cap of a term, nats."""
    return MAX_RULE_CAP if name in TERMS and TERMS[name].rule else _CAP


def _log_likelihoods(one: LabelledScene, weights: Mapping[str, Weight], memory: Memory) -> np.ndarray:
    belief = infer(one.scene, weights, memory).belief
    return np.asarray(np.log(belief[np.arange(len(one.states)), one.states] + _MIN_PROBABILITY))
