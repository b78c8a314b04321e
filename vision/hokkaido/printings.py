"""A generative model of printings: how their squares vary between printings and within one.

A printing is described by the mean features of each class of squares. The prior of these means is a factor model; each
square with a known or estimated class updates the posterior (Bayesian linear regression; with estimated classes,
expectation maximisation). The illumination of each photo is estimated jointly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import product

import numpy as np

from vision.hokkaido.appearances import FREQUENCIES
from vision.hokkaido.features import LIGHT
from vision.networks.activations import softmax

_LIGHT_DEVIATIONS = np.array([1.0, 0.12, 0.12, 0.35, 0.35, 0.2, 0.2, 0.2])
"""Prior standard deviations of a photo's light: lightness, two chromas, and linear and quadratic terms of lightness."""
_TEMPER = 0.3
"""Exponent of the likelihood: the features are less independent than the model assumes."""
_EM_ROUNDS = 8
_SETTLED = 0.01
"""Largest change of a class probability at which expectation maximisation has converged. By hand."""
_LEVELS, _WARMTHS, _LIGHTS_KEPT = (-1.2, -0.6, 0.0), (-0.15, 0.0, 0.15), 2
"""Lightness and red chroma (less blue) of the lights from which maximisation starts, and the number that is pursued."""
_SURE = (0.98, 0.9, 0.7)
"""Class probabilities from which squares count in the first rounds."""
_MOVES, _SAME = 3, 0.1
"""Number of classes that are tried as another one, and difference up to which two results are one. By hand."""
_ANY_PRINTING = 0.06
"""Weight of what squares look like in any printing beside this one: of 1690 squares of made cities 49 instead of 53 are
misread."""
_MIN_VARIANCE = 1e-3


@dataclass(frozen=True, eq=False)
class PrintingPrior:
    """The prior of printings, in d features whitened by a linear map of D.

    Attributes:
        middle: (D,) mean of the features, subtracted first.
        basis: (D, d) the whitening map.
        mean: (K, d) mean of each class over printings.
        factors: (f, K, d) factor loadings of the variation between printings.
        own: (K, d) residual variance of a class's mean between printings.
        within: (K, d, d) covariance of a class's squares within one printing.
        cube: (D - 2,) logistic regression of a cube on a production square: weights of light-invariant features, bias.
    """

    middle: np.ndarray
    basis: np.ndarray
    mean: np.ndarray
    factors: np.ndarray
    own: np.ndarray
    within: np.ndarray
    cube: np.ndarray

    @cached_property
    def inverse(self) -> np.ndarray:
        """(K, d, d) inverses of ``within``."""
        return np.linalg.inv(self.within)

    @cached_property
    def own_precision(self) -> np.ndarray:
        """(K, d) inverses of ``own``."""
        return np.asarray(1 / (self.own + _MIN_VARIANCE))

    @cached_property
    def weighted_factors(self) -> np.ndarray:
        """(K, d, f) factor loadings, multiplied by ``own_precision``."""
        return np.asarray(self.own_precision[:, :, None] * self.factors.transpose(1, 2, 0))

    @cached_property
    def factor_precision(self) -> np.ndarray:
        """(f, f) precision of the factors given the means of all classes."""
        factors = len(self.factors)
        return np.asarray(
            np.eye(factors) + self.factors.reshape(factors, -1) @ self.weighted_factors.reshape(-1, factors)
        )

    @cached_property
    def log_determinants(self) -> np.ndarray:
        """(K,) log determinants of ``within``, as far as the likelihood's exponent lets them count."""
        return np.asarray(_TEMPER * np.linalg.slogdet(self.within)[1])

    def whiten(self, figures: np.ndarray) -> np.ndarray:
        """Return the (n, d) whitened features of (n, D) ones."""
        return np.asarray((figures - self.middle) @ self.basis)

    def cube_odds(self, figures: np.ndarray) -> np.ndarray:
        """Return (n,) log odds of a cube on squares, given that they are production squares, for any printing."""
        return np.asarray(figures[:, LIGHT:] @ self.cube[:-1] + self.cube[-1])


