"""Motion detection: a picture is read when it is still and differs from the last one that was read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.live.changes.steadying import Anchor
from companion.live.changes.thumbnails import Likeness, Region, likeness, thumbnail
from vision.imaging.photo import Photo

_MIN_LIGHT_CHANGE = 0.2
"""Logarithm of a channel's gain from which a table is read again in the new light; chosen by hand."""
_IDLE_FRAMES = 10
"""Frames at rest after which there is time to prepare for the next motion; chosen by hand."""
_CALM_FRAMES = 12
"""Frames after which surroundings in which something moved are at rest; chosen by hand."""
_MIN_REST = 12
"""Frames in a row of a displaced camera after which it has come to rest in its new place; chosen by hand."""


class Stillness:
    """Decides which frames of a camera to read.

    Frames are compared as thumbnails of equal brightness, each pixel with its neighbourhood: noise, a shake by a pixel,
    a lamp that is dimmed and the camera's automatic exposure are no motion. Neither is that of a camera in a hand:
    frames are steadied until it comes to rest. Once it is known where the board lies, motion elsewhere, as of a screen
    or of people around the table, does not keep frames from being read.
    """

    def __init__(self, frames: int = 2) -> None:
        """Require this many similar frames in a row before one is read.

        Two suffice, since a change is reported only when the readings of two frames agree.
        """
        self._needed = frames
        # How many frames the board and its surroundings have been at rest.
        self._quiet, self._quiet_around = 0, _CALM_FRAMES
        # The last frame as the camera took it, and steadied if the camera has moved.
        self._raw: Photo | None = None
        self._photo: Photo | None = None
        self._small: np.ndarray | None = None
        # First frames of the present rest of the board and of that of its surroundings, and the last one that was read.
        self._anchor: np.ndarray | None = None
        self._around: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._likeness: Likeness | None = None
        self._region: Region | None = None
        # Where the camera was when a frame was last read, and how long it has been at rest in another place since.
        self._place: Anchor | None = None
        self._displaced: np.ndarray | None = None
        self._rest = 0

    def attend_to(self, outlines: Sequence[np.ndarray], margin: float) -> None:
        """Let only what moves on the board, or near it, keep frames from being read.

        Args:
            outlines: (n, 2) of the tiles, pixels of readings.
            margin: pixels around the tiles within which the next ones may be laid.
        """
        if self._small is not None and self._photo is not None:
            scale = self._small.shape[1] / self._photo.width
            self._region = Region.of(outlines, margin, scale, self._small.shape[:2])

    def attend_to_all(self) -> None:
        """Let all motion count again."""
        self._region = None

    def see(self, photo: Photo) -> bool:
        """Take the next frame and return whether the board is at rest in it."""
        # A recording repeats the same object; there is nothing to compare then, unless the camera was displaced.
        if photo is not self._raw or photo is not self._photo:
            self._raw = self._photo = photo
            self._small = thumbnail(photo)
            if self._region is not None and self._region.board.shape != self._small.shape[:2]:
                self._region = None
            # Compare with one frame of the rest, not with the last one, so that slow motion is noticed.
            if not self._is_alike():
                self._steady(photo)
            self._see_surroundings()
        self._quiet += 1
        self._quiet_around += 1
        if self._quiet == _IDLE_FRAMES and self._place is not None:
            self._place.prepare()
        return self._quiet >= self._needed

    @property
    def _on_board(self) -> np.ndarray | None:
        return None if self._region is None else self._region.board

    def _is_alike(self) -> bool:
        """Return whether the board in the last frame is like that in the one that it is compared with."""
        assert self._small is not None
        self._likeness = likeness(self._small, self._anchor)
        return self._likeness is not None and self._likeness.is_alike(self._on_board)

    def _see_surroundings(self) -> None:
        """Begin a new rest of the surroundings if something has moved there."""
        assert self._small is not None
        if self._region is None:
            return
        seen = self._likeness
        if seen is None or seen.other is not self._around:
            seen = likeness(self._small, self._around)
        if seen is None or not seen.is_alike(self._region.surroundings):
            self._around, self._quiet_around = self._small, 0

    def _steady(self, photo: Photo) -> None:
        """Undo the motion of the camera in a frame that differs; begin a new rest where the board differs, too."""
        assert self._small is not None
        steadied = None if self._place is None else self._place.steadied(photo)
        if steadied is not None and steadied is not photo and not self._has_come_to_rest(self._small):
            self._photo, self._small = steadied, thumbnail(steadied)
            if self._is_alike():
                return
        self._anchor, self._quiet = self._small, 0

    def _has_come_to_rest(self, small: np.ndarray) -> bool:
        """Return whether the camera stands still in another place than before, and if so take up that one."""
        seen = likeness(small, self._displaced)
        if seen is None or not seen.is_alike(self._on_board):
            self._displaced, self._rest = small, 0
        self._rest += 1
        if self._rest < _MIN_REST:
            return False
        self._place = self._displaced = self._read = None
        return True

    def is_news(self) -> bool:
        """Return whether the board in the last frame differs from that in the one read before, or the light does."""
        if self._read is None or self._small is None:
            return True
        if self._anchor is not self._read:
            seen = likeness(self._small, self._read)
            if seen is None or not seen.is_alike(self._on_board):
                return True
            # From now on one comparison tells both whether the board is at rest and whether there is news.
            self._anchor, self._likeness = self._read, seen
        return self._likeness is not None and bool(np.abs(np.log(self._likeness.gain)).max() > _MIN_LIGHT_CHANGE)

    @property
    def is_calm(self) -> bool:
        """Whether the surroundings of the board, too, have been at rest for a while."""
        return self._region is None or self._quiet_around >= _CALM_FRAMES

    def steadied(self, photo: Photo) -> Photo:
        """Return a frame as it is to be read: that seen last without the motion of the camera, others unchanged."""
        return photo if self._photo is None or photo is not self._raw else self._photo

    def mark_read(self) -> None:
        """Record that the last frame was read."""
        if self.is_news():
            self._read = self._anchor = self._around = self._small
            self._likeness = None
            self._place = None if self._photo is None else Anchor(self._photo)

    def forget(self) -> None:
        """Make the next still frame count as different, wherever its board lies."""
        self._read = self._place = self._region = None
