"""When a picture is worth reading: it stands still, and shows something else than the last that was read."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Photo

_WIDTH = 320
_STEP = 14
"""Grey levels by which a point must differ to count: more than noise, less than a piece against its tile."""
_MOVING = 0.002
_CHANGED = 0.0003
"""Shares of the picture that must differ; the second is about a viking in a picture of a whole table."""


class Stillness:
    """Follows a camera's frames and says which of them to read."""

    def __init__(self, frames: int = 2) -> None:
        """Ask for this many frames without movement before one is read."""
        self._needed = frames
        self._quiet = 0
        self._photo: Photo | None = None
        self._before: np.ndarray | None = None
        self._read: np.ndarray | None = None

    def see(self, photo: Photo) -> bool:
        """Take in the next frame and say whether the table is at rest in it."""
        # A recording hands the same picture again and again; there is nothing to compare then.
        if photo is self._photo:
            self._quiet += 1
            return self._quiet >= self._needed
        small = _thumbnail(photo)
        still = self._before is not None and _differs(small, self._before) < _MOVING
        self._quiet = self._quiet + 1 if still else 0
        self._photo, self._before = photo, small
        return self._quiet >= self._needed

    def is_news(self) -> bool:
        """Say whether the last frame shows something else than the one that was read last."""
        return self._read is None or self._before is None or _differs(self._before, self._read) > _CHANGED

    def mark_read(self) -> None:
        """Remember the last frame as the one that was read."""
        self._read = self._before

    def forget(self) -> None:
        """Make the next still frame news, whatever it shows."""
        self._read = None


def _thumbnail(photo: Photo) -> np.ndarray:
    height, width = photo.pixels.shape[:2]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    # Averaging over areas takes the sensor's noise away.
    return cv2.cvtColor(cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)


def _differs(one: np.ndarray, other: np.ndarray) -> float:
    if one.shape != other.shape:
        return 1.0
    return float(np.count_nonzero(cv2.absdiff(one, other) > _STEP)) / one.size
