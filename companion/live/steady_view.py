"""Pictures for viewers of a camera that somebody holds, as it would have taken them from where the board was read.

What is drawn over a picture, and the details of it that questions show, lie where the board was when it was read.
"""

from __future__ import annotations

from companion.live.changes.steadying import Anchor
from vision.imaging.photo import Photo

_CHECK_EVERY = 5
"""Every fifth picture of a camera that stood still is checked for motion, which takes about as long as its JPEG."""


class SteadyView:
    """Undoes the camera's motion since the known board was read."""

    def __init__(self) -> None:
        """Begin with pictures as the camera takes them."""
        self._anchor: Anchor | None = None
        self._until_check = 0

    def hold(self, photo: Photo | None) -> None:
        """Show later pictures from where this one was taken, in which the known board was read; None if none is."""
        self._anchor = None if photo is None else Anchor(photo)

    def seen_from_there(self, photo: Photo) -> Photo:
        """Return a picture as it is to be shown: as it is if the camera has not moved, or too far."""
        anchor, self._until_check = self._anchor, self._until_check - 1
        if anchor is None or self._until_check > 0:
            return photo
        steadied = anchor.steadied(photo)
        self._until_check = _CHECK_EVERY if steadied is photo else 0
        return photo if steadied is None else steadied
