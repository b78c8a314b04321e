"""Where to look: at the whole table first, and then, while the camera stands still, only at what has changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from companion.live.changes.occlusion import CHANGED, share
from companion.reader_service import PhotoReader
from games.hexgrid import Cell, neighbours
from vision.geometry.lattice import CORNERS, position
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

_FEW, _MOST = 12, 0.5
"""So many cells, or such a share of the board's, are looked at alone; where more have changed the camera has moved, or
the light, and the whole is read: the lattice must be found anew."""


@runtime_checkable
class CellReader(Protocol):
    """A reader that can look at some cells only."""

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the whole board after looking at these cells; ``None`` where that is not enough."""


@dataclass(frozen=True)
class PartialReading:
    """One reading.

    Attributes:
        reading: what was read.
        cells: those that were looked at, in the reading's coordinates; ``None`` where the whole table was.
    """

    reading: Reading
    cells: frozenset[Cell] | None = None


class SelectiveReader:
    """Reads pictures of one table."""

    def __init__(self, read: PhotoReader) -> None:
        """Use this reader; one that can look again, like `companion.reader_service.NetworkReader`, is asked to."""
        self._read = read
        self._reread = read.reread_cells if isinstance(read, CellReader) else None
        self._last: Reading | None = None

    def read_all(self, photo: Photo) -> PartialReading:
        """Read the whole table; raises `vision.imaging.photo.PhotoError` where none is seen."""
        self._last = None
        self._last = self._read(photo)
        return PartialReading(self._last)

    def read_changed(self, photo: Photo, points: np.ndarray, scale: float) -> PartialReading:
        """Read the cells that have changed, or the whole table where too many have.

        Args:
            photo: the photo.
            points: (h, w) uint8, 1 where it differs from the last one that was read, or from what is known.
            scale: pixels of `points` to one of a reading.

        Raises:
            vision.imaging.photo.PhotoError: no table is seen.
        """
        before = self._last
        cells = frozenset() if before is None else _changed(before, points, photo.scale * scale)
        if self._reread is None or before is None or not 0 < len(cells) <= max(_FEW, _MOST * len(before.tiles)):
            return self.read_all(photo)
        reading = self._reread(photo, before, cells)
        if reading is None:
            return self.read_all(photo)
        self._last = reading
        return PartialReading(reading, cells)


def _changed(before: Reading, points: np.ndarray, scale: float) -> frozenset[Cell]:
    """Return the cells, on the board and beside it, that differ; `scale` is to one pixel of the photo as decoded."""
    if before.seen is None:
        return frozenset()
    plane = before.seen.lattice.plane
    lying = {tile.cell for tile in before.tiles}
    cells = lying | {n for cell in lying for n in neighbours(cell)}
    outlines = {cell: plane.to_photo(position(cell) + CORNERS) * scale for cell in cells}
    return frozenset(cell for cell, outline in outlines.items() if share(points, outline) >= CHANGED)
