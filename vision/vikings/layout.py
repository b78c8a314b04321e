"""Scores the possible layouts of a fjord in a grid, by likely tiles and the land at their edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from vision.vikings.cells import SquareFeatures

ROWS = 6
"""Rows of a fjord: ships, and five of islands."""
_OUTSIDE_PENALTY = 1.5
"""Penalty for a tile outside the fjord; in tiles, as that of gaps. Both chosen by hand."""
_GAP_PENALTY = 0.5
"""Penalty for an empty square left of a tile; chosen by hand."""
_MAX_ROWS_OUTSIDE = 2
"""Rows by which a fjord may extend above or below the analysed squares."""
_MIN_TILE_SCORE = 0.4
"""Score from which a square counts as a tile; chosen by hand."""


class Layout(NamedTuple):
    """Where a fjord may lie among the squares of a view.

    Attributes:
        score: its worth, in tiles.
        top: the row of squares with the ships; less than 0 where the view begins below it.
        first: the column of squares that is the fjord's column 0.
        turn: quarter turns of the table's axes after which the rows and columns are counted.
    """

    score: float
    top: int
    first: int
    turn: int = 0


def candidate_layouts(features: SquareFeatures) -> Iterator[Layout]:
    """Yield every possible layout of a fjord among squares with these features, none of them turned."""
    tile = features.tile
    laid = tile > _MIN_TILE_SCORE
    if not laid.any():
        return
    along = np.maximum(features.land[..., 0], features.land[..., 2])
    across = np.maximum(features.land[..., 1], features.land[..., 3])
    islands, ships, tiles = (
        _sums_from(tile * gain) for gain in (along - across, 0.5 - np.maximum(along, across), np.ones_like(tile))
    )
    gaps = _GAP_PENALTY * (~laid & (_sums_from(laid.astype(float)) > 0))
    # Tiles in the fjord's rows, from its column 0 on, are not outside.
    of_islands, of_ships = islands + _OUTSIDE_PENALTY * tiles - gaps, ships + _OUTSIDE_PENALTY * tiles
    padded = np.pad(of_islands, ((_MAX_ROWS_OUTSIDE, _MAX_ROWS_OUTSIDE), (0, 0)))
    top_row = np.pad(of_ships, ((_MAX_ROWS_OUTSIDE, _MAX_ROWS_OUTSIDE), (0, 0)))
    for top in range(len(padded) - ROWS + 1):
        fits = padded[top + 1 : top + ROWS].sum(axis=0) + top_row[top] - _OUTSIDE_PENALTY * tile.sum()
        for first in range(int(np.flatnonzero(laid.any(axis=0)).max()) + 1):
            yield Layout(float(fits[first]), top - _MAX_ROWS_OUTSIDE, first)


def _sums_from(values: np.ndarray) -> np.ndarray:
    """Return the cumulative sums of each row from the right."""
    return np.asarray(np.cumsum(values[:, ::-1], axis=1)[:, ::-1])
