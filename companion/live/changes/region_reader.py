"""Choosing the cells to read: all at first, then, while the camera stands still, only those that have changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from companion.live.changes.occlusion import MIN_CHANGED_SHARE, share
from companion.reader_service import PhotoReader, ReadsWith
from games.hexgrid import Cell, neighbours
from vision.geometry.lattice import CORNERS, position
from vision.imaging.photo import Photo
from vision.reading.answers.parse import Answer
from vision.reading.reading import Reading

_MAX_CELLS, _MAX_CELL_SHARE = 12, 0.5
"""Number of cells, or share of the board's if that is more, up to which only these are read. Where more have changed,
the camera or the light has, and a full reading finds the lattice again."""


@runtime_checkable
class CellReader(Protocol):
    """A reader that can read single cells of a board again."""

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the whole board with these cells read again; ``None`` where a full reading is needed."""


@dataclass(frozen=True)
class PartialReading:
    """A reading of the whole table or of some cells.

    Attributes:
        reading: the reading of the whole board.
        cells: the cells that were read, in the reading's coordinates; ``None`` for all.
    """

    reading: Reading
    cells: frozenset[Cell] | None = None


class SelectiveReader:
    """Reads pictures of one table, whole or only the changed cells."""

    def __init__(self, read: PhotoReader) -> None:
        """Use this reader, whose `CellReader.reread_cells` reads changed cells if it has one."""
        self._read = read
        self._reread = read.reread_cells if isinstance(read, CellReader) else None
        self._last: Reading | None = None

    def read_all(self, photo: Photo, answers: Sequence[Answer] = ()) -> PartialReading:
        """Read the whole table by a person's answers, where the reader can be told of them.

        Raises:
            vision.imaging.photo.PhotoError: no board can be found.
        """
        self._last = None
        read = self._read
        self._last = read.read_with(photo, answers) if answers and isinstance(read, ReadsWith) else read(photo)
        return PartialReading(self._last)

    def read_changed(
        self, photo: Photo, points: np.ndarray, scale: float, answers: Sequence[Answer] = ()
    ) -> PartialReading:
        """Read the cells that have changed, or the whole table if too many have.

        Args:
            photo: the photo.
            points: (h, w) uint8, 1 where it differs from the last picture that was read, or from the known board's.
            scale: pixels of `points` per pixel of a reading.
            answers: of a person, by which the whole table is read; what is read again later goes by the same ground.

        Raises:
            vision.imaging.photo.PhotoError: no board can be found.
        """
        before = self._last
        cells = frozenset() if before is None else _changed(before, points, photo.scale * scale)
        if (
            self._reread is None
            or before is None
            or not 0 < len(cells) <= max(_MAX_CELLS, _MAX_CELL_SHARE * len(before.tiles))
        ):
            return self.read_all(photo, answers)
        reading = self._reread(photo, before, cells)
        if reading is None:
            return self.read_all(photo, answers)
        self._last = reading
        return PartialReading(reading, cells)


def _changed(before: Reading, points: np.ndarray, scale: float) -> frozenset[Cell]:
    """Return the changed cells, on the board and beside it; `scale`: pixels of the mask per decoded pixel."""
    if before.seen is None:
        return frozenset()
    plane = before.seen.lattice.plane
    lying = {tile.cell for tile in before.tiles}
    cells = lying | {n for cell in lying for n in neighbours(cell)}
    outlines = {cell: plane.to_photo(position(cell) + CORNERS) * scale for cell in cells}
    return frozenset(cell for cell, outline in outlines.items() if share(points, outline) >= MIN_CHANGED_SHARE)
