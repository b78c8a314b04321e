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
def unseen(known: PrintingPrior) -> Posterior:
    """Return what is known of a printing and of the light before anything is seen."""
    classes, d = known.mean.shape
    light = np.zeros((1, len(LIGHT_DEVIATIONS)))
    loads = known.factors.transpose(1, 2, 0)
    spreads = loads @ loads.transpose(0, 2, 1)
    spreads[:, range(d), range(d)] += known.own + MIN_VARIANCE
    crossed = np.zeros((classes, 1, d, len(LIGHT_DEVIATIONS)))
    return Posterior(known.mean, spreads, light, np.diag(LIGHT_DEVIATIONS**2)[None], crossed, 0.0)


def estimated(known: PrintingPrior, seen: list[WhitenedSquares], shares: list[np.ndarray]) -> Posterior:
    """Return what the squares of photos tell of the printing and the lights, given class probabilities (M step).

    Given the factors and the lights, the classes are independent; so those are solved for first, by a Schur complement.
    """
    classes, d = known.mean.shape
    factors, terms = len(known.factors), len(LIGHT_DEVIATIONS)
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
