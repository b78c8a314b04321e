"""Decodes picture files to upright pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.language import LANGUAGES
from vision.imaging.decoding.colour import is_simple, mode_of
from vision.imaging.decoding.exif import camera_and_orientation
from vision.imaging.decoding.formats import Format, recognise
from vision.imaging.decoding.header import PictureHeader
from vision.imaging.decoding.jpeg import describe_jpeg
from vision.imaging.decoding.limits import PhotoError, check_size, not_an_image
from vision.imaging.decoding.opencv import decode_by_opencv
from vision.imaging.decoding.png import describe_png, without_optional_chunks
from vision.imaging.decoding.subprocess_decoder import decode_in_subprocess
from vision.imaging.decoding.webp import describe_webp
from vision.imaging.normalise import normalised

__all__ = ["Photo", "PhotoError", "UnreadablePhoto", "decode_photo", "photo_of"]

_DESCRIBE = {Format.JPEG: describe_jpeg, Format.PNG: describe_png, Format.WEBP: describe_webp}
"""Parsers of the formats that are decoded in this process: their headers tell what decoding will cost."""
_MAX_WORK_IN_PROCESS = {Format.JPEG: 300_000_000, Format.PNG: 30_000_000, Format.WEBP: 30_000_000}
"""Pixels times passes above which a picture is decoded in a subprocess, so that decoding takes at most 200 MB of this
process' memory. A JPEG in one pass is decoded at a reduced size whatever its size; the decoder holds the coefficients
of one in several passes, and all pixels of a PNG or WebP. Phones send JPEGs of 12 to 48 megapixels in one pass, or of
12 in ten."""
_MODES = {1: "L", 3: "RGB", 4: "CMYK"}
"""Pillow's mode by the number of colour components."""


class UnreadablePhoto(PhotoError):
    """A photo that the reader of one game cannot read; its sentences come from that game, in both languages."""

    def __init__(self, code: str, sentences: tuple[str, str], **details: object) -> None:
        """Format the sentences in English and Russian with ``details``."""
        self._sentences = tuple(sentence.format(**details) for sentence in sentences)
        super().__init__(code, self._sentences[0])

    def message(self, lang: str) -> str:
        """Return the sentence in this language."""
        return self._sentences[LANGUAGES.index(lang)]


@dataclass(frozen=True)
class Photo:
    """An upright photo.

    Attributes:
        pixels: (h, w, 3) uint8 BGR, upright, at the size of the file's picture or smaller.
        width: width of the file's picture once upright, pixels.
        height: its height, pixels.
        camera: make, model and focal length (35 mm equivalent where given) from EXIF; empty if missing.
        orientation: EXIF's, 1..8, before the picture was turned upright.
    """

    pixels: np.ndarray
    width: int
    height: int
    camera: str = ""
    orientation: int = 1

    @cached_property
    def normalised(self) -> np.ndarray:
        """(h, w, 3) uint8 BGR pixels without veil, colour cast and pallor, see `vision.imaging.normalise`."""
        return normalised(self.pixels)

    @cached_property
    def gently_normalised(self) -> np.ndarray:
        """(h, w, 3) uint8 BGR pixels without veil and strong pallor, for readers that tolerate the rest."""
        return normalised(self.pixels, gently=True)

    @property
    def scale(self) -> float:
        """Pixels of the file's picture to one of ``pixels``, 1 or more."""
        return float(self.width / self.pixels.shape[1])


def decode_photo(data: bytes) -> Photo:
    """Decode a JPEG, HEIC, PNG, WebP, AVIF, GIF, BMP or TIFF file to sRGB, upright by its EXIF orientation.

    Large pictures are decoded at a half or a quarter of their size, but never below
    `vision.imaging.decoding.limits.WORKING_SIDE`.

    Raises:
        PhotoError: the data is empty, no picture, truncated, of a size that is refused, or takes more
            time or memory to decode than any photo.
    """
    if not data:
        raise PhotoError("empty", "The file is empty; take the photo again or choose another file.")
    kind = recognise(data)
    if kind is None:
        raise not_an_image()
    if kind not in _DESCRIBE:
        return _decoded_in_subprocess(data)
    described = _DESCRIBE[kind](data)
    check_size(described.width, described.height)
    profile_fits = mode_of(described.icc) == _MODES.get(described.components)
    if described.work > _MAX_WORK_IN_PROCESS[kind] or (profile_fits and not is_simple(described.icc)):
        return _decoded_in_subprocess(data)
    return _decoded_in_process(without_optional_chunks(data) if kind is Format.PNG else data, described, profile_fits)


def _decoded_in_process(data: bytes, described: PictureHeader, profile_fits: bool) -> Photo:
    """Decode a picture in this process.

    Args:
        data: the file.
        described: its header.
        profile_fits: whether its colour profile is for its number of components; otherwise it is ignored.
    """
    size = described.width, described.height
    pixels = decode_by_opencv(data, max(size), described.icc if profile_fits else b"")
    return _upright(pixels, size, *camera_and_orientation(described.exif))


def _decoded_in_subprocess(data: bytes) -> Photo:
    found = decode_in_subprocess(data)
    pixels = np.frombuffer(found.pixels, np.uint8).reshape(*found.shape, 3).copy()
    return _upright(pixels, found.size, found.camera, found.orientation)


def _upright(pixels: np.ndarray, size: tuple[int, int], camera: str, orientation: int) -> Photo:
    """Return the photo of upright pixels.

    Args:
        pixels: (h, w, 3) uint8 BGR, upright.
        size: width and height of the file's picture, as stored.
        camera: as in `Photo`.
        orientation: likewise.
    """
    width, height = size
    # The EXIF orientation may be a quarter turn: the header's width is then the upright height.
    if (pixels.shape[1] > pixels.shape[0]) != (width > height) and width != height:
        width, height = height, width
    return Photo(pixels, width, height, camera, orientation)


def photo_of(pixels: np.ndarray) -> Photo:
    """Return a photo of decoded (h, w, 3) uint8 BGR pixels, such as a camera's frame."""
    return Photo(pixels, pixels.shape[1], pixels.shape[0])
