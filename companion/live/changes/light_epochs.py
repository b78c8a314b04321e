"""Epochs of constant light and camera place: errors of readings are correlated within one and independent between."""

from __future__ import annotations

from companion.live.changes.frame_difference import Picture, light_change

_MIN_LIGHT_CHANGE = 0.2
"""Logarithm of the gain, in any place and channel, that starts a new epoch; chosen by hand."""


class LightEpochs:
    """Counts the epochs of light and camera place.

    Attributes:
        number: number of the present epoch, from 0.
    """

    def __init__(self) -> None:
        """Begin the first epoch."""
        self.number = 0
        self._first: Picture | None = None

    def observe(self, picture: Picture) -> None:
        """Take the next picture that is read; it may start a new epoch."""
        if self._first is None:
            self._first = picture
        elif light_change(picture, self._first) > _MIN_LIGHT_CHANGE:
            self.start_next(picture)

    def start_next(self, picture: Picture | None = None) -> None:
        """Start a new epoch: the camera has moved, or `picture` is the first in another light."""
        self.number, self._first = self.number + 1, picture
