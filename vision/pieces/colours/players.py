"""What the rules tell of the players' colours: at least two play, and whoever has a viking has a longhouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_HOMELESS = 5.0
"""Log odds against each colour that has vikings on the board and no longhouse, whence they would have come."""
_SOLE = 2.0
"""Log odds against all groups being of one colour."""


@dataclass(frozen=True, eq=False)
class Sides:
    """Groups of pieces in a game, each of one player.

    Attributes:
        vikings: (g,) bool, whether a group has any; (0,) where no game lies on the table and no rule tells.
        houses: (g,) bool or (0,), whether it has longhouses.
    """

    vikings: np.ndarray
    houses: np.ndarray

    def against(self, ways: np.ndarray) -> np.ndarray:
        """(n,) log odds against naming the first groups in each of (n, g) ways."""
        many = ways.shape[1]
        if not len(self.vikings) or many < 2:
            return np.zeros(len(ways))
        alike = ways[:, :, None] == ways[:, None]
        housed = (alike & self.houses[:many]).any(axis=2)
        homeless = self.vikings[:many] & ~housed
        first = ~(np.tril(alike, -1) & self.vikings[:many]).any(axis=2)
        odds: np.ndarray = _HOMELESS * (homeless & first).sum(axis=1) + _SOLE * alike.all(axis=(1, 2))
        return odds


def sides_of(groups: Sequence[Sequence[int]], kinds: Sequence[str]) -> Sides:
    """Return the sides of groups of numbered pieces, each one of ``vocabulary.PIECES``; no kinds if it is no game."""
    vikings, houses = (
        np.array([any(kinds[k] == kind for k in group) for group in groups] if kinds else [], bool)
        for kind in ("viking", "longhouse")
    )
    return Sides(vikings, houses)
