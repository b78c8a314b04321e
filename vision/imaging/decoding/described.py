"""What a picture file says of itself, found without decoding it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Described:
    """A picture file as its own headers describe it.

    Attributes:
        width: pixels as stored, before EXIF turns them.
        height: likewise.
        exif: the EXIF block, empty where there is none.
        icc: the embedded colour profile, empty where there is none.
        components: colour components a pixel, 1, 3 or 4, where known.
        passes: how often the decoder goes over all pixels, 1 or more.
    """

    width: int
    height: int
    exif: bytes = b""
    icc: bytes = b""
    components: int = 3
    passes: int = 1

    @property
    def work(self) -> int:
        """Pixels times passes: what decoding costs in time, and in memory where it takes more than one pass."""
        return self.width * self.height * self.passes
