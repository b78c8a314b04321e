"""A decoded picture in the form in which the subprocess returns it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Decoded:
    """A decoded picture.

    Attributes:
        pixels: rows of blue, green and red bytes, upright, in sRGB.
        shape: height and width of these pixels.
        size: width and height of the file's own picture, as stored.
        camera: see `vision.imaging.photo.Photo`.
        orientation: EXIF's, 1..8.
    """

    pixels: bytes
    shape: tuple[int, int]
    size: tuple[int, int]
    camera: str
    orientation: int
