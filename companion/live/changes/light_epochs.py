"""Which light, and which place of the camera, the table is seen in: readings err alike in one and anew in another."""

from __future__ import annotations

from companion.live.changes.frame_difference import Picture, relighting

_OTHER = 0.2
"""By how much, in logarithms, brightness or colour must change somewhere to make another light."""


class Lights:
    """Counts the lights that a table is seen in.

    Attributes:
        number: of the present light.
    """

    def __init__(self) -> None:
        """Begin in a first light."""
        self.number = 0
        self._first: Picture | None = None

    def see(self, picture: Picture) -> None:
        """Take in the next picture that is read."""
        if self._first is None:
            self._first = picture
        elif relighting(picture, self._first) > _OTHER:
            self.move(picture)

    def move(self, picture: Picture | None = None) -> None:
        """Note that the camera has moved, or that this picture begins another light."""
        self.number, self._first = self.number + 1, picture
