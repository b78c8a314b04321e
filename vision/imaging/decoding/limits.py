"""Limits on the size of pictures, and the errors for pictures that cannot be read."""

from __future__ import annotations

MAX_MEGAPIXELS = 120
LARGEST_FILE = 400_000_000
"""Bytes: the largest picture, 120 megapixels, takes 360 MB uncompressed."""
MIN_SIDE = 160
"""Pixels: shortest side of a picture that is read; chosen by hand."""
WORKING_SIDE = 1800
"""Longest side, pixels, that reading needs; larger photos are decoded at a reduced size, but not below this."""
MAX_EXIF, MAX_PROFILE = 1_000_000, 4_000_000
"""Bytes of EXIF and of the colour profile that are read at most."""


class PhotoError(ValueError):
    """A picture that cannot be read as a photo of a board.

    Attributes:
        code: ``empty``, ``not-an-image``, ``truncated``, ``too-small``, ``too-large``, ``too-complex``, ``no-board`` or
            ``other-game``.
    """

    def __init__(self, code: str, sentence: str) -> None:
        """Create the error with its code and an English sentence that says what is wrong and what to do."""
        super().__init__(sentence)
        self.code = code


def check_size(width: int, height: int) -> None:
    """Refuse a picture by its size in pixels, before anything of it is decoded.

    Raises:
        PhotoError: code ``too-large`` or ``too-small``.
    """
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        raise PhotoError(
            "too-large", f"The picture has more than {MAX_MEGAPIXELS} megapixels; save it smaller and try again."
        )
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            "too-small",
            f"The picture is only {width} x {height} pixels; at least {MIN_SIDE} on each side are needed.",
        )


def not_an_image() -> PhotoError:
    """Return the error for a file of an unsupported format."""
    return PhotoError(
        "not-an-image", "This is not a picture file that can be read; use a JPEG, HEIC, PNG or WebP photo."
    )


def damaged() -> PhotoError:
    """Return the error for a file that its decoder rejects."""
    return PhotoError("not-an-image", "The picture is damaged and cannot be decoded; take the photo again.")


def truncated() -> PhotoError:
    """Return the error for a file that ends too early."""
    return PhotoError("truncated", "The picture file is cut short; copy or send it again.")


def too_complex() -> PhotoError:
    """Return the error for a file that would take too much time or memory."""
    return PhotoError(
        "too-complex", "The picture takes too much time or memory to decode; save it as a plain JPEG and try again."
    )
