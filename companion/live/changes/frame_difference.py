"""Differences between two pictures of the table that a change of light does not explain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from companion.live.changes.banding import banding
from vision.imaging.downscale import halved
from vision.imaging.photo import Photo

_WIDTH = 640
"""Width to which pictures are reduced, pixels; a viking is still visible."""
_MIN_DIFFERENCE = 10
"""Grey levels by which a pixel must differ to count, scaled down in dim pictures. Of 174 pieces placed in 30 synthetic
games of held-out looks, at 1280 x 720 pixels, 3 change less than 1 % of their tile by this; 20 change less than 2 % by
16 levels, as green on green does. Of 3 564 tiles where nothing changed none differs in 1 % by 10 levels, with noise of
12 levels or a JPEG quality of 40 neither; by 8 levels 21 do."""
_DAYLIGHT, _MIN_DIMMING = 100.0, 0.5
"""Mean grey level below which the threshold is scaled down, and the smallest factor; chosen by hand."""
_NOISE_KERNEL = np.ones((3, 3), np.uint8)
"""Opening with this removes isolated pixels."""
_SHIFT_KERNEL = np.ones((5, 5), np.uint8)
"""Pixels by which edges may be displaced: by a shake of the camera, and by the residual of a corrected bump."""
_SATURATED = 250
"""Grey level from which a pixel counts as overexposed; it must differ by `_GLARE_FACTOR` times as much."""
_GLARE_FACTOR = 3
_STRAY_LIGHT = 4.0
"""Grey levels added before logarithms are taken: sensors add about as much stray light."""
_GRID = (32, 24)
"""Columns and rows of the grid on which the gain between two pictures is fitted."""
_FIT_ROUNDS = 6
"""Rounds of reweighting of the robust fit."""
_MIN_SPREAD = 0.01
"""Least residual, in logarithms, that counts as one standard deviation of the fit."""


@dataclass(frozen=True)
class Picture:
    """A picture of the table, small enough to compare and large enough to show a viking.

    Attributes:
        pixels: (h, w, 3) uint8 BGR.
        scale: its pixels per pixel of the original picture, in which readings are given.
        valid: (h, w) bool, where the picture has content.
    """

    pixels: np.ndarray
    scale: float
    valid: np.ndarray

    @cached_property
    def brightness(self) -> np.ndarray:
        """(rows, columns, 3) float32, logarithms of the mean pixels on `_GRID`."""
        # Averages over any other number of pixels than four take several times as long, so halves come first.
        pixels = halved(self.pixels, 2 * _GRID[0] / self.pixels.shape[1])[0]
        means = cv2.resize(pixels, _GRID, interpolation=cv2.INTER_AREA).astype(np.float32)
        return np.asarray(np.log(means + _STRAY_LIGHT))

    def relit(self, like: Picture) -> Picture:
        """Return the picture with the brightness and colour of another one of the same size."""
        gain = _gain(like, self, (self.pixels.shape[1], self.pixels.shape[0]))
        lit = cv2.multiply(self.pixels, gain, dtype=cv2.CV_32F)
        return replace(self, pixels=cv2.addWeighted(lit, 1, gain, _STRAY_LIGHT, -_STRAY_LIGHT, dtype=cv2.CV_8U))

    def warped(self, homography: np.ndarray) -> Picture:
        """Return the picture after a motion of the camera, a (3, 3) homography in the pixels of readings."""
        to_small = np.diag([self.scale, self.scale, 1.0])
        matrix = to_small @ homography @ np.linalg.inv(to_small)
        size = self.pixels.shape[1], self.pixels.shape[0]
        shown = cv2.warpPerspective(self.valid.astype(np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        return Picture(cv2.warpPerspective(self.pixels, matrix, size), self.scale, shown > 0)

    def stretched(self, like: Picture) -> tuple[Picture, np.ndarray]:
        """Return the picture in the size of another one, and the (3, 3) homography for the pixels of readings."""
        (height, width), (new_height, new_width) = self.pixels.shape[:2], like.pixels.shape[:2]
        zoom = self.scale / like.scale
        matrix = np.diag([zoom * new_width / width, zoom * new_height / height, 1.0])
        valid = cv2.resize(self.valid.astype(np.uint8), (new_width, new_height), interpolation=cv2.INTER_NEAREST) > 0
        return Picture(cv2.resize(self.pixels, (new_width, new_height)), like.scale, valid), matrix

    def is_as_large_as(self, other: Picture) -> bool:
        """Return whether both are of originals of one size."""
        return self.scale == other.scale and self.pixels.shape == other.pixels.shape

    def patched(self, newer: Picture, where: np.ndarray) -> Picture:
        """Return the newer picture where the (h, w) bool mask is set, and this one elsewhere."""
        pixels = cv2.copyTo(newer.pixels, where.astype(np.uint8), self.pixels.copy())
        return Picture(pixels, self.scale, self.valid | where)


def picture_of(photo: Photo) -> Picture:
    """Return the photo reduced to `_WIDTH` pixels."""
    height, width = photo.pixels.shape[:2]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    # Averages over any other number of pixels than four take ten times as long.
    pixels = cv2.resize(halved(photo.pixels, _WIDTH / width)[0], size, interpolation=cv2.INTER_LINEAR)
    return Picture(pixels, _WIDTH / photo.width, np.ones(pixels.shape[:2], bool))


def difference(now: Picture, before: Picture) -> np.ndarray:
    """Return (h, w) uint8, 1 where a picture differs from an earlier one in the same light."""
    away = unlikeness(now.pixels, before.pixels, _SHIFT_KERNEL)
    level = float(np.mean(cv2.mean(now.pixels)[:3]))
    threshold = _MIN_DIFFERENCE * min(1.0, max(_MIN_DIMMING, level / _DAYLIGHT))
    glare = (_smallest(now.pixels) >= _SATURATED) | (_smallest(before.pixels) >= _SATURATED)
    known = cv2.erode(before.valid.astype(np.uint8), _SHIFT_KERNEL) > 0
    points = ((away > threshold) & known & ~(glare & (away < _GLARE_FACTOR * threshold))).astype(np.uint8)
    return cv2.morphologyEx(points, cv2.MORPH_OPEN, _NOISE_KERNEL)


@dataclass(frozen=True)
class Comparison:
    """A picture and its differences from earlier ones.

    Attributes:
        now: the newest picture.
        known: the picture of the known board, in the light of `now`.
        last: the last picture that was read, in the light of `now`.
        points: (h, w) uint8, 1 where `now` differs from `known`.
        fresh: (h, w) uint8, 1 where `now` differs from `last`.
    """

    now: Picture
    known: Picture
    last: Picture
    points: np.ndarray
    fresh: np.ndarray

    def warped(self, motion: np.ndarray) -> Comparison:
        """Return the comparison after a motion of the camera, a (3, 3) homography in the pixels of readings."""
        return compare(self.now, self.known.warped(motion), self.last.warped(motion))


def compare(now: Picture, known: Picture, last: Picture) -> Comparison:
    """Compare a picture with those of the known board and the last reading; one of another size counts as equal."""
    known, last = (other.relit(now) if other.pixels.shape == now.pixels.shape else now for other in (known, last))
    return Comparison(now, known, last, difference(now, known), difference(now, last))


def light_change(now: Picture, before: Picture) -> float:
    """Return the largest change of light over places and colour channels, as the absolute logarithm of the gain."""
    if now.pixels.shape != before.pixels.shape:
        return 0.0
    logs = now.brightness - before.brightness
    return float(np.abs(_smooth_logs(logs - banding(logs))).max())


def unlikeness(one: np.ndarray, other: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """Return (h, w) uint8, by how much pixels of two BGR pictures differ from all of the other that a kernel reaches.

    What either shows must be in the other, so that a small piece that was taken away counts as one that was placed. Of
    67 pieces taken from synthetic tables of held-out looks, at 1280 x 720 pixels, one changes less than 1 % of its
    tile; 16 do where only what has come is compared.
    """
    return largest(cv2.max(missing(one, other, kernel), missing(other, one, kernel)))


def missing(
    pixels: np.ndarray, other: np.ndarray, kernel: np.ndarray, brightest: np.ndarray | None = None
) -> np.ndarray:
    """Return (h, w, c) uint8, by how much each pixel differs from all of the other picture that a kernel reaches.

    Args:
        pixels: (h, w, c) uint8.
        other: the other picture, of the same size.
        kernel: the neighbours of a pixel that it may be like.
        brightest: the other picture with the greatest values that its pixels may have; by default those it shows.
    """
    above = cv2.subtract(pixels, cv2.dilate(other if brightest is None else brightest, kernel))
    below = cv2.subtract(cv2.erode(other, kernel), pixels)
    return np.asarray(cv2.max(above, below))


def largest(pixels: np.ndarray) -> np.ndarray:
    """Return (h, w) the largest channel of each BGR pixel; NumPy takes twenty times as long."""
    blue, green, red = cv2.split(pixels)
    return cv2.max(cv2.max(blue, green), red)


def _smallest(pixels: np.ndarray) -> np.ndarray:
    blue, green, red = cv2.split(pixels)
    return cv2.min(cv2.min(blue, green), red)


def _terms() -> np.ndarray:
    """Return (n, 6) the terms of a quadratic surface at the n points of the grid."""
    y, x = np.mgrid[-1 : 1 : _GRID[1] * 1j, -1 : 1 : _GRID[0] * 1j]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)


_TERMS = _terms()
_TERMS_ACROSS = np.ascontiguousarray(_TERMS.T)


def _gain(like: Picture, picture: Picture, size: tuple[int, int]) -> np.ndarray:
    """Return (h, w, 3) the gain from one picture to another, which moved objects do not affect.

    It is a smooth surface, and the bands of a flickering lamp where these are seen.
    """
    logs = like.brightness - picture.brightness
    bands = banding(logs)
    field = _smooth_logs(logs - bands) + bands
    return np.asarray(cv2.resize(np.exp(field.astype(np.float32)), size, interpolation=cv2.INTER_LINEAR))


def _smooth_logs(logs: np.ndarray) -> np.ndarray:
    """Return (rows, columns, 3) the smooth surface through the logarithms of the gains on `_GRID`."""
    return np.asarray((_TERMS @ _robust_fit(logs.reshape(-1, 3))).reshape(_GRID[1], _GRID[0], 3))


def _robust_fit(values: np.ndarray) -> np.ndarray:
    """Return (6, 3) coefficients of the surfaces through (n, 3) values, one a channel, robust to outliers."""
    # Channels first: medians and products of adjacent numbers are found several times as fast.
    channels = np.ascontiguousarray(values.T)
    fitted = np.zeros((len(channels), len(_TERMS_ACROSS)))
    fitted[:, 0] = np.median(channels, axis=1)
    for _ in range(_FIT_ROUNDS):
        off = channels - fitted @ _TERMS_ACROSS
        spread = np.maximum(1.5 * np.median(np.abs(off), axis=1), _MIN_SPREAD)
        weight = 1 / np.square(1 + np.square(np.square(off / (2 * spread[:, None]))))
        # The terms are few and of one size, so the normal equations are as good as any and far quicker.
        weighted = weight[:, None] * _TERMS_ACROSS
        fitted = np.linalg.solve(weighted @ _TERMS, weighted @ channels[..., None])[..., 0]
    return fitted.T
