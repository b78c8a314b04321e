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
        rows = np.zeros((len(x), LIGHT, len(LIGHT_DEVIATIONS)))
        rows[:, 0, [0, 3, 4, 5, 6, 7]] = lightness
        rows[:, 1, 1] = rows[:, 2, 2] = 1
        return np.asarray(np.einsum("nlt,ld->ndt", rows, basis[:LIGHT]))


@dataclass(frozen=True, eq=False)
class WhitenedSquares:
    """The squares of a photo in whitened features.

    Attributes:
        white: (n, d) whitened features.
        lamps: (n, d, 8) the effect of the light's terms on them.
        may: (n, K) bool, the possible classes of each square.
    """

    white: np.ndarray
    lamps: np.ndarray
    may: np.ndarray


def whitened(sheet: PhotoSquares, known: PrintingPrior) -> WhitenedSquares:
    """Return the squares of a photo in a prior's whitened features."""
    return WhitenedSquares(known.whiten(sheet.figures), sheet.lamps(known.basis), sheet.may)
