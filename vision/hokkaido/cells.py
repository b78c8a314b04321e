"""Rectified views of the squares of a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.imaging.opponent_colours import opponent_colours

SIDE = 40
"""Pixels along a rectified square."""
_MAX_SQUARES = 40
"""Largest number of squares along the view."""
_EDGE_BAND = 3
"""Pixels around a grid line in which an edge is searched. By hand."""
_EDGE_SCALE = 0.2
"""Scale of the strength of edges, logarithms of colours. By hand."""
_CHANNEL_WEIGHTS = np.array([1, 1.5, 1.5], np.float32)
"""Weights of lightness and chromas in the strength of an edge. By hand."""
_CHANGE_STEP = 4
"""Step between the pixels beside each other whose changes of colour are compared; chosen by hand."""
_CUT_OFF = 6
"""Pixels of a square's border that the picture's edge may cut off: they are not described."""

_CHANGE_WIDTH = 4
"""Distance of the two pixels whose difference is the change of colour between them, pixels; even. By hand."""
_MAX_SAMPLING, _BLUR = 1.3, 0.4
"""Pixels of the photo to one of the view from which the photo is smoothed before it is sampled, and by what standard
deviation, in pixels of the view. By hand."""

Place = tuple[int, int]
"""``(x, y)`` of a square on the table: its left and its upper grid line."""


class Box(NamedTuple):
    """The grid lines between which squares lie."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, eq=False)
class Cells:
    """A rectified part of the table.

    Attributes:
        plane: table coordinates, in squares, to photo pixels.
        left, top: the first grid lines of the part.
        pixels: (rows * SIDE, columns * SIDE, 3) uint8 BGR.
        inside: (rows, columns) whether the photo shows the square but for its border.
    """

    plane: Plane
    left: int
    top: int
    pixels: np.ndarray
    inside: np.ndarray
    _descriptions: dict[Place, np.ndarray] = field(default_factory=dict, init=False, repr=False)
    """The features of the squares that were described before."""

    @cached_property
    def light(self) -> np.ndarray:
        """The pixels' lightness and two chromas, see `opponent_colours`."""
        return opponent_colours(self.pixels)

    @cached_property
    def edges(self) -> tuple[np.ndarray, np.ndarray]:
        """Strengths of edges between neighbours: (rows, columns - 1) and (rows - 1, columns)."""
        rows, columns = self.inside.shape
        across = _steps(self._soft).reshape(rows, SIDE, columns - 1)
        down = _steps(self._soft.transpose(1, 0, 2)).reshape(columns, SIDE, rows - 1)
        return np.median(across, axis=1), np.median(down, axis=1).T

    @cached_property
    def changes(self) -> tuple[np.ndarray, np.ndarray]:
        """Changes of colour, logarithms, at each pixel along rows and columns of squares.

        They are (rows, columns * SIDE) and (columns, rows * SIDE) medians of all pixels beside each other in a row or
        column of squares.
        """
        rows, columns = self.inside.shape
        turned = np.ascontiguousarray(self._soft.transpose(1, 0, 2))
        return _changes(self._soft, rows), _changes(turned, columns)

    @cached_property
    def _soft(self) -> np.ndarray:
        return cv2.GaussianBlur(self.light, (0, 0), 1.0)

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

    def descriptions(
        self, places: Sequence[Place], describe: Callable[[Sequence[Place]], Sequence[np.ndarray]]
    ) -> np.ndarray:
        """Return the (n, d) features of squares; each square is described once.

        Args:
            places: the squares, of which some may be the same.
            describe: returns the (d,) features of each of some squares; always the same function.
        """
        fresh = [place for place in dict.fromkeys(places) if place not in self._descriptions]
        self._descriptions.update(zip(fresh, describe(fresh), strict=True))
        return np.array([self._descriptions[place] for place in places])

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


def cut_cells(pixels: np.ndarray, plane: Plane, box: Box) -> Cells:
    """Return a rectified view of squares.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        plane: table coordinates, in squares, to photo pixels.
        box: the grid lines around the squares; of more than 40 along an axis the middle ones are shown.
    """
    left, top, right, bottom = middle_part(box)
    across, down = np.empty((2, (bottom - top) * SIDE, (right - left) * SIDE), np.float32)
    # One row of squares after another, whose coordinates fit into the processor's cache.
    for row in range(bottom - top):
        part = slice(row * SIDE, (row + 1) * SIDE)
        table = np.meshgrid(_places_along(left, right), _places_along(top + row, top + row + 1))
        across[part], down[part] = np.moveaxis(plane.to_photo(np.stack(table, axis=-1)), -1, 0)
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    finer = min(plane.pitch_at(middle), max(pixels.shape)) / SIDE
    soft = pixels if finer < _MAX_SAMPLING else cv2.GaussianBlur(pixels, (0, 0), _BLUR * finer)
    seen = cv2.remap(soft, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = pixels.shape[:2]
    shown = (across >= 0) & (across <= width - 1) & (down >= 0) & (down <= height - 1)
    squares = shown.reshape(bottom - top, SIDE, right - left, SIDE)
    inside = np.asarray(squares[:, _CUT_OFF:-_CUT_OFF, :, _CUT_OFF:-_CUT_OFF].all(axis=(1, 3)))
    return Cells(plane, left, top, seen, inside)


def middle_part(box: Box) -> Box:
    """Return the grid lines between which squares are cut: a wrong grid's outermost ones may lie at its horizon."""
    (left, right), (top, bottom) = (_middle_lines(*ends) for ends in ((box.left, box.right), (box.top, box.bottom)))
    return Box(left, top, right, bottom)


def _middle_lines(first: int, last: int) -> tuple[int, int]:
    """Return the lines around the middle ``_MAX_SQUARES`` of the squares between two lines, or those themselves."""
    spare = max(0, last - first - _MAX_SQUARES)
    return first + spare // 2, last - (spare - spare // 2)


def _changes(light: np.ndarray, rows: int) -> np.ndarray:
    """Return (rows, width) median changes along each row of squares of (rows * SIDE, width, 3) pixels."""
    thin = light[_CHANGE_STEP // 2 :: _CHANGE_STEP]
    off = cv2.transform(cv2.absdiff(thin[:, _CHANGE_WIDTH:], thin[:, :-_CHANGE_WIDTH]), _CHANNEL_WEIGHTS[None])
    padded = np.pad(off, ((0, 0), (_CHANGE_WIDTH // 2, _CHANGE_WIDTH // 2)))
    return np.median(padded.reshape(rows, SIDE // _CHANGE_STEP, -1), axis=1)


def _steps(light: np.ndarray) -> np.ndarray:
    """Return (height, columns - 1) largest changes near each vertical grid line."""
    lines = np.arange(SIDE, light.shape[1] - 1, SIDE)
    half = _CHANGE_WIDTH // 2
    band = np.arange(-_EDGE_BAND - half, _EDGE_BAND + half + 1)
    near = light[:, lines[:, None] + band] * _CHANNEL_WEIGHTS
    steps = near[:, :, _CHANGE_WIDTH:] - near[:, :, :-_CHANGE_WIDTH]
    np.abs(steps, out=steps)
    return np.asarray((steps[..., 0] + steps[..., 1] + steps[..., 2]).max(axis=2))


def _places_along(first: int, last: int) -> np.ndarray:
    """Return (n * SIDE,) centres of the pixels along the squares ``first`` to ``last``, squares."""
    return np.asarray(first + (np.arange((last - first) * SIDE) + 0.5) / SIDE)
