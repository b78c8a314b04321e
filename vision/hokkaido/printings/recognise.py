"""Recognises the squares of photos of one printing.

Each square with a known or estimated class updates what is known of the printing; with estimated classes this is
expectation maximisation. The light of each photo is estimated jointly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from vision.hokkaido.appearances import FREQUENCIES
from vision.hokkaido.printings.likelihood import (
    class_probabilities,
    squared_distances,
    unnormalised_class_log_probabilities,
)
from vision.hokkaido.printings.photo_squares import LIGHT_DEVIATIONS, PhotoSquares, WhitenedSquares, whitened
from vision.hokkaido.printings.posterior import Posterior, estimate_posterior, prior_as_posterior
from vision.hokkaido.printings.prior import PrintingPrior
from vision.networks.activations import softmax

_EM_ROUNDS = 8
_MAX_CHANGE = 0.01
"""Largest change of a class probability at which expectation maximisation has converged. By hand."""
_LEVELS, _WARMTHS, _LIGHTS_KEPT = (-1.2, -0.6, 0.0), (-0.15, 0.0, 0.15), 2
"""Lightness and red chroma (less blue) of the lights from which maximisation starts, and the number that is pursued;
chosen by hand."""
_SURE_PROBABILITIES = (0.98, 0.9, 0.7)
"""Class probabilities above which squares count in the first rounds. By hand."""
_MOVES, _SAME = 3, 0.1
"""Number of classes that are tried as another one, and difference of class probabilities up to which two results are
one. By hand."""
_ANY_PRINTING = 0.06
"""Weight of what squares look like in any printing beside this one: of 1690 squares of synthetic cities 49 instead of
53 are misread."""


@dataclass(frozen=True, eq=False)
class Recognition:
    """What photos of one printing show.

    Attributes:
        probabilities: (n, K) class probabilities of each photo's squares.
        printing: the printing.
        log_likelihood: of both, up to a constant.
        prior: the prior.
    """

    probabilities: list[np.ndarray]
    printing: Posterior
    log_likelihood: float
    prior: PrintingPrior

    def class_probabilities_of(self, squares: PhotoSquares) -> np.ndarray:
        """Return the (n, K) class probabilities of other squares of the first photo."""
        white = whitened(squares, self.prior)
        return _of_any_printing(class_probabilities(white, self.prior, self.printing, 0), white, self.prior)

    def distances(self, squares: PhotoSquares) -> np.ndarray:
        """Return the (n,) squared distances of squares of the first photo from the nearest class of this printing."""
        return np.asarray(squared_distances(whitened(squares, self.prior), self.prior, self.printing, 0)[0].min(axis=1))


def recognise(seen: list[PhotoSquares], prior: PrintingPrior) -> Recognition:
    """Return what photos show that are all of one printing.

    The estimates of the other photos, recognised without the first, initialise the first one's. Expectation
    maximisation starts from several lights of the first photo, and is tried again with whole classes changed; class
    probabilities are averaged over the results.

    Args:
        seen: the squares of each photo, of the one that matters first; their possible classes are kept to.
        prior: of printings.
    """
    photos = [whitened(squares, prior) for squares in seen]
    others = recognise(seen[1:], prior).probabilities if len(seen) > 1 else []
    # Initially only the squares named by the user contribute.
    named = np.where(photos[0].possible_classes.sum(axis=1, keepdims=True) == 1, photos[0].possible_classes, 0.0)
    before = estimate_posterior(prior, photos, [named, *others])
    ends = [_surest_first(prior, photos, [first, *others]) for first in _starts(prior, photos[0], before)]
    best = max(ends, key=lambda end: end.log_likelihood)
    ends += [_converged(prior, photos, moved) for moved in _moves(prior, photos[0], best)]
    best = max(ends, key=lambda end: end.log_likelihood)
    averaged = zip(_averaged(ends), photos, strict=True)
    return replace(best, probabilities=[_of_any_printing(own, squares, prior) for own, squares in averaged])


def _of_any_printing(probabilities: np.ndarray, squares: WhitenedSquares, prior: PrintingPrior) -> np.ndarray:
    """Return (n, K) class probabilities in which what squares look like in any printing counts a little."""
    away, _ = squared_distances(squares, prior, prior_as_posterior(prior), 0)
    weighed = probabilities * np.exp(-_ANY_PRINTING / 2 * (away - away.min(axis=1, keepdims=True)))
    return np.asarray(weighed / np.maximum(weighed.sum(axis=1, keepdims=True), 1e-300))


def _averaged(ends: Sequence[Recognition]) -> list[np.ndarray]:
    """Return the class probabilities over all results, each weighted by its likelihood; equal ones count once."""
    different: list[Recognition] = []
    for end in sorted(ends, key=lambda end: -end.log_likelihood):
        if all(np.abs(end.probabilities[0] - other.probabilities[0]).max(initial=0) > _SAME for other in different):
            different.append(end)
    weights = softmax(np.array([end.log_likelihood for end in different]))
    by_photo = zip(*(end.probabilities for end in different), strict=True)
    return [np.tensordot(weights, np.array(of_one), 1) for of_one in by_photo]


def _surest_first(prior: PrintingPrior, photos: list[WhitenedSquares], probabilities: list[np.ndarray]) -> Recognition:
    """Return the result of maximisation in which only squares of a sure class count at first.

    Two kinds of which one is unlike those of all known printings would otherwise soon count as one.
    """
    for least in _SURE_PROBABILITIES:
        sure = [own * (own.max(axis=1, keepdims=True, initial=0) > least) for own in probabilities]
        printing = estimate_posterior(prior, photos, sure)
        probabilities = [class_probabilities(squares, prior, printing, n) for n, squares in enumerate(photos)]
    return _converged(prior, photos, probabilities)


def _moves(prior: PrintingPrior, squares: WhitenedSquares, best: Recognition) -> Iterator[list[np.ndarray]]:
    """Yield class probabilities with all squares of one class in another: the likeliest of such changes."""
    first, *others = best.probabilities
    logs = unnormalised_class_log_probabilities(squares, prior, best.printing, 0)
    classes = first.argmax(axis=1)
    losses = []
    for old in np.unique(classes):
        mean = logs[classes == old].mean(axis=0)
        mean[old], own = -np.inf, mean[old]
        losses.append((float(own - mean.max()), int(old), int(mean.argmax())))
    for _, old, new in sorted(losses)[:_MOVES]:
        moved = first.copy()
        moved[classes == old] = np.arange(first.shape[1]) == new
        yield [moved, *others]


def _starts(prior: PrintingPrior, squares: WhitenedSquares, before: Posterior) -> list[np.ndarray]:
    """Return (n, K) class probabilities under unknown light, and under the most probable ones of several lights."""
    starts = [class_probabilities(squares, prior, before, 0)]
    if not len(squares.white):
        return starts
    fixed = replace(before, light_spreads=0 * before.light_spreads, crossed=0 * before.crossed)
    tried = []
    for level, warmth in product(_LEVELS, _WARMTHS):
        light = before.lights[0].copy()
        light[:3] += level, warmth, -warmth
        logs = unnormalised_class_log_probabilities(squares, prior, replace(fixed, lights=light[None]), 0)
        top = logs.max(axis=1, keepdims=True)
        likely = float((top[:, 0] + np.log(np.exp(logs - top).sum(axis=1))).sum())
        tried.append((likely - 0.5 * float(((light / LIGHT_DEVIATIONS) ** 2).sum()), softmax(logs)))
    return [*starts, *(start for _, start in sorted(tried, key=lambda one: -one[0])[:_LIGHTS_KEPT])]


def _converged(prior: PrintingPrior, photos: list[WhitenedSquares], probabilities: list[np.ndarray]) -> Recognition:
    """Return the result of expectation maximisation."""
    for _ in range(_EM_ROUNDS):
        printing = estimate_posterior(prior, photos, probabilities)
        before = probabilities
        probabilities = [class_probabilities(squares, prior, printing, n) for n, squares in enumerate(photos)]
        if max(float(np.abs(a - b).max(initial=0)) for a, b in zip(before, probabilities, strict=True)) < _MAX_CHANGE:
            break
    return Recognition(probabilities, printing, printing.evidence + _class_evidence(probabilities), prior)


def _class_evidence(probabilities: list[np.ndarray]) -> float:
    """Return the expected log prior of the classes, and the entropy of their probabilities."""
    return float(sum((own * (np.log(FREQUENCIES) - np.log(np.maximum(own, 1e-12)))).sum() for own in probabilities))
