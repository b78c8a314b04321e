"""Groups of one player's pieces that plains join: every group has a longhouse.

A viking settles where plains join its tile to one of its player's pieces, so that each group began with a longhouse.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.pieces.evidence.scene import Scene


@dataclass(frozen=True, eq=False)
class LandGroups:
    """The groups that n candidates belong to.

    Attributes:
        together: (n, n) 1.0 where two candidates are of one group, else 0.0; each is of its own group.
        without: (n,) probability that no other piece of the group is a longhouse; 0 where the group may go on out of
            sight.
        present: (n,) probability of being a viking or longhouse at all.
    """

    together: np.ndarray
    without: np.ndarray
    present: np.ndarray

    def odds(self, houses: np.ndarray) -> np.ndarray:
        """Return (s, n) probabilities that no other piece of a group is a longhouse; ``houses`` are (s, n) ones."""
        absent = np.log1p(-np.clip(houses, 0, 1 - 1e-9))
        return np.asarray(np.exp(absent @ self.together - absent) * self.without)

    def lacking(self, houses: np.ndarray) -> np.ndarray:
        """Return (s,) expected number of groups without a longhouse."""
        absent = np.log1p(-np.clip(houses, 0, 1 - 1e-9))
        return np.asarray(np.exp(absent @ self.together) @ (self.without * self.present / self.together.sum(axis=0)))


def land_groups(scene: Scene, colours: np.ndarray, houses: np.ndarray, which: list[int]) -> LandGroups:
    """Return the groups.

    Args:
        scene: all m candidates.
        colours: (m, 11) probabilities of being a viking or longhouse of each colour.
        houses: (m,) probabilities of being a longhouse.
        which: indices of the n candidates that are asked about; the others' kinds are fixed.
    """
    near = scene.joined * (colours @ colours.T) > 1 / 2
    together = near | np.eye(len(near), dtype=bool)
    for _ in range(max(1, len(near).bit_length())):
        together = together @ together
    closed = ~(together @ ~scene.surrounded)
    rest = np.ones(len(near), bool)
    rest[which] = False
    others = np.log1p(-np.clip(houses, 0, 1 - 1e-9)) * rest
    without = np.exp(together @ others) * closed
    return LandGroups(together[np.ix_(which, which)].astype(float), without[which], colours[which].sum(axis=1))
