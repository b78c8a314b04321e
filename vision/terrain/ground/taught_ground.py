"""How the grounds of one copy of the game look, as evidence for the names of another board's groups.

Another lamp shifts the colours of all ground alike, and a board may show little of one terrain. So the looks are
compared but for one shift common to the whole board: what counts is how the grounds differ from each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_DISTANCE_COST = 5.0
"""Nats for a mean square distance of 1, in deviations of looks within a ground. Of 1, 3, 5 and 8 the last two left the
fewest wrong edges on printings in unusual colours, each seen in two lights; the lower overrules the network less."""
_MAX_DISTANCE = 3.0
"""Cap of that mean square distance, so that another print with this copy's profile is named as if untaught."""
_UNKNOWN_DISTANCE = 4.0
"""Square distance of a look from a terrain that was never taught; chosen by hand."""
_BETWEEN_PHOTOS = np.array([0.1, 0.1, 0.1, 0.3, 0.3])
"""Standard deviations of a ground's look between photos, but for the common shift; chosen by hand."""


@dataclass(frozen=True, eq=False)
class TaughtGround:
    """The looks of a copy's grounds.

    Attributes:
        looks: (3, 5) mean colour and texture of plains, mountain and ocean; NaN for a terrain that was not seen.
        deviations: (5,) standard deviation of looks within a ground, over one photo and between photos.
    """

    looks: np.ndarray
    deviations: np.ndarray

    def log_likelihoods(self, looks: np.ndarray, shares: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the (n,) log likelihoods of n namings of m groups.

        Args:
            looks: (m, 5) of the groups.
            shares: (m,) of the board.
            labels: (n, m, 3) for each naming and group a 1 at its terrain.
        """
        away = (looks[:, None] - np.nan_to_num(self.looks)) / self.deviations
        away[:, np.isnan(self.looks).any(axis=1)] = 0.0
        unknown = np.isnan(self.looks).any(axis=1) * _UNKNOWN_DISTANCE
        weighted = (shares[:, None, None] * away).reshape(-1, away.shape[-1]).astype(np.float32)
        squares = (shares[:, None] * ((away**2).mean(axis=2) + unknown)).ravel().astype(np.float32)
        flat = labels.reshape(len(labels), -1)
        shift = flat @ weighted
        distance = flat @ squares - (shift**2).mean(axis=1)
        return np.asarray(-_DISTANCE_COST * np.minimum(distance, _MAX_DISTANCE))


def learn_ground(looks: np.ndarray, shares: np.ndarray, terrains: np.ndarray) -> TaughtGround:
    """Return the grounds that groups of looks show.

    Args:
        looks: (m, 5) of the groups.
        shares: (m,) of the board, 0..1.
        terrains: (m,) as indices of ``vocabulary.TERRAINS``.
    """
    means = np.full((3, looks.shape[1]), np.nan)
    for terrain in set(terrains.tolist()):
        own = terrains == terrain
        means[terrain] = np.average(looks[own], axis=0, weights=shares[own])
    spread = np.average((looks - means[terrains]) ** 2, axis=0, weights=shares)
    return TaughtGround(means, np.sqrt(spread + _BETWEEN_PHOTOS**2))