@lru_cache(maxsize=1)
def printing_priors() -> tuple[PrintingPrior, ...]:
    """Return the priors in the shipped file: of printings that are drawn with random signs, and mostly in styles."""
    with (files("vision") / "hokkaido" / "printings.npz").open("rb") as file, np.load(file) as kept:
        stacked = {name: kept[name].astype(np.float64) for name in kept.files}
    half = stacked.pop("within")
    stacked["within"] = half @ half.swapaxes(-1, -2)
    return tuple(PrintingPrior(**{name: part[n] for name, part in stacked.items()}) for n in range(len(half)))


def printing_prior() -> PrintingPrior:
    """Return the prior of printings that are drawn with random signs, the most diverse ones."""
    return printing_priors()[0]


def styled_prior() -> PrintingPrior:
    """Return the prior of printings that are drawn mostly in styles, by which cards are told from the table."""
    return printing_priors()[1]


@dataclass(frozen=True, eq=False)
class PhotoSquares:
    """The squares of one photo.

    Attributes:
        figures: (n, D) features, see `features.describe`.
        spots: (n, 2) positions in the photo, -1..1.
        may: (n, K) bool, the possible classes of each square; a single one if the user named it.
    """

    figures: np.ndarray
    spots: np.ndarray
    may: np.ndarray

    def lamps(self, basis: np.ndarray) -> np.ndarray:
        """Return the (n, d, 8) design matrix of the light: effect of each of its terms on the whitened features."""
        x, y = self.spots.T
        lightness = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
        rows = np.zeros((len(x), LIGHT, len(_LIGHT_DEVIATIONS)))
        rows[:, 0, [0, 3, 4, 5, 6, 7]] = lightness
        rows[:, 1, 1] = rows[:, 2, 2] = 1
        return np.asarray(np.einsum("nlt,ld->ndt", rows, basis[:LIGHT]))


@dataclass(frozen=True, eq=False)
class Posterior:
    """What is known of a printing and of the light of P photos.

    Attributes:
        means, spreads: (K, d) and (K, d, d) mean and covariance of each class's mean.
        lights, light_spreads: (P, 8) and (P, 8, 8) the same of each photo's light.
        crossed: (K, P, d, 8) covariances between class means and lights.
        evidence: log likelihood of the squares given their class probabilities, up to a constant.
    """

    means: np.ndarray
    spreads: np.ndarray
    lights: np.ndarray
    light_spreads: np.ndarray
    crossed: np.ndarray
    evidence: float


@dataclass(frozen=True, eq=False)
class Recognised:
    """What photos of one printing show.

    Attributes:
        probabilities: (n, K) class probabilities of each photo's squares.
        printing: the printing.
        likely: log likelihood of both, up to a constant.
        known: the prior.
    """

    probabilities: list[np.ndarray]
    printing: Posterior
    likely: float
    known: PrintingPrior

    def others(self, sheet: PhotoSquares) -> np.ndarray:
        """Return the (n, K) class probabilities of other squares of the first photo."""
        seen = _Sheet(sheet, self.known)
        return _of_any_printing(_class_probabilities(seen, self.known, self.printing, 0), seen, self.known)

    def distances(self, sheet: PhotoSquares) -> np.ndarray:
        """Return the (n,) squared distances of squares of the first photo from the nearest class of this printing."""
        return np.asarray(_distances(_Sheet(sheet, self.known), self.known, self.printing, 0)[0].min(axis=1))


class _Sheet:
    """The whitened squares of a photo, and the effect of light on them."""

    def __init__(self, sheet: PhotoSquares, known: PrintingPrior) -> None:
        self.white, self.lamps, self.may = known.whiten(sheet.figures), sheet.lamps(known.basis), sheet.may


