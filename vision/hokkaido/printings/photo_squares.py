"""The squares of a photo, and how its light affects their features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.hokkaido.features import LIGHT
from vision.hokkaido.printings.prior import PrintingPrior

LIGHT_DEVIATIONS = np.array([1.0, 0.12, 0.12, 0.35, 0.35, 0.2, 0.2, 0.2])
"""Prior standard deviations of a photo's light: lightness, two chromas, and linear and quadratic terms of lightness."""


@dataclass(frozen=True, eq=False)
class PhotoSquares:
    """The squares of one photo.

    Attributes:
        features: (n, D), see `features.describe`.
        spots: (n, 2) positions in the photo, -1..1.
        possible_classes: (n, K) bool, the possible classes of each square; a single one if the user named it.
    """

    features: np.ndarray
    spots: np.ndarray
    possible_classes: np.ndarray

    def light_effects(self, basis: np.ndarray) -> np.ndarray:
        """Return the (n, d, 8) design matrix of the light: effect of each of its terms on the whitened features."""
        x, y = self.spots.T
        lightness = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
        rows = np.zeros((len(x), LIGHT, len(LIGHT_DEVIATIONS)))
        rows[:, 0, [0, 3, 4, 5, 6, 7]] = lightness
        rows[:, 1, 1] = rows[:, 2, 2] = 1
        return np.asarray(np.einsum("nlt,ld->ndt", rows, basis[:LIGHT]))


@dataclass(frozen=True, eq=False)
class WhitenedSquares:
    """The squares of a photo in whitened features.

    Attributes:
        white: (n, d) whitened features.
        light_effects: (n, d, 8) the effect of the light's terms on them.
        possible_classes: (n, K) bool, the possible classes of each square.
    """

    white: np.ndarray
    light_effects: np.ndarray
    possible_classes: np.ndarray


def whitened(squares: PhotoSquares, prior: PrintingPrior) -> WhitenedSquares:
    """Return the squares of a photo in a prior's whitened features."""
    return WhitenedSquares(prior.whiten(squares.features), squares.light_effects(prior.basis), squares.possible_classes)
