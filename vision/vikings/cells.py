"""A grid's squares as they look from straight above: what is around a tile's rim, and what is in its middle."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.plane import Plane

SIDE = 48
"""Pixels of a square's side as it is looked at."""
_CORNER = (0.06, 0.2)
_MIDDLE = (0.3, 0.7)
_BAND = (0.05, 0.14)
_BRIGHT = 225.0
_STRIDE = 2
"""Every how many pixels of a square are enough for a middle value."""
_UNEVEN = 2.0
_LIKELY = 0.4
_ENOUGH = 12
_OTHER = 18.0
"""L*a*b* units from which two rims are of different things."""
_NOISE = 8.0
"""The contrast, L*a*b* units, that art and noise have by themselves."""


@dataclass(frozen=True)
class Flat:
    """A stretch of the table from straight above.

    Attributes:
        lab: (rows * SIDE, columns * SIDE, 3) float32 CIE L*a*b*.
        seen: (rows * SIDE, columns * SIDE) bool, what lies in the photo.
        left, top: the table coordinates of its corner, whole squares.
        side: pixels of a square's side.
    """

    lab: np.ndarray
    seen: np.ndarray
    left: int
    top: int
    side: int = SIDE

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns of squares there are."""
        return self.lab.shape[0] // self.side, self.lab.shape[1] // self.side

    def part(self, x: tuple[float, float], y: tuple[float, float]) -> np.ndarray:
        """Return the (h, w, 3) L*a*b* of a rectangle in table coordinates, cut off where the stretch ends."""
        (x0, x1), (y0, y1) = (
            [max(0, round((v - at) * self.side)) for v in span] for span, at in ((x, self.left), (y, self.top))
        )
        return self.lab[y0:y1, x0:x1]

    def squares(self) -> np.ndarray:
        """(rows, columns, self.side, self.side, 3) the squares by themselves."""
        rows, columns = self.shape
        return self.lab.reshape(rows, self.side, columns, self.side, 3).swapaxes(1, 2)

    def whole(self) -> np.ndarray:
        """(rows, columns) which squares lie in the photo, all but a corner."""
        rows, columns = self.shape
        share = self.seen.reshape(rows, self.side, columns, self.side).mean(axis=(1, 3))
        return np.asarray(share > 0.9)


def flatten(
    pixels: np.ndarray, plane: Plane, corner: tuple[int, int], shape: tuple[int, int], side: int = SIDE
) -> Flat:
    """Return the table from straight above.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        plane: where its squares are.
        corner: left and top of the stretch, table coordinates.
        shape: rows and columns of squares in it.
        side: pixels of a square's side.
    """
    rows, columns = shape
    y, x = np.mgrid[: rows * side, : columns * side]
    table = np.stack([(x + 0.5) / side + corner[0], (y + 0.5) / side + corner[1]], axis=-1)
    at = np.nan_to_num(plane.to_photo(table), nan=-1e6, posinf=-1e6, neginf=-1e6).astype(np.float32)
    high, wide = pixels.shape[:2]
    seen = (at >= 0).all(axis=-1) & (at[..., 0] <= wide - 1) & (at[..., 1] <= high - 1)
    # A square of the photo may be much larger than here: it is made smaller first, so that noise averages out.
    shrink = max(1.0, plane.pitch_at(np.array(corner) + np.array(shape[::-1]) / 2) / (1.6 * side))
    small = cv2.resize(pixels, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    at = (at + 0.5) * np.array([small.shape[1] / wide, small.shape[0] / high], np.float32) - 0.5
    view = cv2.remap(small, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) / np.float32(255)
    # A dim picture is made as bright as others; what is brighter than white may be so.
    return Flat(cv2.cvtColor(view * _exposure(small), cv2.COLOR_BGR2LAB), seen, *corner, side)


def _exposure(pixels: np.ndarray) -> np.float32:
    """Return what makes the brightest part of a picture as bright as it is in a well lit one."""
    return np.float32(_BRIGHT / max(float(np.percentile(pixels[::4, ::4], 97)), 20.0))


def zone(squares: np.ndarray, x: tuple[float, float], y: tuple[float, float]) -> np.ndarray:
    """Return (..., 3) the median look of one part of each of (..., SIDE, SIDE, 3) squares; x and y in 0..1."""
    (x0, x1), (y0, y1) = ([round(v * SIDE) for v in span] for span in (x, y))
    part = squares[..., y0:y1:_STRIDE, x0:x1:_STRIDE, :]
    return np.asarray(np.median(part.reshape(*part.shape[:-3], -1, 3), axis=-2))


def corners(squares: np.ndarray) -> np.ndarray:
    """(..., 4, 3) looks of the corners, clockwise from the upper left."""
    near, far = _CORNER, (1 - _CORNER[1], 1 - _CORNER[0])
    return np.stack([zone(squares, x, y) for x, y in ((near, near), (far, near), (far, far), (near, far))], axis=-2)


def middles(squares: np.ndarray) -> np.ndarray:
    """(..., 3) looks of the middles."""
    return zone(squares, _MIDDLE, _MIDDLE)


def sides(squares: np.ndarray) -> np.ndarray:
    """(..., 4, 3) looks at the middle of the edges: left, upper, right, lower."""
    near, far, half = _BAND, (1 - _BAND[1], 1 - _BAND[0]), (0.36, 0.64)
    return np.stack([zone(squares, x, y) for x, y in ((near, half), (half, near), (far, half), (half, far))], axis=-2)


@dataclass(frozen=True)
class Faces:
    """What the squares show, each compared with itself only: its corners tell what sea looks like there and then.

    Attributes:
        sea: (rows, columns, 3) the middle look of the four corners.
        tile: (rows, columns) 0..1, how much like a tile: corners alike, and the middle otherwise.
        land: (rows, columns, 4) 0..1, how much the left, upper, right and lower edge are like the middle.
    """

    sea: np.ndarray
    tile: np.ndarray
    land: np.ndarray

    def turned(self, quarters: int) -> Faces:
        """Return what is seen when the table's axes are turned by quarters; see `seat`."""
        turned = [np.rot90(part, quarters) for part in (self.sea, self.tile, self.land)]
        return Faces(turned[0], turned[1], np.roll(turned[2], -quarters, axis=-1))

    def kinds(self) -> list[Faces]:
        """Return these and, where rims have two looks, those with each of them alone: a cloth has squares, too."""
        likely = self.tile > _LIKELY
        looks = self.sea[likely].astype(np.float32)
        if len(looks) < _ENOUGH:
            return [self]
        cv2.setRNGSeed(0)
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
        _, which, centres = cv2.kmeans(looks, 2, None, stop, 3, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
        if np.linalg.norm(centres[0] - centres[1]) < _OTHER:
            return [self]
        parts = [np.array(self.tile) for _ in centres]
        for kind, part in enumerate(parts):
            part[likely] *= which.ravel() == kind
        return [self, *(Faces(self.sea, part, self.land) for part in parts)]


def faces_of(flat: Flat) -> Faces:
    """Return what the squares of a stretch of table show."""
    squares = flat.squares()
    rim = corners(squares)
    sea = np.median(rim, axis=-2)
    # One corner may lie under a figure.
    uneven = np.sort(np.linalg.norm(rim - sea[..., None, :], axis=-1), axis=-1)[..., 2]
    apart = middles(squares) - sea
    contrast = np.linalg.norm(apart, axis=-1)
    tile = np.clip((contrast - _UNEVEN * uneven) / (contrast + _NOISE), 0, 1) * flat.whole()
    along = (sides(squares) - sea[..., None, :]) * apart[..., None, :]
    land = np.clip(along.sum(axis=-1) / np.maximum(contrast**2, 1e-6)[..., None], 0, 1)
    return Faces(sea, np.asarray(tile), np.asarray(land))