def recognise(sheets: list[PhotoSquares], known: PrintingPrior) -> Recognised:
    """Return what photos show that are all of one printing.

    The estimates of the other photos, recognised without the first, initialise the first one's. Expectation
    maximisation starts from several lights of the first photo, and is tried again with whole classes changed; class
    probabilities are averaged over the results.
    """
    seen = [_Sheet(sheet, known) for sheet in sheets]
    others = recognise(sheets[1:], known).probabilities if len(sheets) > 1 else []
    # Initially only the squares named by the user contribute.
    named = np.where(seen[0].may.sum(axis=1, keepdims=True) == 1, seen[0].may, 0.0)
    before = _posterior(known, seen, [named, *others])
    ends = [_surest_first(known, seen, [first, *others]) for first in _starts(known, seen[0], before)]
    best = max(ends, key=lambda end: end.likely)
    ends += [_converged(known, seen, moved) for moved in _moves(known, seen[0], best)]
    best = max(ends, key=lambda end: end.likely)
    shares = [_of_any_printing(share, sheet, known) for share, sheet in zip(_averaged(ends), seen, strict=True)]
    return replace(best, probabilities=shares)


def averaged_over_priors(sheets: list[PhotoSquares], first: Recognised) -> Recognised:
    """Return what photos show with the mean of the class probabilities under all priors.

    Under one prior a whole kind may surely be taken for another one; hardly ever under two. Of the squares of 128 made
    cities 10 of 4623 are wrong and not asked about; with either prior alone, 20 and 22.

    Args:
        sheets: the squares of the photos.
        first: what they show under one of the priors.
    """
    found = [first, *(recognise(sheets, known) for known in printing_priors() if known is not first.known)]
    shares = zip(*(one.probabilities for one in found), strict=True)
    return replace(first, probabilities=[np.mean(of_photo, axis=0) for of_photo in shares])


def _of_any_printing(share: np.ndarray, sheet: _Sheet, known: PrintingPrior) -> np.ndarray:
    """Return (n, K) class probabilities in which what squares look like in any printing counts a little."""
    away, _ = _distances(sheet, known, _unseen(known), 0)
    weighed = share * np.exp(-_ANY_PRINTING / 2 * (away - away.min(axis=1, keepdims=True)))
    return np.asarray(weighed / np.maximum(weighed.sum(axis=1, keepdims=True), 1e-300))


def _averaged(ends: Sequence[Recognised]) -> list[np.ndarray]:
    """Return the class probabilities over all results, each weighted by its likelihood; equal ones count once."""
    different: list[Recognised] = []
    for end in sorted(ends, key=lambda end: -end.likely):
        if all(np.abs(end.probabilities[0] - other.probabilities[0]).max(initial=0) > _SAME for other in different):
            different.append(end)
    weights = softmax(np.array([end.likely for end in different]))
    return [
        np.tensordot(weights, np.array(shares), 1) for shares in zip(*(e.probabilities for e in different), strict=True)
    ]


def _surest_first(known: PrintingPrior, seen: list[_Sheet], shares: list[np.ndarray]) -> Recognised:
    """Return the result of maximisation in which only squares of a sure class count at first.

    Two kinds of which one is unlike those of all known printings would otherwise soon count as one.
    """
    for least in _SURE:
        sure = [share * (share.max(axis=1, keepdims=True, initial=0) > least) for share in shares]
        printing = _posterior(known, seen, sure)
        shares = [_class_probabilities(sheet, known, printing, n) for n, sheet in enumerate(seen)]
    return _converged(known, seen, shares)


def _moves(known: PrintingPrior, sheet: _Sheet, best: Recognised) -> Iterator[list[np.ndarray]]:
    """Yield class probabilities with all squares of one class in another: the likeliest of such changes."""
    share, *others = best.probabilities
    odds = _log_odds(sheet, known, best.printing, 0)
    classes = share.argmax(axis=1)
    losses = []
    for old in np.unique(classes):
        mean = odds[classes == old].mean(axis=0)
        mean[old], own = -np.inf, mean[old]
        losses.append((float(own - mean.max()), int(old), int(mean.argmax())))
    for _, old, new in sorted(losses)[:_MOVES]:
        moved = share.copy()
        moved[classes == old] = np.arange(share.shape[1]) == new
        yield [moved, *others]


