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
def prior_as_posterior(known: PrintingPrior) -> Posterior:
    """Return what is known of a printing and of the light before anything is seen."""
    classes, d = known.mean.shape
    light = np.zeros((1, len(LIGHT_DEVIATIONS)))
    loads = known.factors.transpose(1, 2, 0)
    spreads = loads @ loads.transpose(0, 2, 1)
    spreads[:, range(d), range(d)] += known.own + MIN_VARIANCE
    crossed = np.zeros((classes, 1, d, len(LIGHT_DEVIATIONS)))
    return Posterior(known.mean, spreads, light, np.diag(LIGHT_DEVIATIONS**2)[None], crossed, 0.0)


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


def estimate_posterior(known: PrintingPrior, seen: list[WhitenedSquares], shares: list[np.ndarray]) -> Posterior:
    """Return the posterior of the printing and the lights by the squares of photos, given class probabilities (M step).

    Given the factors and the lights, the classes are independent; so those are solved for first, by a Schur complement.

    Args:
        known: the prior.
        seen: the squares of each photo.
        shares: (n, K) class probabilities of the squares of each photo.
    """
    asked = _equations(known, seen, shares)
    spreads = np.linalg.inv(asked.within)
    moved = spreads @ asked.pulled
    size = len(asked.right)
    precision = asked.precision - asked.pulled.reshape(-1, size).T @ moved.reshape(-1, size)
    right = asked.right + asked.base.ravel() @ moved.reshape(-1, size)
    unsure = np.linalg.inv(precision)
    point = unsure @ right
    own = spreads @ asked.base[:, :, None]
    evidence = (
        asked.base.ravel() @ own.ravel()
        - np.linalg.slogdet(asked.within)[1].sum()
        - asked.misfit
        + right @ point
        - np.linalg.slogdet(precision)[1]
    ) / 2
    return Posterior(
        own[..., 0] + moved @ point,
        spreads + moved @ unsure @ moved.transpose(0, 2, 1),
        np.array([point[light] for light in asked.lights]),
        np.array([unsure[light, light] for light in asked.lights]),
        np.stack([moved @ unsure[:, light] for light in asked.lights], axis=1),
        float(evidence),
    )


def _equations(known: PrintingPrior, seen: list[WhitenedSquares], shares: list[np.ndarray]) -> _Equations:
    """Return the normal equations; arguments as for `estimate_posterior`."""
    classes, d = known.mean.shape
    factors, terms = len(known.factors), len(LIGHT_DEVIATIONS)
    lights = [slice(first, first + terms) for first in range(factors, factors + len(seen) * terms, terms)]
    size = factors + len(seen) * terms
    inverse = known.inverse * TEMPER
    base = known.own_precision * known.mean
    pulled = np.zeros((classes, d, size))
    pulled[:, :, :factors] = known.weighted_factors
    precision = np.diag(np.concatenate([np.zeros(factors), *[1 / LIGHT_DEVIATIONS**2] * len(seen)]))
    precision[:factors, :factors] = known.factor_precision
    right = np.zeros(size)
    right[:factors] = -known.factors.reshape(factors, -1) @ base.ravel()
    count, squares = np.zeros(classes), np.zeros(classes)
    # Products of matrices: sums over several indices at once take ten times as long.
    for light, own, share in zip(lights, seen, shares, strict=True):
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
    within[:, range(d), range(d)] += known.own_precision
    misfit = float((squares + count * known.log_determinants).sum())
    return _Equations(base, within, pulled, right, precision, misfit, lights)
