"""Estimates a printing and the light of its photos from squares (Bayesian linear regression)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.hokkaido.printings.photo_squares import LIGHT_DEVIATIONS, WhitenedSquares
from vision.hokkaido.printings.prior import MIN_VARIANCE, TEMPER, PrintingPrior


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


@lru_cache(maxsize=4)
def prior_as_posterior(prior: PrintingPrior) -> Posterior:
    """Return what is known of a printing and of the light before anything is seen."""
    classes, d = prior.mean.shape
    light = np.zeros((1, len(LIGHT_DEVIATIONS)))
    loads = prior.factors.transpose(1, 2, 0)
    spreads = loads @ loads.transpose(0, 2, 1)
    spreads[:, range(d), range(d)] += prior.own + MIN_VARIANCE
    crossed = np.zeros((classes, 1, d, len(LIGHT_DEVIATIONS)))
    return Posterior(prior.mean, spreads, light, np.diag(LIGHT_DEVIATIONS**2)[None], crossed, 0.0)


@dataclass(frozen=True, eq=False)
class _Equations:
    """Normal equations of the class means and of the s terms that they share: the factors, and 8 of each photo's light.

    Attributes:
        base: (K, d) right side of each class's mean.
        within: (K, d, d) precision of each class's mean where the shared terms are known.
        pulled: (K, d, s) by how much a shared term moves the right side of a class.
        right: (s,) right side of the shared terms.
        precision: (s, s) their precision where the class means are known.
        misfit: squared deviations of all squares, and the log determinants of their distributions.
        lights: the terms of each photo's light.
    """

    base: np.ndarray
    within: np.ndarray
    pulled: np.ndarray
    right: np.ndarray
    precision: np.ndarray
    misfit: float
    lights: list[slice]


def estimate_posterior(
    prior: PrintingPrior, photos: list[WhitenedSquares], probabilities: list[np.ndarray]
) -> Posterior:
    """Return the posterior of the printing and the lights by the squares of photos, given class probabilities (M step).

    Given the factors and the lights, the classes are independent; so those are solved for first, by a Schur complement.

    Args:
        prior: the prior.
        photos: the squares of each photo.
        probabilities: (n, K) class probabilities of the squares of each photo.
    """
    equations = _equations(prior, photos, probabilities)
    spreads = np.linalg.inv(equations.within)
    moved = spreads @ equations.pulled
    size = len(equations.right)
    precision = equations.precision - equations.pulled.reshape(-1, size).T @ moved.reshape(-1, size)
    right = equations.right + equations.base.ravel() @ moved.reshape(-1, size)
    covariance = np.linalg.inv(precision)
    shared = covariance @ right  # the factors and the lights
    own = spreads @ equations.base[:, :, None]
    evidence = (
        equations.base.ravel() @ own.ravel()
        - np.linalg.slogdet(equations.within)[1].sum()
        - equations.misfit
        + right @ shared
        - np.linalg.slogdet(precision)[1]
    ) / 2
    return Posterior(
        own[..., 0] + moved @ shared,
        spreads + moved @ covariance @ moved.transpose(0, 2, 1),
        np.array([shared[light] for light in equations.lights]),
        np.array([covariance[light, light] for light in equations.lights]),
        np.stack([moved @ covariance[:, light] for light in equations.lights], axis=1),
        float(evidence),
    )


def _equations(prior: PrintingPrior, photos: list[WhitenedSquares], probabilities: list[np.ndarray]) -> _Equations:
    """Return the normal equations; arguments as for `estimate_posterior`."""
    classes, d = prior.mean.shape
    factors, terms = len(prior.factors), len(LIGHT_DEVIATIONS)
    lights = [slice(first, first + terms) for first in range(factors, factors + len(photos) * terms, terms)]
    size = factors + len(photos) * terms
    inverse = prior.inverse * TEMPER
    base = prior.own_precision * prior.mean
    pulled = np.zeros((classes, d, size))
    pulled[:, :, :factors] = prior.weighted_factors
    precision = np.diag(np.concatenate([np.zeros(factors), *[1 / LIGHT_DEVIATIONS**2] * len(photos)]))
    precision[:factors, :factors] = prior.factor_precision
    right = np.zeros(size)
    right[:factors] = -prior.factors.reshape(factors, -1) @ base.ravel()
    count, squares = np.zeros(classes), np.zeros(classes)
    # Products of matrices: sums over several indices at once take ten times as long.
    for light, own, share in zip(lights, photos, probabilities, strict=True):
        stressed = (own.white @ inverse.reshape(-1, d).T).reshape(-1, classes, d)
        lit = np.tensordot(share, own.light_effects, (0, 0))
        base = base + (share[:, :, None] * stressed).sum(axis=0)
        pulled[:, :, light] = -inverse @ lit
        together = (share @ inverse.reshape(classes, -1)).reshape(-1, d, d)
        precision[light, light] += np.tensordot(own.light_effects, together @ own.light_effects, ((0, 1), (0, 1)))
        summed = (share[:, None] @ stressed)[:, 0]
        right[light] += np.tensordot(summed, own.light_effects, 2)
        count += share.sum(axis=0)
        squares += (share * (stressed @ own.white[:, :, None])[..., 0]).sum(axis=0)
    within = count[:, None, None] * inverse
    within[:, range(d), range(d)] += prior.own_precision
    misfit = float((squares + count * prior.log_determinants).sum())
    return _Equations(base, within, pulled, right, precision, misfit, lights)