def _starts(known: PrintingPrior, sheet: _Sheet, before: Posterior) -> list[np.ndarray]:
    """Return (n, K) class probabilities under unknown light, and under the most probable ones of several lights."""
    starts = [_class_probabilities(sheet, known, before, 0)]
    if not len(sheet.white):
        return starts
    fixed = replace(before, light_spreads=0 * before.light_spreads, crossed=0 * before.crossed)
    tried = []
    for level, warmth in product(_LEVELS, _WARMTHS):
        light = before.lights[0].copy()
        light[:3] += level, warmth, -warmth
        odds = _log_odds(sheet, known, replace(fixed, lights=light[None]), 0)
        top = odds.max(axis=1, keepdims=True)
        likely = float((top[:, 0] + np.log(np.exp(odds - top).sum(axis=1))).sum())
        tried.append((likely - 0.5 * float(((light / _LIGHT_DEVIATIONS) ** 2).sum()), softmax(odds)))
    return [*starts, *(share for _, share in sorted(tried, key=lambda one: -one[0])[:_LIGHTS_KEPT])]


def _converged(known: PrintingPrior, seen: list[_Sheet], shares: list[np.ndarray]) -> Recognised:
    """Return the result of expectation maximisation."""
    for _ in range(_EM_ROUNDS):
        printing = _posterior(known, seen, shares)
        before, shares = shares, [_class_probabilities(sheet, known, printing, n) for n, sheet in enumerate(seen)]
        if max(float(np.abs(a - b).max(initial=0)) for a, b in zip(before, shares, strict=True)) < _SETTLED:
            break
    return Recognised(shares, printing, printing.evidence + _mixture(shares), known)


def _mixture(shares: list[np.ndarray]) -> float:
    """Return the expected log prior of the classes, and the entropy of their probabilities."""
    return float(sum((share * (np.log(FREQUENCIES) - np.log(np.maximum(share, 1e-12)))).sum() for share in shares))


def log_likelihoods(sheet: PhotoSquares, known: PrintingPrior) -> np.ndarray:
    """Return (n,) log likelihoods of squares under the nearest class of any printing, up to a constant."""
    return np.asarray(-distances_in_any_printing(sheet, known).min(axis=1) / 2)


def distances_in_any_printing(sheet: PhotoSquares, known: PrintingPrior) -> np.ndarray:
    """Return (n, K) squared Mahalanobis distances of squares from the classes of all printings."""
    return _distances(_Sheet(sheet, known), known, _unseen(known), 0)[0]


@lru_cache(maxsize=4)
def _unseen(known: PrintingPrior) -> Posterior:
    """Return what is known of a printing and of the light before anything is seen."""
    classes, d = known.mean.shape
    light = np.zeros((1, len(_LIGHT_DEVIATIONS)))
    loads = known.factors.transpose(1, 2, 0)
    spreads = loads @ loads.transpose(0, 2, 1)
    spreads[:, range(d), range(d)] += known.own + _MIN_VARIANCE
    crossed = np.zeros((classes, 1, d, len(_LIGHT_DEVIATIONS)))
    return Posterior(known.mean, spreads, light, np.diag(_LIGHT_DEVIATIONS**2)[None], crossed, 0.0)


