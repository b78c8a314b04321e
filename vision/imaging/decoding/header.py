"""What the headers of a picture file declare, parsed without decoding the pixels."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PictureHeader:
    """A picture file's size, metadata and cost of decoding.

    Attributes:
        width: pixels as stored, before the EXIF orientation is applied.
        height: likewise.
        exif: the EXIF block, empty where there is none.
        icc: the embedded colour profile, empty where there is none.
        components: colour components of a pixel: 1, 3 or 4.
        passes: number of times that the decoder visits all pixels, 1 or more.
    """

    width: int
    height: int
    exif: bytes = b""
    icc: bytes = b""
    components: int = 3
    passes: int = 1

    @property
    def work(self) -> int:
        """Pixels times passes: the cost of decoding in time, and with more than one pass also in memory."""
        return self.width * self.height * self.passes
