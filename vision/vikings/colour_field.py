"""The colour of one material over the table as a smooth field: fall-off of a lamp, light of a window, glare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_FIT_ROUNDS = 5
_MIN_QUADRATIC_SAMPLES = 14
"""Smallest number of samples for quadratic terms."""
_MIN_LINEAR_SAMPLES = 5
"""Smallest number of samples for linear terms."""
_RIDGES = (1e-6, 0.02, 0.3)
"""Weights of the prior that the constant, linear and quadratic terms are 0: that of the constant for all samples, those
of the others for each of them, so that the field stays flat far from the samples."""
_KERNEL_DEVIATION = 0.7
"""Standard deviation of the kernel of local residuals (glare), squares."""
_LOCAL_PRIOR_WEIGHT = 2.0
"""Weight of the prior that there is no local residual, in samples."""
_RESIDUAL_SCALE = 2.5
"""Scale of the robust weights, in median residuals. All chosen by hand."""


@dataclass(frozen=True)
class ColourField:
    """The colour of one material over the table.

    Attributes:
        terms: (k, 3) coefficients of a polynomial in table coordinates.
        middle: (2,) its origin.
        spread: median residual, L*a*b* units.
        samples: (n, 2) places, (n, 3) residuals of the polynomial there, and their (n,) weights.
        within: (2, 2) smallest and largest coordinates of the samples.
    """

    terms: np.ndarray
    middle: np.ndarray
    spread: float
    samples: tuple[np.ndarray, np.ndarray, np.ndarray]
    within: np.ndarray

    def at(self, places: np.ndarray) -> np.ndarray:
        """Return the (..., 3) colours at (..., 2) table places."""
        where, rest, weight = self.samples
        apart = ((places[..., None, :] - where) ** 2).sum(axis=-1)
        near = np.exp(-apart / (2 * _KERNEL_DEVIATION**2)) * weight
        local = near @ rest / (near.sum(axis=-1, keepdims=True) + _LOCAL_PRIOR_WEIGHT)
        return np.asarray(_basis(places - self.middle, len(self.terms)) @ self.terms + local)


def fit_field(places: np.ndarray, looks: np.ndarray) -> ColourField:
    """Return the robust fit of a field to (n, 3) colours at (n, 2) places, n >= 1, some of them outliers."""
    middle = places.mean(axis=0)
    size = 6 if len(places) >= _MIN_QUADRATIC_SAMPLES else 3 if len(places) >= _MIN_LINEAR_SAMPLES else 1
    basis = _basis(places - middle, size)
    kept = np.ones(len(places))
    constant, linear, quadratic = _RIDGES
    ridge = np.diag([constant, *[linear * len(places)] * 2, *[quadratic * len(places)] * 3][:size])
    start = np.median(looks, axis=0)
    terms = np.zeros((size, 3))
    spread = 1.0
    for _ in range(_FIT_ROUNDS):
        scaled = basis * kept[:, None]
        terms = np.linalg.solve(scaled.T @ basis + ridge, scaled.T @ (looks - start))
        away = np.linalg.norm(looks - start - basis @ terms, axis=1)
        spread = float(np.median(away)) + 0.5
        kept = 1 / (1 + (away / (_RESIDUAL_SCALE * spread)) ** 2) ** 2
    rest = looks - start - basis @ terms
    terms[0] += start
    return ColourField(terms, middle, spread, (places, rest, kept), np.stack([places.min(axis=0), places.max(axis=0)]))


def _basis(away: np.ndarray, size: int) -> np.ndarray:
    x, y = away[..., 0] / 4, away[..., 1] / 4
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y][:size], axis=-1)
