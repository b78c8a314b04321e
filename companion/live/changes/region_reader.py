"""Choosing the cells to read: all at first, then, while the camera stands still, only those that have changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.live.changes.frame_difference import Comparison
from companion.live.changes.occlusion import MIN_CHANGED_SHARE, share
from companion.reader_service import PhotoReader, ReadsWith
from games.hexgrid import Cell, neighbours
from vision.geometry.lattice import CORNERS, positions
from vision.imaging.photo import Photo
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

_MAX_CELLS, _MAX_CELL_SHARE = 12, 0.5
"""Number of cells, or share of the board's if that is more, up to which only these are read. Where more have changed,
the camera or the light has, and a full reading finds the lattice again."""
_MIN_OF_NEIGHBOUR = 0.1
"""Share of a cell that has changed, to that of a neighbour, from which the cell is read at once. In the recorded game
up to five cells of a change lie only in its shadow; without them the 95th percentile of a change takes 159 to 166 ms
instead of 181 to 235."""
_CLEAR_REGIONS, _CLEAR_PIECE = 0.8, 0.9
"""Confidence from which what was read in a cell counts for the next picture, too, if the cell looks the same there. On
20 path-traced boards of strange prints, each seen twice with other noise, 2 of 728 such tiles and 4 of 505 such pieces
were read otherwise the second time, and 1 of 648 cells without a piece; of what was read with less confidence 64 of 392
tiles, 61 of 374 pieces and 10 of 73 empty cells."""


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
    """Reads pictures of one table, whole or only the changed cells.

    Cells that were read clearly, and look the same in the next picture, are not read again in that one: the same
    reading counts for both pictures. So what is read of each picture counts twice at most.
    """

    def __init__(self, read: PhotoReader) -> None:
        """Use this reader, whose `CellReader.reread_cells` reads changed cells if it has one."""
        self._read = read
        self._reread = read.reread_cells if isinstance(read, CellReader) else None
        self._last: Reading | None = None
        self._before: Reading | None = None
        self._clear: frozenset[Cell] = frozenset()

    def forget(self) -> None:
        """Read the whole table next, because what was read of it no longer holds."""
        self._last, self._before, self._clear = None, None, frozenset()

    def reject(self) -> None:
        """Go on from the reading before the last one, which was wrong."""
        self._last, self._clear = self._before, frozenset()

    def read_all(self, photo: Photo, answers: Sequence[Answer] = ()) -> PartialReading:
        """Read the whole table with a person's answers, if the reader accepts them.

        Raises:
            vision.imaging.photo.PhotoError: no board can be found.
        """
        self._before = self._last
        self._last, self._clear = None, frozenset()
        read = self._read
        self._last = read.read_with(photo, answers) if answers and isinstance(read, ReadsWith) else read(photo)
        return PartialReading(self._last)

    def read_changed(self, photo: Photo, comparison: Comparison, answers: Sequence[Answer] = ()) -> PartialReading:
        """Read the cells that have changed, or the whole table if too many have.

        Args:
            photo: the photo.
            comparison: of the photo with the known board's picture and the last one that was read.
            answers: of a person, by which the whole table is read; what is read again later goes by the same ground.

        Raises:
            vision.imaging.photo.PhotoError: no board can be found.
        """
        before, scale = self._last, photo.scale * comparison.now.scale
        cells = frozenset() if before is None else _to_read(before, comparison, scale)
        if (
            self._reread is None
            or before is None
            or not 0 < len(cells) <= max(_MAX_CELLS, _MAX_CELL_SHARE * len(before.tiles))
        ):
            return self.read_all(photo, answers)
        alike = cells & self._clear
        alike -= _changed(alike, before, comparison.fresh, scale)
        again = cells - alike
        reading = self._reread(photo, before, again) if again else before
        if reading is None:
            return self.read_all(photo, answers)
        self._before, self._last, self._clear = before, reading, _clear(reading, before, again)
        return PartialReading(reading, cells)


def _clear(reading: Reading, before: Reading, cells: Collection[Cell]) -> frozenset[Cell]:
    """Return those of the cells that were read clearly; a tile's regions need be clear only where the tile is new."""
    known = {tile.cell: tile.edges for tile in before.tiles}
    lying = {tile.cell: tile for tile in reading.tiles}
    sure = {c for c, tile in lying.items() if tile.region_confidence >= _CLEAR_REGIONS or tile.edges == known.get(c)}
    if (shown := reading.observation) is not None:
        bare = {c for c in cells if c not in shown.tile_probabilities and shown.covered.get(c, 0.0) <= 1 - _CLEAR_PIECE}
        sure |= bare - known.keys() - lying.keys()
    doubtful = {piece.cell for piece in reading.pieces if piece.confidence < _CLEAR_PIECE}
    possible = {piece.cell for piece in reading.possible if piece.certainty > 1 - _CLEAR_PIECE}
    return frozenset(sure.intersection(cells) - doubtful - possible)


def _to_read(before: Reading, comparison: Comparison, scale: float) -> frozenset[Cell]:
    """Return the changed cells, on the board and beside it, and beside those: several tiles may be laid at once.

    Cells beside one that has changed much more lie in its shadow; the reading of the whole table, which follows, reads
    them.

    Args:
        before: the reading whose board it is.
        comparison: of the picture.
        scale: pixels of the comparison per decoded pixel.
    """
    lying = {tile.cell for tile in before.tiles}
    near = _changes(lying | _around(lying), before, cv2.max(comparison.points, comparison.fresh), scale)
    # Where a hand is gone from the table, farther off, there is nothing to read.
    around = _around(near.keys() - lying) - lying - near.keys()
    changes = near | _changes(around, before, comparison.points, scale)
    # Where the picture is the known one again, as after a hand, the change from the last one tells nothing of shadows.
    known = _changes(changes, before, comparison.points, scale)
    return frozenset(
        cell
        for cell, of_cell in changes.items()
        if of_cell >= _MIN_OF_NEIGHBOUR * max(known.get(beside, 0.0) for beside in neighbours(cell))
    )


def _changed(cells: Collection[Cell], before: Reading, points: np.ndarray, scale: float) -> frozenset[Cell]:
    """Return those of the cells of a reading in which a mask of `scale` pixels per decoded pixel is set."""
    return frozenset(_changes(cells, before, points, scale))


def _changes(cells: Collection[Cell], before: Reading, points: np.ndarray, scale: float) -> dict[Cell, float]:
    """Return the share of each of the cells of a reading in which such a mask is set, 0..1, if it is set at all."""
    if before.observation is None or not cells:
        return {}
    wanted = sorted(cells)
    corners = positions(wanted)[:, None] + CORNERS
    outlines = before.observation.lattice.plane.to_photo(corners) * scale
    shares = {cell: share(points, outline) for cell, outline in zip(wanted, outlines, strict=True)}
    return {cell: of_cell for cell, of_cell in shares.items() if of_cell >= MIN_CHANGED_SHARE}


def _around(cells: Iterable[Cell]) -> set[Cell]:
    return {n for cell in cells for n in neighbours(cell)}
