"""Pictures for viewers of a camera that somebody holds, as it would have taken them from where the board was read.

What is drawn over a picture, and the details of it that questions show, lie where the board was when it was read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from companion.live.changes.region_reader import CellReader
from companion.live.changes.steadying import Anchor
from companion.reader_service import PhotoReader, ReadsWith
from games.hexgrid import Cell
from vision.imaging.photo import Photo

if TYPE_CHECKING:
    from vision.reading.answers.answer import Answer
    from vision.reading.reading import Reading

_CHECK_EVERY = 5
"""Every fifth picture of a camera that stood still is checked for motion, which takes about as long as its JPEG."""


class SteadyView:
    """Undoes the camera's motion since the known board was read."""

    def __init__(self) -> None:
        """Begin with pictures as the camera takes them."""
        self._anchor: Anchor | None = None
        self._until_check = 0

    def hold(self, photo: Photo | None) -> None:
        """Show later pictures from where this one was taken, in which the known board was read; None if none is."""
        self._anchor = None if photo is None else Anchor(photo)

    def seen_from_there(self, photo: Photo) -> Photo:
        """Return a picture as it is to be shown: as it is if the camera has not moved, or too far."""
        anchor, self._until_check = self._anchor, self._until_check - 1
        if anchor is None or self._until_check > 0:
            return photo
        steadied = anchor.steadied(photo)
        self._until_check = _CHECK_EVERY if steadied is photo else 0
        return photo if steadied is None else steadied


class NotingReader:
    """Reads photos with another reader, and notes the last one: what is read is steadied already.

    Attributes:
        photo: that was read last; None before the first.
    """

    def __init__(self, read: PhotoReader) -> None:
        """Wrap a reader."""
        self._read = read
        self.photo: Photo | None = None

    def __call__(self, photo: Photo) -> Reading:
        """Return the reading of a photo."""
        return self.read_with(photo, ())

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Return the reading of a photo by a person's answers, where the reader can."""
        self.photo, read = photo, self._read
        return read.read_with(photo, answers) if answers and isinstance(read, ReadsWith) else read(photo)

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the whole board with some cells read again; None where a full reading is needed."""
        self.photo, read = photo, self._read
        return read.reread_cells(photo, before, cells) if isinstance(read, CellReader) else None
