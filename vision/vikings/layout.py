"""Scores the possible positions of a fjord's rows in a grid, by likely tiles and the land at their edges."""

from __future__ import annotations

from collections.abc import Iterator

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


def candidate_layouts(faces: SquareFeatures) -> Iterator[tuple[float, int, int]]:
    """Yield the score, the row of ships and the column 0 of every possible position of the fjord."""
    tile = faces.tile
    laid = tile > _MIN_TILE_SCORE
    if not laid.any():
        return
    along = np.maximum(faces.land[..., 0], faces.land[..., 2])
    across = np.maximum(faces.land[..., 1], faces.land[..., 3])
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
            yield float(fits[first]), top - _MAX_ROWS_OUTSIDE, first


def _sums_from(values: np.ndarray) -> np.ndarray:
    """Return the cumulative sums of each row from the right."""
    return np.asarray(np.cumsum(values[:, ::-1], axis=1)[:, ::-1])