def _posterior(known: PrintingPrior, seen: list[_Sheet], shares: list[np.ndarray]) -> Posterior:
    """Return what the squares of photos tell of the printing and the lights, given class probabilities (M step).

    Given the factors and the lights, the classes are independent; so those are solved for first, by a Schur complement.
    """
    classes, d = known.mean.shape
    factors, terms = len(known.factors), len(_LIGHT_DEVIATIONS)
    size = factors + len(seen) * terms
    inverse = known.inverse * _TEMPER
    base = known.own_precision * known.mean
    pulled = np.zeros((classes, d, size))
    pulled[:, :, :factors] = known.weighted_factors
    precision = np.diag(np.concatenate([np.zeros(factors), *[1 / _LIGHT_DEVIATIONS**2] * len(seen)]))
    precision[:factors, :factors] = known.factor_precision
    right = np.zeros(size)
    right[:factors] = -known.factors.reshape(factors, -1) @ base.ravel()
    count, squares = np.zeros(classes), np.zeros(classes)
    # Products of matrices: sums over several indices at once take ten times as long.
    for n, (sheet, share) in enumerate(zip(seen, shares, strict=True)):
        own = slice(factors + n * terms, factors + (n + 1) * terms)
        stressed = (sheet.white @ inverse.reshape(-1, d).T).reshape(-1, classes, d)
        lit = np.tensordot(share, sheet.lamps, (0, 0))
        base = base + (share[:, :, None] * stressed).sum(axis=0)
        pulled[:, :, own] = -inverse @ lit
        together = (share @ inverse.reshape(classes, -1)).reshape(-1, d, d)
        precision[own, own] += np.tensordot(sheet.lamps, together @ sheet.lamps, ((0, 1), (0, 1)))
        summed = (share[:, None] @ stressed)[:, 0]
        right[own] += np.tensordot(summed, sheet.lamps, 2)
        count += share.sum(axis=0)
        squares += (share * (stressed @ sheet.white[:, :, None])[..., 0]).sum(axis=0)
    within = count[:, None, None] * inverse
    within[:, range(d), range(d)] += known.own_precision
    spreads = np.linalg.inv(within)
    moved = spreads @ pulled
    precision -= pulled.reshape(-1, size).T @ moved.reshape(-1, size)
    right += base.ravel() @ moved.reshape(-1, size)
    unsure = np.linalg.inv(precision)
    point = unsure @ right
    evidence = (
        base.ravel() @ (spreads @ base[:, :, None]).ravel()
        - np.linalg.slogdet(within)[1].sum()
        - (squares + count * known.log_determinants).sum()
        + right @ point
        - np.linalg.slogdet(precision)[1]
    ) / 2
    lights = [slice(factors + n * terms, factors + (n + 1) * terms) for n in range(len(seen))]
    return Posterior(
        (spreads @ base[:, :, None])[..., 0] + moved @ point,
        spreads + moved @ unsure @ moved.transpose(0, 2, 1),
        np.array([point[own] for own in lights]),
        np.array([unsure[own, own] for own in lights]),
        np.stack([moved @ unsure[:, own] for own in lights], axis=1),
        float(evidence),
    )


def _class_probabilities(sheet: _Sheet, known: PrintingPrior, printing: Posterior, photo: int) -> np.ndarray:
    """Return the (n, K) class probabilities of squares of one of a printing's photos (E step)."""
    return softmax(_log_odds(sheet, known, printing, photo))


def _log_odds(sheet: _Sheet, known: PrintingPrior, printing: Posterior, photo: int) -> np.ndarray:
    distances, log_determinants = _distances(sheet, known, printing, photo)
    odds = -0.5 * _TEMPER * (distances + log_determinants) + np.log(FREQUENCIES)
    odds[~sheet.may] = -np.inf
    return np.asarray(odds)


def _distances(sheet: _Sheet, known: PrintingPrior, printing: Posterior, photo: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, K) squared Mahalanobis distances from the classes, and (K,) log determinants of their covariances."""
    lit = sheet.white - sheet.lamps @ printing.lights[photo]
    typical = sheet.lamps.mean(axis=0)
    crossed = printing.crossed[:, photo] @ typical.T
    unsure = printing.spreads + crossed + crossed.transpose(0, 2, 1)
    whole = known.within + unsure + typical @ printing.light_spreads[photo] @ typical.T
    lower = np.linalg.inv(np.linalg.cholesky(whole))
    off = lit[None] - printing.means[:, None]
    distances = ((off @ lower.transpose(0, 2, 1)) ** 2).sum(axis=2).T
    return distances, -2 * np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(axis=1)
