"""A generative model of printings: how their squares vary between printings and within one.

A printing is described by the mean features of each class of squares. The prior of these means is a factor model; each
square with a known or estimated class updates the posterior (Bayesian linear regression; with estimated classes,
expectation maximisation). The illumination of each photo is estimated jointly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.hokkaido.appearances import FREQUENCIES
from vision.hokkaido.features import LIGHT
from vision.networks.activations import softmax

_LIGHT_DEVIATIONS = np.array([1.0, 0.12, 0.12, 0.35, 0.35, 0.2, 0.2, 0.2])
"""Prior standard deviations of a photo's light: lightness, two chromas, and linear and quadratic terms of lightness."""
_TEMPER = 0.3
"""Exponent of the likelihood: the features are less independent than the model assumes."""
_EM_ROUNDS = 5
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

    def whiten(self, figures: np.ndarray) -> np.ndarray:
        """Return the (n, d) whitened features of (n, D) ones."""
        return np.asarray((figures - self.middle) @ self.basis)

    def cube_odds(self, figures: np.ndarray) -> np.ndarray:
        """Return (n,) log odds of a cube on squares, given that they are production squares, for any printing."""
        return np.asarray(figures[:, LIGHT:] @ self.cube[:-1] + self.cube[-1])


@lru_cache(maxsize=1)
def printing_prior() -> PrintingPrior:
    """Return the prior in the shipped file."""
    with (files("vision") / "hokkaido" / "printings.npz").open("rb") as file, np.load(file) as kept:
        parts = {name: kept[name].astype(np.float64) for name in kept.files}
    half = parts.pop("within")
    return PrintingPrior(**parts, within=half @ half.transpose(0, 2, 1))


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


def recognise(sheets: list[PhotoSquares], known: PrintingPrior) -> list[np.ndarray]:
    """Return for each photo the (n, K) posterior class probabilities of its squares; all photos show one printing.

    The estimates of the other photos, recognised without the first, initialise the first one's.
    """
    prior, start = _prior(known, len(sheets))
    inverses = np.linalg.inv(known.within)
    white = [known.whiten(sheet.figures) for sheet in sheets]
    lamps = [sheet.lamps(known.basis) for sheet in sheets]
    # Initially only the squares named by the user contribute.
    probabilities = [np.where(sheet.may.sum(axis=1, keepdims=True) == 1, sheet.may, 0.0) for sheet in sheets]
    probabilities[1:] = recognise(sheets[1:], known) if len(sheets) > 1 else []
    for _ in range(_EM_ROUNDS):
        point, spread = _posterior(prior, start, inverses, white, lamps, probabilities)
        probabilities = [
            _class_probabilities(sheet, known, white[n], lamps[n], point, spread, n) for n, sheet in enumerate(sheets)
        ]
    return probabilities


def log_likelihoods(sheet: PhotoSquares, known: PrintingPrior) -> np.ndarray:
    """Return (n,) log likelihoods of squares under the nearest class of any printing, up to a constant."""
    figures, lamps = known.whiten(sheet.figures), sheet.lamps(known.basis)
    return np.asarray(-_distances(known, figures, lamps, *_prior_moments(known), 0)[0].min(axis=1) / 2)


@lru_cache(maxsize=1)
def _prior_moments(known: PrintingPrior) -> tuple[np.ndarray, np.ndarray]:
    """Return the prior mean and covariance of all class means and of one light."""
    prior, start = _prior(known, 1)
    spread = np.linalg.inv(prior)
    return spread @ start, spread


def _prior(known: PrintingPrior, photos: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the prior precision, and precision times mean, of all class means and lights."""
    size = known.mean.size
    own = known.own.ravel() + _MIN_VARIANCE
    loads = known.factors.reshape(len(known.factors), size)
    inner = np.eye(len(loads)) + (loads / own) @ loads.T
    precision = np.zeros((size + photos * len(_LIGHT_DEVIATIONS),) * 2)
    precision[:size, :size] = np.diag(1 / own) - (loads / own).T @ np.linalg.solve(inner, loads / own)
    for n in range(photos):
        at = np.arange(size + n * len(_LIGHT_DEVIATIONS), size + (n + 1) * len(_LIGHT_DEVIATIONS))
        precision[at, at] = 1 / _LIGHT_DEVIATIONS**2
    start = np.zeros(len(precision))
    start[:size] = precision[:size, :size] @ known.mean.ravel()
    return precision, start


def _posterior(
    prior: np.ndarray,
    start: np.ndarray,
    inverses: np.ndarray,
    white: list[np.ndarray],
    lamps: list[np.ndarray],
    probabilities: list[np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """Return the posterior mean and covariance of all class means and lights, given class probabilities (M step)."""
    precision, right = prior.copy(), start.copy()
    classes, d = inverses.shape[:2]
    for n, (figures, lamp, share) in enumerate(zip(white, lamps, probabilities, strict=True)):
        own = slice(classes * d + n * len(_LIGHT_DEVIATIONS), classes * d + (n + 1) * len(_LIGHT_DEVIATIONS))
        for k in range(classes):
            if share[:, k].sum() < 1e-3:
                continue
            at, weight = slice(k * d, (k + 1) * d), share[:, k]
            inverse = inverses[k] * _TEMPER
            added = np.einsum("n,ndt->dt", weight, lamp)
            precision[at, at] += weight.sum() * inverse
            precision[at, own] += inverse @ added
            precision[own, at] += (inverse @ added).T
            precision[own, own] += np.einsum("n,ndt,de,neu->tu", weight, lamp, inverse, lamp, optimize=True)
            right[at] += inverse @ (weight @ figures)
            right[own] += np.einsum("n,ndt,de,ne->t", weight, lamp, inverse, figures, optimize=True)
    spread = np.linalg.inv(precision)
    return spread @ right, spread


def _class_probabilities(
    sheet: PhotoSquares,
    known: PrintingPrior,
    figures: np.ndarray,
    lamp: np.ndarray,
    point: np.ndarray,
    spread: np.ndarray,
    photo: int,
) -> np.ndarray:
    """Return the (n, K) class probabilities under the posterior of printing and light (E step)."""
    distances, log_determinants = _distances(known, figures, lamp, point, spread, photo)
    odds = -0.5 * _TEMPER * (distances + log_determinants) + np.log(FREQUENCIES)
    odds[~sheet.may] = -np.inf
    return softmax(odds)


def _distances(
    known: PrintingPrior, figures: np.ndarray, lamp: np.ndarray, point: np.ndarray, spread: np.ndarray, photo: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, K) squared Mahalanobis distances from the classes, and (K,) log determinants of their covariances."""
    classes, d = known.mean.shape
    own = slice(classes * d + photo * len(_LIGHT_DEVIATIONS), classes * d + (photo + 1) * len(_LIGHT_DEVIATIONS))
    lit = figures - lamp @ point[own]
    typical = lamp.mean(axis=0)
    distances, log_determinants = np.zeros((len(figures), classes)), np.zeros(classes)
    for k in range(classes):
        at = slice(k * d, (k + 1) * d)
        crossed = spread[at, own] @ typical.T
        unsure = spread[at, at] + crossed + crossed.T + typical @ spread[own, own] @ typical.T
        whole = known.within[k] + unsure
        off = lit - point[at]
        distances[:, k] = np.einsum("nd,nd->n", off, np.linalg.solve(whole, off.T).T)
        log_determinants[k] = np.linalg.slogdet(whole)[1]
    return distances, log_determinants
