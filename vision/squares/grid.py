"""A grid of squares on a table, and which grids are the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.plane import Plane

_SAME_PLACE, _SAME_SIZE = 0.05, 0.02
"""Distance of two grids' lines, squares, and relative difference of their sizes up to which they are duplicates;
chosen by hand."""


@dataclass(frozen=True)
class Grid:
    """A grid of unit squares on the table.

    Attributes:
        plane: maps table coordinates, in squares, to photo pixels; grid lines lie at whole numbers.
        support: the total weight of the edges on its lines.
        left, top, right, bottom: the outermost lines with edges.
    """

    plane: Plane
    support: float
    left: int
    top: int
    right: int
    bottom: int


def distinct(grids: Iterable[Grid], earlier: Sequence[Grid] = ()) -> Iterator[Grid]:
    """Yield the grids without near duplicates of ``earlier`` ones and of those before them."""
    kept = list(earlier)
    for grid in grids:
        if not any(_nearly_same(grid, other) for other in kept):
            kept.append(grid)
            yield grid


def _nearly_same(grid: Grid, other: Grid) -> bool:
    middle = np.array([(grid.left + grid.right) / 2, (grid.top + grid.bottom) / 2])
    here, side = grid.plane.to_photo(middle), grid.plane.pitch_at(middle)
    there = other.plane.to_table(here)
    near = np.abs(other.plane.to_photo(np.round(there - middle) + middle) - here).max() < _SAME_PLACE * side
    return bool(near and abs(other.plane.pitch_at(there) / side - 1) < _SAME_SIZE)
