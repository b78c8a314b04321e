"""Rectified views of the squares of a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from vision.geometry.plane import Plane

SIDE = 40
"""Pixels along a rectified square."""
_MAX_SQUARES = 40
"""Largest number of squares along the view."""
_EDGE_BAND = 3
"""Pixels around a grid line in which an edge is searched. By hand."""
_EDGE_SCALE = 0.2
"""Scale of the strength of edges, logarithms of colours. By hand."""
_CUT_OFF = 6
"""Pixels of a square's border that the picture's edge may cut off: they are not described."""
LOG_OFFSET = 6.0
"""Grey levels added before logarithms are taken, to limit noise in dark pixels."""

Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Cells:
    """A rectified part of the table.

    Attributes:
        plane: table coordinates, in squares, to photo pixels.
        left, top: the first grid lines of the part.
        pixels: (rows * SIDE, columns * SIDE, 3) uint8 BGR.
        inside: (rows, columns) whether the photo shows the square but for its border.
        described: features of the squares that were described before; `features.describe_places` fills it.
    """

    plane: Plane
    left: int
    top: int
    pixels: np.ndarray
    inside: np.ndarray
    described: dict[Place, np.ndarray] = field(default_factory=dict)

    @cached_property
    def light(self) -> np.ndarray:
        """The pixels' lightness and two chromas, see `opponent_colours`."""
        return opponent_colours(self.pixels)

    @cached_property
    def edges(self) -> tuple[np.ndarray, np.ndarray]:
        """Strengths of edges between neighbours: (rows, columns - 1) and (rows - 1, columns)."""
        rows, columns = self.inside.shape
        soft = cv2.GaussianBlur(self.light, (0, 0), 1.0)
        across = _steps(soft).reshape(rows, SIDE, columns - 1)
        down = _steps(soft.transpose(1, 0, 2)).reshape(columns, SIDE, rows - 1)
        return np.median(across, axis=1), np.median(down, axis=1).T

    def places(self) -> Iterator[tuple[Place, tuple[int, int]]]:
        """Yield each square's ``(x, y)`` on the table, with its row and column here."""
        for row in range(self.inside.shape[0]):
            for column in range(self.inside.shape[1]):
                yield (self.left + column, self.top + row), (row, column)

    def square(self, place: Place) -> np.ndarray:
        """Return the (SIDE, SIDE, 3) floats of a square, see `opponent_colours`."""
        return self.light[self._part(place)]

    def picture(self, place: Place) -> np.ndarray:
        """Return the (SIDE, SIDE, 3) uint8 BGR pixels of a square."""
        return self.pixels[self._part(place)]

    def _part(self, place: Place) -> tuple[slice, slice]:
        """Return the rows and columns of pixels of a square."""
        column, row = place[0] - self.left, place[1] - self.top
        return slice(row * SIDE, (row + 1) * SIDE), slice(column * SIDE, (column + 1) * SIDE)

    def px(self, place: Place) -> np.ndarray:
        """Return the (2,) centre of a square in the photo, pixels."""
        return self.plane.to_photo(np.array(place, float) + 0.5)


def saturated(strengths: np.ndarray) -> np.ndarray:
    """Return the strengths of edges, logarithms of colours, on a scale from 0 to 1, on which clear edges are alike."""
    return np.asarray(1 - np.exp(-strengths / _EDGE_SCALE))


def opponent_colours(pixels: np.ndarray) -> np.ndarray:
    """Return (..., 3) logarithms of BGR pixels: lightness, red/green, blue/green; a change of light adds a constant."""
    blue, green, red = cv2.split(np.log(np.asarray(pixels, np.float32) + LOG_OFFSET))
    return np.stack([(blue + green + red) / 3, red - green, blue - green], axis=-1)


def cut_cells(pixels: np.ndarray, plane: Plane, box: tuple[int, int, int, int]) -> Cells:
    """Return the squares between the grid lines ``box``: left, top, right, bottom; of more than 40, the middle ones."""
    (left, right), (top, bottom) = _middle_part(box[0], box[2]), _middle_part(box[1], box[3])
    table = np.stack(np.meshgrid(_places_along(left, right), _places_along(top, bottom)), axis=-1)
    at = plane.to_photo(table)
    across, down = at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    finer = min(plane.pitch_at(middle), max(pixels.shape)) / SIDE
    soft = pixels if finer < 1.3 else cv2.GaussianBlur(pixels, (0, 0), 0.4 * finer)
    seen = cv2.remap(soft, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = pixels.shape[:2]
    shown = (across >= 0) & (across <= width - 1) & (down >= 0) & (down <= height - 1)
    squares = shown.reshape(bottom - top, SIDE, right - left, SIDE)
    inside = np.asarray(squares[:, _CUT_OFF:-_CUT_OFF, :, _CUT_OFF:-_CUT_OFF].all(axis=(1, 3)))
    return Cells(plane, left, top, seen, inside)


def _middle_part(first: int, last: int) -> tuple[int, int]:
    """Return the grid lines between which squares are cut: a wrong grid's outermost ones may lie at its horizon."""
    spare = max(0, last - first - _MAX_SQUARES)
    return first + spare // 2, last - (spare - spare // 2)


def _steps(light: np.ndarray) -> np.ndarray:
    """Return (height, columns - 1) largest changes near each vertical grid line."""
    lines = np.arange(SIDE, light.shape[1] - 1, SIDE)
    changes = []
    for shift in range(-_EDGE_BAND, _EDGE_BAND + 1):
        step = light[:, lines + shift + 2] - light[:, lines + shift - 2]
        changes.append(np.abs(step) @ np.array([1, 1.5, 1.5]))
    return np.asarray(np.max(changes, axis=0))


def _places_along(first: int, last: int) -> np.ndarray:
    """Return (n * SIDE,) centres of the pixels along the squares ``first`` to ``last``, squares."""
    return np.asarray(first + (np.arange((last - first) * SIDE) + 0.5) / SIDE)
