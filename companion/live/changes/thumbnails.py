"""Small copies of frames, and where two of them differ in content, whatever the light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.live.changes.banding import banding
from companion.live.changes.frame_difference import largest, missing
from vision.imaging.photo import Photo

_WIDTH = 320
"""Width of the thumbnails, pixels."""
_MIN_DIFFERENCE = 12
"""Grey levels by which a channel of a pixel must differ to count; chosen by hand."""
_WINDOW = 5
_MIN_DENSITY = 10
"""Differing pixels in a square of `_WINDOW` pixels that count as motion. A viking fills the square; of 17 changes of a
game in the light of a lamp three show only 10 to 12. Noise, and edges shaken by a pixel, show as many in 13 of 2 436
pairs of frames of 29 tables, in daylight, by a lamp and at dusk; compared both ways in 24, and a camera in a hand
hardly ever seems to be at rest."""
_SHIFT_KERNEL = np.ones((3, 3), np.uint8)
"""Edges may be displaced by a pixel without counting as motion."""
_SATURATED = 245
"""Grey level from which pixels are overexposed and ignored."""
_GAIN_STRIDE = 4
"""Every fourth pixel of a thumbnail suffices to estimate the gain."""


@dataclass(frozen=True)
class Region:
    """The part of thumbnails in which the board lies.

    Attributes:
        board: (h, w) uint8, 1 on the board and near it.
        surroundings: (h, w) uint8, 1 elsewhere.
    """

    board: np.ndarray
    surroundings: np.ndarray

    @staticmethod
    def of(outlines: Sequence[np.ndarray], margin: float, scale: float, shape: tuple[int, int]) -> Region:
        """Return the region of tiles.

        Args:
            outlines: (n, 2) of the tiles, pixels of a picture.
            margin: pixels of the picture around the tiles that belong to the region.
            scale: pixels of thumbnails per pixel of the picture.
            shape: rows and columns of thumbnails.
        """
        bare = np.ones(shape, np.uint8)
        for outline in outlines:
            cv2.fillPoly(bare, [np.round(outline * scale).astype(np.int32)], 0)
        near = cv2.distanceTransform(bare, cv2.DIST_L2, 5) <= margin * scale
        return Region(near.astype(np.uint8), (~near).astype(np.uint8))


@dataclass(frozen=True)
class Likeness:
    """How alike two thumbnails are.

    Attributes:
        other: the one that another was compared with.
        gain: (3,) the median gain of each channel from it to the other one.
        density: (h, w) uint8, differing pixels in the square around each pixel.
    """

    other: np.ndarray
    gain: np.ndarray
    density: np.ndarray

    def is_alike(self, where: np.ndarray | None = None) -> bool:
        """Return whether there is no difference where a (h, w) uint8 mask is set, or anywhere."""
        return cv2.minMaxLoc(self.density, where)[1] < _MIN_DENSITY


def thumbnail(photo: Photo) -> np.ndarray:
    """Return a small copy (h, w, 3) uint8 of a photo."""
    pixels = photo.pixels
    height, width = pixels.shape[:2]
    size = (_WIDTH, max(_WINDOW, round(height * _WIDTH / width)))
    # Averaging reduces the noise of the sensor. OpenCV averages four pixels several times as fast as other numbers.
    while min(pixels.shape[1] // size[0], pixels.shape[0] // size[1]) >= 2:
        pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)


def likeness(one: np.ndarray, other: np.ndarray | None) -> Likeness | None:
    """Compare a thumbnail with another one; ``None`` without one of the same size."""
    if other is None or one.shape != other.shape:
        return None
    gains = _gains(one, other)
    gain: np.ndarray = np.median(gains.reshape(3, -1), axis=1)
    lit = cv2.multiply(other, np.append(gain, 1.0))
    seen = Likeness(other, gain, _density(one, missing(one, lit, _SHIFT_KERNEL)))
    if seen.is_alike():
        return seen
    bands = banding(np.log(gains / gain[:, None, None]).transpose(1, 2, 0))
    if not bands.any():
        return seen
    # Bands are as wide as many samples, so that what lies between these can be interpolated.
    field = cv2.resize(np.exp(bands).astype(np.float32) * gain, one.shape[1::-1])
    banded = cv2.multiply(other, field, dtype=cv2.CV_8U)
    # What was overexposed may have been any brighter.
    brightest = cv2.max(banded, cv2.threshold(other, _SATURATED - 1, 255, cv2.THRESH_BINARY)[1])
    density = _density(one, missing(one, banded, _SHIFT_KERNEL, brightest))
    return replace(seen, density=cv2.min(seen.density, density))


def _density(one: np.ndarray, differences: np.ndarray) -> np.ndarray:
    """Return (h, w) uint8, pixels of a thumbnail that differ in any channel in the square around each."""
    points = cv2.threshold(largest(differences), _MIN_DIFFERENCE, 1, cv2.THRESH_BINARY)[1]
    points = cv2.min(points, cv2.threshold(largest(one), _SATURATED, 1, cv2.THRESH_BINARY_INV)[1])
    return np.asarray(cv2.boxFilter(points, -1, (_WINDOW, _WINDOW), normalize=False))


def _gains(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return (3, h, w) the gain of each channel from the second thumbnail to the first, at every fourth pixel."""
    # Channels first: the median of adjacent numbers is found twice as fast.
    sparse, counterpart = (
        small[_GAIN_STRIDE // 2 :: _GAIN_STRIDE, _GAIN_STRIDE // 2 :: _GAIN_STRIDE]
        .transpose(2, 0, 1)
        .astype(np.float32, order="C")
        + 1
        for small in (one, other)
    )
    return np.asarray(sparse / counterpart)
