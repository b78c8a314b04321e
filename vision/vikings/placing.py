"""Where among the squares of a grid a fjord's rows may lie, by what looks like a tile and where its land runs out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.vikings.cells import Faces

ROWS = 6
"""Rows of a fjord: ships, and five of islands."""
_OUTSIDE = 1.5
_GAP = 0.5
_ABOVE = 2
"""Rows by which a fjord may begin above what is looked at, or end below it."""
_LIKELY = 0.4
"""From here on a square is taken for a tile while the fjord is being placed."""


def places(faces: Faces) -> Iterator[tuple[float, int, int]]:
    """Yield how well the tiles fit a fjord, its ships' row and its column 0, for every place that it may have."""
    tile = faces.tile
    laid = tile > _LIKELY
    if not laid.any():
        return
    along = np.maximum(faces.land[..., 0], faces.land[..., 2])
    across = np.maximum(faces.land[..., 1], faces.land[..., 3])
    islands, ships, tiles = (
        _onward(tile * gain) for gain in (along - across, 0.5 - np.maximum(along, across), np.ones_like(tile))
    )
    gaps = _GAP * (~laid & (_onward(laid.astype(float)) > 0))
    # What lies in the fjord's rows, from its column 0 on, is not outside.
    of_islands, of_ships = islands + _OUTSIDE * tiles - gaps, ships + _OUTSIDE * tiles
    padded = np.pad(of_islands, ((_ABOVE, _ABOVE), (0, 0)))
    top_row = np.pad(of_ships, ((_ABOVE, _ABOVE), (0, 0)))
    for top in range(len(padded) - ROWS + 1):
        fits = padded[top + 1 : top + ROWS].sum(axis=0) + top_row[top] - _OUTSIDE * tile.sum()
        for first in range(int(np.flatnonzero(laid.any(axis=0)).max()) + 1):
            yield float(fits[first]), top - _ABOVE, first


def _onward(values: np.ndarray) -> np.ndarray:
    """Return sums of each row from every column on."""
    return np.asarray(np.cumsum(values[:, ::-1], axis=1)[:, ::-1])
