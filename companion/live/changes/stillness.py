"""When a picture is worth reading: it stands still, and shows something else than the last that was read."""

from __future__ import annotations

import cv2
import numpy as np

from companion.live.changes.frame_difference import largest
from vision.imaging.photo import Photo

_WIDTH = 320
_STEP = 12
"""Grey levels of one colour by which a point must differ to count."""
_SPOT = 5
_DENSE = 14
"""So many of the points in a square of `_SPOT` points must differ. A viking fills the square; noise, and edges that
shake by a pixel, stay below a third of it."""
_NEAR = np.ones((3, 3), np.uint8)
_BRIGHTEST = 245
_OTHER_LIGHT = 0.2
"""By how much, in logarithms, the brightness of a colour must change for a table to be read again in the new light."""


class Stillness:
    """Follows a camera's frames and says which of them to read.

    Frames are compared small and at equal brightness, and each point with those around it: noise, a shake of a
    pixel, a lamp that is dimmed and a camera's own exposure are no movement.
    """

    def __init__(self, frames: int = 3) -> None:
        """Ask for this many like frames in a row before one is read."""
        self._needed = frames
        self._quiet = 0
        self._photo: Photo | None = None
        self._small: np.ndarray | None = None
        self._anchor: np.ndarray | None = None
        self._read: np.ndarray | None = None

    def see(self, photo: Photo) -> bool:
        """Take in the next frame and say whether the table is at rest in it."""
        # A recording hands the same picture again and again; there is nothing to compare then.
        if photo is not self._photo:
            self._photo, self._small = photo, _thumbnail(photo)
            # The first frame of a rest is compared with, not the last, so that what creeps is seen to move.
            if self._anchor is None or _differ(self._small, self._anchor):
                self._anchor, self._quiet = self._small, 0
        self._quiet += 1
        return self._quiet >= self._needed

    def is_news(self) -> bool:
        """Say whether the last frame shows something else than the one read last, or the same in another light."""
        if self._read is None or self._small is None or _differ(self._small, self._read):
            return True
        return bool(np.abs(np.log(_gain(self._small, self._read))).max() > _OTHER_LIGHT)

    def mark_read(self) -> None:
        """Remember the last frame as the one that was read."""
        self._read = self._small

    def forget(self) -> None:
        """Make the next still frame news, whatever it shows."""
        self._read = None


def _thumbnail(photo: Photo) -> np.ndarray:
    height, width = photo.pixels.shape[:2]
    size = (_WIDTH, max(_SPOT, round(height * _WIDTH / width)))
    # Averaging over areas takes the sensor's noise away.
    return cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)


def _gain(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return (3,) by how much brighter one of two thumbnails is in each colour."""
    sparse, counterpart = one[::4, ::4].astype(np.float32) + 1, other[::4, ::4].astype(np.float32) + 1
    gain: np.ndarray = np.median((sparse / counterpart).reshape(-1, 3), axis=0)
    return gain


def _differ(one: np.ndarray, other: np.ndarray) -> bool:
    """Say whether anything at all is elsewhere or new in one of two thumbnails."""
    if one.shape != other.shape:
        return True
    lit = cv2.multiply(other, np.append(_gain(one, other), 1.0))
    away = cv2.max(cv2.subtract(one, cv2.dilate(lit, _NEAR)), cv2.subtract(cv2.erode(lit, _NEAR), one))
    points = cv2.threshold(largest(away), _STEP, 1, cv2.THRESH_BINARY)[1]
    points = cv2.min(points, cv2.threshold(largest(one), _BRIGHTEST, 1, cv2.THRESH_BINARY_INV)[1])
    dense = cv2.boxFilter(points, -1, (_SPOT, _SPOT), normalize=False)
    return int(dense.max()) >= _DENSE
