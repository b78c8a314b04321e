"""The prior of printings: how their squares vary between printings and within one.

A printing is described by the mean features of each class of squares. The prior of these means is a factor model.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np

from vision.hokkaido.features import LIGHT

TEMPER = 0.3
"""Exponent of the likelihood: the features are less independent than the model assumes."""
MIN_VARIANCE = 1e-3


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
        return np.asarray(1 / (self.own + MIN_VARIANCE))

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
        """(K,) log determinants of ``within``, times the exponent of the likelihood, ``TEMPER``."""
        return np.asarray(TEMPER * np.linalg.slogdet(self.within)[1])

    def whiten(self, features: np.ndarray) -> np.ndarray:
        """Return the (n, d) whitened features of (n, D) ones."""
        return np.asarray((features - self.middle) @ self.basis)

    def cube_log_odds(self, features: np.ndarray) -> np.ndarray:
        """Return (n,) log odds of a cube on squares, given that they are production squares, for any printing."""
        return np.asarray(features[:, LIGHT:] @ self.cube[:-1] + self.cube[-1])


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
