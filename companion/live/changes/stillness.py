"""Motion detection: a picture is read when it is still and differs from the last one that was read."""

from __future__ import annotations

import cv2
import numpy as np

from companion.live.changes.frame_difference import largest, missing
from companion.live.changes.steadying import Anchor
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
_MIN_LIGHT_CHANGE = 0.2
"""Logarithm of a channel's gain from which a table is read again in the new light; chosen by hand."""
_IDLE_FRAMES = 10
"""Frames at rest after which there is time to prepare for the next motion; chosen by hand."""
_MIN_REST = 12
"""Frames in a row of a displaced camera after which it has come to rest in its new place; chosen by hand."""


class Stillness:
    """Decides which frames of a camera to read.

    Frames are compared as thumbnails of equal brightness, each pixel with its neighbourhood: noise, a shake by a pixel,
    a lamp that is dimmed and the camera's automatic exposure are no motion. Neither is that of a camera in a hand:
    frames are steadied until it comes to rest.
    """

    def __init__(self, frames: int = 2) -> None:
        """Require this many similar frames in a row before one is read.

        Two suffice, since a change is reported only when the readings of two frames agree.
        """
        self._needed = frames
        self._quiet = 0
        # The last frame as the camera took it, and steadied if the camera has moved.
        self._raw: Photo | None = None
        self._photo: Photo | None = None
        self._small: np.ndarray | None = None
        self._anchor: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._gain: np.ndarray | None = None
        # Where the camera was when a frame was last read, and how long it has been at rest in another place since.
        self._place: Anchor | None = None
        self._displaced: np.ndarray | None = None
        self._rest = 0

    def see(self, photo: Photo) -> bool:
        """Take the next frame and return whether the table is at rest in it."""
        # A recording repeats the same object; there is nothing to compare then, unless the camera was displaced.
        if photo is not self._raw or photo is not self._photo:
            self._raw = self._photo = photo
            self._small = _thumbnail(photo)
            # Compare with one frame of the rest, not with the last one, so that slow motion is noticed.
            if not self._is_alike():
                self._steady(photo)
        self._quiet += 1
        if self._quiet == _IDLE_FRAMES and self._place is not None:
            self._place.prepare()
        return self._quiet >= self._needed

    def _is_alike(self) -> bool:
        """Return whether the last frame is like the one that it is compared with."""
        assert self._small is not None
        self._gain = None if self._anchor is None else _gain_if_alike(self._small, self._anchor)
        return self._gain is not None

    def _steady(self, photo: Photo) -> None:
        """Undo the motion of the camera in a frame that differs; begin a new rest where the table differs, too."""
        assert self._small is not None
        steadied = None if self._place is None else self._place.steadied(photo)
        if steadied is not None and steadied is not photo and not self._has_come_to_rest(self._small):
            self._photo, self._small = steadied, _thumbnail(steadied)
            if self._is_alike():
                return
        self._anchor, self._quiet = self._small, 0

    def _has_come_to_rest(self, small: np.ndarray) -> bool:
        """Return whether the camera stands still in another place than before, and if so take up that one."""
        if self._displaced is None or _gain_if_alike(small, self._displaced) is None:
            self._displaced, self._rest = small, 0
        self._rest += 1
        if self._rest < _MIN_REST:
            return False
        self._place = self._displaced = self._read = None
        return True

    def is_news(self) -> bool:
        """Return whether the last frame differs from the one read before, in content or in light."""
        if self._read is None or self._small is None:
            return True
        if self._anchor is not self._read:
            gain = _gain_if_alike(self._small, self._read)
            if gain is None:
                return True
            # From now on one comparison tells both whether the table is at rest and whether there is news.
            self._anchor, self._gain = self._read, gain
        return self._gain is not None and bool(np.abs(np.log(self._gain)).max() > _MIN_LIGHT_CHANGE)

    def steadied(self, photo: Photo) -> Photo:
        """Return a frame as it is to be read: that seen last without the motion of the camera, others unchanged."""
        return photo if self._photo is None or photo is not self._raw else self._photo

    def mark_read(self) -> None:
        """Record that the last frame was read."""
        if self.is_news():
            self._read = self._anchor = self._small
            self._gain = np.ones(3)
            self._place = None if self._photo is None else Anchor(self._photo)

    def forget(self) -> None:
        """Make the next still frame count as different."""
        self._read = self._place = None


def _thumbnail(photo: Photo) -> np.ndarray:
    pixels = photo.pixels
    height, width = pixels.shape[:2]
    size = (_WIDTH, max(_WINDOW, round(height * _WIDTH / width)))
    # Averaging reduces the noise of the sensor. OpenCV averages four pixels several times as fast as other numbers.
    while min(pixels.shape[1] // size[0], pixels.shape[0] // size[1]) >= 2:
        pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)


def _gain(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return (3,) the median gain of each channel from the second thumbnail to the first."""
    # Channels first: the median of adjacent numbers is found twice as fast.
    sparse, counterpart = (
        small[::_GAIN_STRIDE, ::_GAIN_STRIDE].transpose(2, 0, 1).astype(np.float32, order="C").reshape(3, -1) + 1
        for small in (one, other)
    )
    gain: np.ndarray = np.median(sparse / counterpart, axis=1)
    return gain


def _gain_if_alike(one: np.ndarray, other: np.ndarray) -> np.ndarray | None:
    """Return the `_gain` between two thumbnails; ``None`` if they differ in content or in size."""
    if one.shape != other.shape:
        return None
    gain = _gain(one, other)
    return None if _differ(one, other, gain) else gain


def _differ(one: np.ndarray, other: np.ndarray, gain: np.ndarray) -> bool:
    """Return whether two thumbnails of one size differ in content, if the second has this gain to the first."""
    lit = cv2.multiply(other, np.append(gain, 1.0))
    points = cv2.threshold(largest(missing(one, lit, _SHIFT_KERNEL)), _MIN_DIFFERENCE, 1, cv2.THRESH_BINARY)[1]
    points = cv2.min(points, cv2.threshold(largest(one), _SATURATED, 1, cv2.THRESH_BINARY_INV)[1])
    dense = cv2.boxFilter(points, -1, (_WINDOW, _WINDOW), normalize=False)
    return int(dense.max()) >= _MIN_DENSITY
