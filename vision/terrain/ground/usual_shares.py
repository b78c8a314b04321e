"""How much of a board is plains, mountain and ocean.

About half of the rims of a set's tiles are plains. In an unknown print, whose colours tell little, a naming of the
grounds that makes a board mostly ocean is therefore unlikely. How far a board may be from the set's mean follows from
the differences between the tiles and from the number of tiles laid.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

FILE = "usual_shares.json"
_SHARE_DEVIATION = 0.05
"""Standard deviation of a board's shares beyond the draw of its tiles: printings differ in their tiles, and visible
ground is measured, not rims. Means of the shipped sets differ by 0.06."""
_MAX_COST = 6.0
"""Nats that unusual shares cost at most. On 120 synthetic boards in held-out and wide art with about the sets' shares,
0, 3 and 6 lost 0.239, 0.217 and 0.205 nats a board."""
FEWEST_TILES = 10
"""Number of tiles from which shares count; a few tiles may be of one terrain, which is left to the network."""


@dataclass(frozen=True, eq=False)
class UsualShares:
    """The shares of plains and mountain, which leave that of ocean, on the tiles of a set.

    Attributes:
        mean: (2,) over the tiles.
        spread: (2, 2) covariance of a tile's shares.
    """

    mean: np.ndarray
    spread: np.ndarray

    def log_likelihoods(self, shares: np.ndarray, tiles: int) -> np.ndarray:
        """Return the (m,) log likelihoods, up to a constant, of m boards.

        Args:
            shares: (m, 3) of plains, mountain and ocean, 0..1.
            tiles: number of tiles on the board.
        """
        covariance = self.spread / tiles + _SHARE_DEVIATION**2 * np.array([(1.0, -0.5), (-0.5, 1.0)])
        away = (shares[:, :2] - self.mean).astype(np.float32)
        squares = ((away @ np.linalg.inv(covariance).astype(np.float32)) * away).sum(axis=1)
        logs: np.ndarray = np.maximum(-0.5 * squares, -_MAX_COST)
        return logs


@lru_cache(maxsize=1)
def usual_shares() -> UsualShares:
    """Return the common statistics of the shipped tile sets, as `training.fit.usual_shares` stored them."""
    stored = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return UsualShares(np.array(stored["mean"]), np.array(stored["spread"]))
