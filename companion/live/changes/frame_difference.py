"""Where a picture of the table differs from an earlier one by more than its light."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.imaging.photo import Photo

_WIDTH = 640
_STEP = 16
"""Grey levels by which a point must differ to count; fewer where all is dimmer."""
_DAYLIGHT, _DIMMEST = 100.0, 0.5
"""The mean grey level below which that is so, and by how much at most."""
_NEAR = np.ones((3, 3), np.uint8)
_AROUND = np.ones((5, 5), np.uint8)
"""Points by which an edge may lie elsewhere: a shake of the camera, and what a bump leaves after it is undone."""
_BRIGHTEST = 250
_DARK = 4.0
_GRID = (32, 24)


@dataclass(frozen=True)
class Picture:
    """A picture of the table, small enough to compare and large enough to show a viking.

    Attributes:
        pixels: (h, w, 3) uint8 BGR.
        scale: its pixels to one of the file's own picture, in which readings are given.
        valid: (h, w) bool, where it shows anything.
    """

    pixels: np.ndarray
    scale: float
    valid: np.ndarray

    def relit(self, like: Picture) -> Picture:
        """Return the picture in the light of another one of the same size."""
        gain = _gain(like.pixels, self.pixels, (self.pixels.shape[1], self.pixels.shape[0]))
        lit = cv2.multiply(self.pixels, gain, dtype=cv2.CV_32F)
        return replace(self, pixels=cv2.addWeighted(lit, 1, gain, _DARK, -_DARK, dtype=cv2.CV_8U))

    def warped(self, homography: np.ndarray) -> Picture:
        """Return the picture after a move of the camera, given in the pixels of readings."""
        to_small = np.diag([self.scale, self.scale, 1.0])
        matrix = to_small @ homography @ np.linalg.inv(to_small)
        size = self.pixels.shape[1], self.pixels.shape[0]
        shown = cv2.warpPerspective(self.valid.astype(np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        return Picture(cv2.warpPerspective(self.pixels, matrix, size), self.scale, shown > 0)

    def patched(self, newer: Picture, where: np.ndarray) -> Picture:
        """Return the newer picture where it is to be taken, and this one elsewhere."""
        pixels = cv2.copyTo(newer.pixels, where.astype(np.uint8), self.pixels.copy())
        return Picture(pixels, self.scale, self.valid | where)


def picture_of(photo: Photo) -> Picture:
    """Return the photo as a picture to compare."""
    height, width = photo.pixels.shape[:2]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    pixels = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)
    return Picture(pixels, _WIDTH / photo.width, np.ones(pixels.shape[:2], bool))


def difference(now: Picture, before: Picture) -> np.ndarray:
    """Return (h, w) uint8, 1 where a picture shows something else than an earlier one in the same light."""
    high, low = cv2.dilate(before.pixels, _AROUND), cv2.erode(before.pixels, _AROUND)
    away = largest(cv2.max(cv2.subtract(now.pixels, high), cv2.subtract(low, now.pixels)))
    step = _STEP * min(1.0, max(_DIMMEST, float(now.pixels.mean()) / _DAYLIGHT))
    blinding = (_smallest(now.pixels) >= _BRIGHTEST) | (_smallest(before.pixels) >= _BRIGHTEST)
    known = cv2.erode(before.valid.astype(np.uint8), _AROUND) > 0
    points = ((away > step) & known & ~(blinding & (away < 3 * step))).astype(np.uint8)
    return cv2.morphologyEx(points, cv2.MORPH_OPEN, _NEAR)


@dataclass(frozen=True)
class Comparison:
    """A picture beside earlier ones.

    Attributes:
        now: the picture.
        known: the one that shows what is known, in the light of now.
        last: the last one that was read, in the light of now.
        points: (h, w) uint8, 1 where it differs from what is known.
        fresh: (h, w) uint8, 1 where it differs from the last one.
    """

    now: Picture
    known: Picture
    last: Picture
    points: np.ndarray
    fresh: np.ndarray

    def warped(self, motion: np.ndarray) -> Comparison:
        """Return the comparison after a move of the camera, given in the pixels of readings."""
        return compare(self.now, self.known.warped(motion), self.last.warped(motion))


def compare(now: Picture, known: Picture, last: Picture) -> Comparison:
    """Compare a picture with what is known and with the last that was read; those of another size tell nothing."""
    known, last = (other.relit(now) if other.pixels.shape == now.pixels.shape else now for other in (known, last))
    return Comparison(now, known, last, difference(now, known), difference(now, last))


def relighting(now: Picture, before: Picture) -> float:
    """Return by how much, in logarithms, the light has changed where and in the colour in which it has most."""
    if now.pixels.shape != before.pixels.shape:
        return 0.0
    return float(np.abs(np.log(_gain(now.pixels, before.pixels, _GRID))).max())


def largest(pixels: np.ndarray) -> np.ndarray:
    """Return the largest of each pixel's three colours; numpy takes twenty times as long."""
    blue, green, red = cv2.split(pixels)
    return cv2.max(cv2.max(blue, green), red)


def _smallest(pixels: np.ndarray) -> np.ndarray:
    blue, green, red = cv2.split(pixels)
    return cv2.min(cv2.min(blue, green), red)


def _terms() -> np.ndarray:
    """(n, 6) what a smooth surface over the grid is made of."""
    y, x = np.mgrid[-1 : 1 : _GRID[1] * 1j, -1 : 1 : _GRID[0] * 1j]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)


_TERMS = _terms()


def _gain(like: np.ndarray, pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return (h, w, 3) by how much brighter one picture is, as a smooth surface that things moved do not bend."""
    one, other = (
        np.log(cv2.resize(p, _GRID, interpolation=cv2.INTER_AREA).astype(np.float32) + _DARK) for p in (like, pixels)
    )
    field = (_TERMS @ _robust_fit((one - other).reshape(-1, 3))).reshape(_GRID[1], _GRID[0], 3)
    return np.asarray(cv2.resize(np.exp(field.astype(np.float32)), size, interpolation=cv2.INTER_LINEAR))


def _robust_fit(values: np.ndarray) -> np.ndarray:
    """Return (6, 3) the surfaces through (n, 3) values, one for each colour, that the few far off do not bend."""
    fitted = np.zeros((_TERMS.shape[1], 3))
    fitted[0] = np.median(values, axis=0)
    for _ in range(6):
        off = values - _TERMS @ fitted
        spread = np.maximum(1.5 * np.median(np.abs(off), axis=0), 0.01)
        weight = (1 + np.square(np.square(off / (2 * spread)))) ** -2
        # The terms are few and of one size, so the normal equations are as good as any and far quicker.
        weighted = weight.T[:, :, None] * _TERMS
        fitted = np.linalg.solve(
            weighted.transpose(0, 2, 1) @ _TERMS, weighted.transpose(0, 2, 1) @ values.T[..., None]
        )
        fitted = fitted[..., 0].T
    return fitted
