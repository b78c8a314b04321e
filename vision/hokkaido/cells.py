"""The squares of a grid as they look from straight above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.geometry.plane import Plane

SIDE = 40
"""Pixels along a square."""
_MOST = 40
"""Squares along the part of the table that is looked at."""
_DARK = 6.0
"""What is added to a colour before its logarithm is taken, so that noise in the dark stays small."""

Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Cells:
    """A part of the table from straight above.

    Attributes:
        plane: table coordinates, in squares, to photo pixels.
        left, top: the grid lines at which the part begins.
        pixels: (rows * SIDE, columns * SIDE, 3) uint8 BGR.
        inside: (rows, columns) whether the photo shows the whole square.
    """

    plane: Plane
    left: int
    top: int
    pixels: np.ndarray
    inside: np.ndarray

    @cached_property
    def light(self) -> np.ndarray:
        """The pixels' lightness and two chromas, see `opponents`."""
        return opponents(self.pixels)

    def places(self) -> Iterator[tuple[Place, tuple[int, int]]]:
        """Yield each square's ``(x, y)`` on the table, with its row and column here."""
        for row in range(self.inside.shape[0]):
            for column in range(self.inside.shape[1]):
                yield (self.left + column, self.top + row), (row, column)

    def square(self, place: Place) -> np.ndarray:
        """Return a square as (SIDE, SIDE, 3) floats, see `opponents`."""
        column, row = place[0] - self.left, place[1] - self.top
        return self.light[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]

    def px(self, place: Place) -> np.ndarray:
        """Return the middle of a square in the photo, pixels."""
        return self.plane.to_photo(np.array(place, float) + 0.5)


def opponents(pixels: np.ndarray) -> np.ndarray:
    """Return BGR pixels as logarithms: lightness, red by green, blue by green. A lamp only adds to them."""
    blue, green, red = cv2.split(np.log(np.asarray(pixels, np.float32) + _DARK))
    return np.stack([(blue + green + red) / 3, red - green, blue - green], axis=-1)


def cut_cells(pixels: np.ndarray, plane: Plane, box: tuple[int, int, int, int]) -> Cells:
    """Look at the squares between the grid lines left, top, right and bottom of a photo's pixels."""
    left, top, right, bottom = box
    right, bottom = min(right, left + _MOST), min(bottom, top + _MOST)
    table = np.stack(np.meshgrid(_places_along(left, right), _places_along(top, bottom)), axis=-1)
    at = plane.to_photo(table).astype(np.float32)
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    finer = plane.pitch_at(middle) / SIDE
    soft = pixels if finer < 1.3 else cv2.GaussianBlur(pixels, (0, 0), 0.4 * finer)
    seen = cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = pixels.shape[:2]
    shown = ((at >= 0) & (at <= (width - 1, height - 1))).all(axis=-1)
    inside = np.asarray(shown.reshape(bottom - top, SIDE, right - left, SIDE).all(axis=(1, 3)))
    return Cells(plane, left, top, seen, inside)


def _places_along(first: int, last: int) -> np.ndarray:
    """(n * SIDE,) the middles of the pixels along the squares ``first`` to ``last``, in squares."""
    return np.asarray(first + (np.arange((last - first) * SIDE) + 0.5) / SIDE)
