"""Fits the weights of the terms: the true states become likeliest in the belief at which inference ends.

Fitting through the approximate inference itself, rather than given the true states of all other candidates, finds
weights at which its errors do not confirm each other (Domke 2013).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import minimize

from training.fit.evidence.samples import LabelledScene
from vision.pieces.evidence.model import MAX_RULE_CAP, TERMS, Memory, Weight, infer

_PENALTY = 0.001
"""Nats for each candidate and unit of weight (L1): a term that does not pay comes out as 0."""
_CAP = 8.0
"""Nats: no single term decides alone against all others."""
_STEP = 0.03
"""Difference of the weights by which the gradient is measured."""
_ITERATIONS = 8
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

    bounds = [(-4.0, 4.0) if name.startswith("prior") else (0.0, 4.0) for name in names]
    options = {"eps": _STEP, "maxiter": _ITERATIONS}
    found = minimize(cost, np.array(list(start.values())), bounds=bounds, method="L-BFGS-B", options=options).x
    weights = {name: Weight(round(float(w), 2), cap_of(name)) for name, w in zip(names, found, strict=True)}
    return {name: weight for name, weight in weights.items() if weight.weight}


def cap_of(name: str) -> float:
    """Return the cap of a term, nats."""
    return MAX_RULE_CAP if TERMS[name].rule else _CAP


def _log_likelihoods(one: LabelledScene, weights: Mapping[str, Weight], memory: Memory) -> np.ndarray:
    belief = infer(one.scene, weights, memory).belief
    return np.asarray(np.log(belief[np.arange(len(one.states)), one.states] + _MIN_PROBABILITY))
