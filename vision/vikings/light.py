"""How one colour changes over the table with a lamp's fall-off, a window's side, glare: a smooth field of its looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_ROUNDS = 5
_ENOUGH_TO_BEND = 14
_REACH = 0.7
"""Squares over which glare changes."""
_CAUTION = 2.0
"""Samples' worth of belief that there is no glare of its own in a place."""
_FAR = 2.5
"""Residuals from so many typical ones count less and less."""


@dataclass(frozen=True)
class Field:
    """The look of one material over the table.

    Attributes:
        terms: (k, 3) of a polynomial in table coordinates.
        middle: (2,) its origin.
        spread: how far looks typically are from it, L*a*b* units.
        samples: (n, 2) places, (n, 3) how far looks there are from the polynomial, and (n,) how far they are believed.
        within: (2, 2) least and greatest coordinates of what it was fitted to.
    """

    terms: np.ndarray
    middle: np.ndarray
    spread: float
    samples: tuple[np.ndarray, np.ndarray, np.ndarray]
    within: np.ndarray

    def at(self, places: np.ndarray) -> np.ndarray:
        """(..., 3) the look at (..., 2) table places."""
        where, rest, weight = self.samples
        apart = ((places[..., None, :] - where) ** 2).sum(axis=-1)
        near = np.exp(-apart / (2 * _REACH**2)) * weight
        local = near @ rest / (near.sum(axis=-1, keepdims=True) + _CAUTION)
        return np.asarray(_basis(places - self.middle, len(self.terms)) @ self.terms + local)

    def away(self, places: np.ndarray, looks: np.ndarray) -> np.ndarray:
        """(...,) how far (..., 3) looks at (..., 2) places are from the field, L*a*b* units."""
        return np.asarray(np.linalg.norm(looks - self.at(places), axis=-1))


def fit_field(places: np.ndarray, looks: np.ndarray, weights: np.ndarray | None = None) -> Field:
    """Fit a field to (n, 3) looks at (n, 2) places, some of which may be of something else; n >= 1."""
    middle = places.mean(axis=0)
    size = 6 if len(places) >= _ENOUGH_TO_BEND else 3 if len(places) >= 5 else 1
    basis = _basis(places - middle, size)
    told = np.ones(len(places)) if weights is None else weights
    kept = told.copy()
    # Far from what was seen a field is held flat rather than let run off.
    held = np.diag([1e-6, *[0.02 * told.sum()] * 2, *[0.3 * told.sum()] * 3][:size])
    start = np.median(looks, axis=0)
    terms = np.zeros((size, 3))
    spread = 1.0
    for _ in range(_ROUNDS):
        scaled = basis * kept[:, None]
        terms = np.linalg.solve(scaled.T @ basis + held, scaled.T @ (looks - start))
        away = np.linalg.norm(looks - start - basis @ terms, axis=1)
        spread = float(np.median(away)) + 0.5
        kept = told / (1 + (away / (_FAR * spread)) ** 2) ** 2
    rest = looks - start - basis @ terms
    terms[0] += start
    return Field(terms, middle, spread, (places, rest, kept), np.stack([places.min(axis=0), places.max(axis=0)]))


def _basis(away: np.ndarray, size: int) -> np.ndarray:
    x, y = away[..., 0] / 4, away[..., 1] / 4
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y][:size], axis=-1)
