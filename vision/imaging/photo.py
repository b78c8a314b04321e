"""Bytes of a picture file to upright pixels, or a clear sentence saying why not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.envelope import LANGUAGES
from vision.imaging.decoding.apart import decode_apart
from vision.imaging.decoding.colour import is_simple, mode_of
from vision.imaging.decoding.described import Described
from vision.imaging.decoding.exif import camera_and_orientation
from vision.imaging.decoding.formats import Format, recognise
from vision.imaging.decoding.jpeg import describe_jpeg
from vision.imaging.decoding.limits import PhotoError, check_size, not_an_image
from vision.imaging.decoding.opencv import decode_by_opencv
from vision.imaging.decoding.png import describe_png, only_needed
from vision.imaging.decoding.webp import describe_webp
from vision.imaging.normalise import cleared

__all__ = ["Photo", "PhotoError", "UnreadablePhoto", "decode_photo", "photo_of"]

_DESCRIBE = {Format.JPEG: describe_jpeg, Format.PNG: describe_png, Format.WEBP: describe_webp}
"""The formats that are decoded in this process: what their decoders may do can be told beforehand."""
_MOST_WORK = {Format.JPEG: 300_000_000, Format.PNG: 30_000_000, Format.WEBP: 30_000_000}
"""Pixels times passes above which a picture is decoded apart, so that it takes at most 200 MB of this process' memory.
A JPEG in one pass is decoded smaller at once, whatever its size; the coefficients of one in several passes, and all
pixels of a PNG or WebP, are held. Phones send JPEGs of 12 to 48 megapixels in one pass, or of 12 in ten."""
_MODES = {1: "L", 3: "RGB", 4: "CMYK"}


class UnreadablePhoto(PhotoError):
    """A photo that the eyes of one game cannot read; the game itself says why, in both languages."""

    def __init__(self, code: str, sentences: tuple[str, str], **details: object) -> None:
        """Keep the sentences in English and Russian, and what is filled into them."""
        self._sentences = tuple(sentence.format(**details) for sentence in sentences)
        super().__init__(code, self._sentences[0])

    def message(self, lang: str) -> str:
        """Return the sentence in this language."""
        return self._sentences[LANGUAGES.index(lang)]


@dataclass(frozen=True)
class Photo:
    """An upright photo.

    Attributes:
        pixels: (h, w, 3) uint8 BGR, EXIF turn undone, perhaps smaller than the file's own picture.
        width: width of the file's own upright picture, pixels.
        height: its height, pixels.
        camera: make, model and focal length (35 mm equivalent where given) from EXIF; empty where it names none.
        orientation: EXIF's, 1..8, which was undone.
    """

    pixels: np.ndarray
    width: int
    height: int
    camera: str = ""
    orientation: int = 1

    @cached_property
    def clear(self) -> np.ndarray:
        """(h, w, 3) uint8 BGR the pixels as eyes should see them, see `vision.imaging.normalise`."""
        return cleared(self.pixels)

    @cached_property
    def unveiled(self) -> np.ndarray:
        """(h, w, 3) uint8 BGR the pixels without what hides nearly all colours, for eyes that bear the rest."""
        return cleared(self.pixels, gently=True)

    @property
    def scale(self) -> float:
        """Pixels of the file's own picture to one pixel here (1 or more)."""
        return float(self.width / self.pixels.shape[1])


def decode_photo(data: bytes) -> Photo:
    """Decode a JPEG, HEIC, PNG, WebP, AVIF, GIF, BMP or TIFF file and turn it upright by its EXIF, in sRGB.

    Large pictures are decoded at a half or a quarter of their size, but never below
    `vision.imaging.decoding.limits.WORKING_SIDE`.

    Raises:
        PhotoError: the data is empty, no picture, cut short, of a size that cannot be read, or takes more
            time or memory than any photo.
    """
    if not data:
        raise PhotoError("empty", "The file is empty; take the photo again or choose another file.")
    kind = recognise(data)
    if kind is None:
        raise not_an_image()
    if kind not in _DESCRIBE:
        return _decoded_apart(data)
    described = _DESCRIBE[kind](data)
    check_size(described.width, described.height)
    fits = mode_of(described.icc) == _MODES.get(described.components)
    if described.work > _MOST_WORK[kind] or (fits and not is_simple(described.icc)):
        return _decoded_apart(data)
    return _decoded_here(only_needed(data) if kind is Format.PNG else data, described, fits)


def _decoded_here(data: bytes, described: Described, in_profile: bool) -> Photo:
    size = described.width, described.height
    pixels = decode_by_opencv(data, max(size), described.icc if in_profile else b"")
    return _upright(pixels, size, *camera_and_orientation(described.exif))


def _decoded_apart(data: bytes) -> Photo:
    found = decode_apart(data)
    pixels = np.frombuffer(found.pixels, np.uint8).reshape(*found.shape, 3).copy()
    return _upright(pixels, found.size, found.camera, found.orientation)


def _upright(pixels: np.ndarray, size: tuple[int, int], camera: str, orientation: int) -> Photo:
    width, height = size
    # EXIF may have turned the picture on its side: the header's width is then the upright height.
    if (pixels.shape[1] > pixels.shape[0]) != (width > height) and width != height:
        width, height = height, width
    return Photo(pixels, width, height, camera, orientation)


def photo_of(pixels: np.ndarray) -> Photo:
    """Wrap decoded (h, w, 3) uint8 BGR pixels, as a camera gives them."""
    return Photo(pixels, pixels.shape[1], pixels.shape[0])
