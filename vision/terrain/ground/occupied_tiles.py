"""How likely the names of a board's grounds are by the tiles that pieces stand on.

Longhouses are built on plains, and vikings settle plains: a tile with either shows plains somewhere on its rim. That
holds in every print and light. Only runes bring a viking to a tile without plains, and some pieces are none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.geometry.lattice import Cell, nearest_cell
from vision.pieces.detect import Piece

_ENOUGH = 0.5
"""Share of a tile's edge from which it shows plains for certain: in a wrong naming small groups, which may be mixtures,
lie on most tiles. On 140 made boards 0.15, 0.3 and 0.5 lost 0.977, 0.953 and 0.938 nats a board; without pieces 1.011.
"""
_WITHOUT = 0.15
"""Probability of a piece on a tile without plains, relative to that on one with plains. On the same boards 0.05 and
0.15 lost 0.939 and 0.938 nats a board."""
_MIN_PRESENCE = 0.3
"""Probability of a longhouse or viking from which its tile counts; by hand."""


@dataclass(frozen=True, eq=False)
class OccupiedTiles:
    """The tiles on which longhouses and vikings stand.

    Attributes:
        presence: (m,) probability 0..1 of a longhouse or viking on each tile.
        rims: (m, 6, g) share of each of g groups along each edge, 0..1.
    """

    presence: np.ndarray
    rims: np.ndarray

    def log_likelihoods(self, plains: np.ndarray) -> np.ndarray:
        """Return the (n,) log likelihoods, up to a constant, of n namings.

        Args:
            plains: (n, g) 1 for each group that a naming calls plains, else 0.
        """
        count, groups = len(self.presence), plains.shape[1]
        shown = (plains @ self.rims.reshape(-1, groups).T.astype(np.float32)).reshape(len(plains), count, 6)
        enough = np.minimum(shown.max(axis=2, initial=0) / _ENOUGH, 1)
        logs: np.ndarray = np.log(_WITHOUT + (1 - _WITHOUT) * enough) @ self.presence
        return logs


NO_PIECES = OccupiedTiles(np.empty(0), np.empty((0, 6, 0)))


def presence_by_cell(pieces: Iterable[Piece]) -> dict[Cell, float]:
    """Return the probability of a longhouse or viking on each cell that counts; ``pieces`` are all candidates."""
    found: dict[Cell, float] = {}
    for piece in pieces:
        cell, presence = nearest_cell(piece.foot), float(piece.certainty * piece.kinds[:2].sum())
        if presence >= _MIN_PRESENCE:
            found[cell] = max(presence, found.get(cell, 0.0))
    return found
