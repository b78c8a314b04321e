"""Bytes of a picture file to upright pixels, or a clear sentence saying why not."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from games.envelope import LANGUAGES
from vision.clearing import cleared

MAX_MEGAPIXELS = 120
MIN_SIDE = 160
WORKING_SIDE = 1800
"""Longest side, pixels, that the eyes work at; larger photos are decoded smaller where the format allows it."""


class PhotoError(ValueError):
    """A picture that cannot be read as a photo of a board.

    Attributes:
        code: ``empty``, ``not-an-image``, ``truncated``, ``too-small``, ``too-large``, ``no-board`` or ``other-game``.
    """

    def __init__(self, code: str, sentence: str) -> None:
        """Keep the code beside the English sentence that says what is wrong and what to do."""
        super().__init__(sentence)
        self.code = code


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
        """(h, w, 3) uint8 BGR the pixels as eyes should see them, see `vision.clearing`."""
        return cleared(self.pixels)

    @cached_property
    def unveiled(self) -> np.ndarray:
        """(h, w, 3) uint8 BGR the pixels without what hides nearly all colours, for eyes that bear the rest."""
        return cleared(self.pixels, gently=True)

    @property
    def scale(self) -> float:
        """Pixels of the file's own picture to one pixel here (1 or more)."""
        return self.width / self.pixels.shape[1]


def decode_photo(data: bytes) -> Photo:
    """Decode a JPEG, HEIC, PNG, WebP, AVIF, BMP or TIFF file and turn it upright by its EXIF.

    Large pictures are decoded at a half or a quarter of their size, but never below ``WORKING_SIDE``.

    Raises:
        PhotoError: the data is empty, no picture, cut short, or of a size that cannot be read.
    """
    if not data:
        raise PhotoError("empty", "The file is empty; take the photo again or choose another file.")
    _check_whole(data)
    header = _header(data)
    width, height = header.size
    pixels = _decode_heif(data) if _is_heif(data) else _decode(data, max(width, height))
    if pixels is None:
        raise PhotoError("not-an-image", "The picture is damaged and cannot be decoded; take the photo again.")
    # EXIF may have turned the picture on its side: the header's width is then the upright height.
    if (pixels.shape[1] > pixels.shape[0]) != (width > height) and width != height:
        width, height = height, width
    return Photo(pixels, width, height, header.camera, header.orientation)


def _decode(data: bytes, side: int) -> np.ndarray | None:
    flag = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    reduction = next((n for n in (4, 2) if side >= n * WORKING_SIDE), 1)
    return cv2.imdecode(np.frombuffer(data, np.uint8), flag[reduction])


def _is_heif(data: bytes) -> bool:
    """Say whether the file is of the family that phones write (ISO 23008-12) and OpenCV does not read."""
    return data[4:8] == b"ftyp"


def _decode_heif(data: bytes) -> np.ndarray | None:
    try:
        upright = ImageOps.exif_transpose(_open(data)).convert("RGB")
    except (OSError, ValueError, SyntaxError, EOFError):
        return None
    while max(upright.size) >= 2 * WORKING_SIDE:
        upright = upright.reduce(2)
    return np.ascontiguousarray(np.asarray(upright)[..., ::-1])


def _open(data: bytes) -> Image.Image:
    if _is_heif(data):
        import pi_heif  # loads a codec library that no other photo needs

        pi_heif.register_heif_opener()
    return Image.open(io.BytesIO(data))


def photo_of(pixels: np.ndarray) -> Photo:
    """Wrap decoded (h, w, 3) uint8 BGR pixels, as a camera gives them."""
    return Photo(pixels, pixels.shape[1], pixels.shape[0])


@dataclass(frozen=True)
class _Header:
    """What a file says of its picture: (width, height) as stored, and ``Photo``'s camera and orientation."""

    size: tuple[int, int]
    camera: str
    orientation: int


def _header(data: bytes) -> _Header:
    """Return what the header alone says, checked against the limits before anything is decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = _open(data)
            width, height = image.size
    except Image.DecompressionBombError:
        raise _too_large() from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise PhotoError(
            "not-an-image", "This is not a picture file that can be read; use a JPEG, HEIC, PNG or WebP photo."
        ) from None
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        raise _too_large()
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            "too-small",
            f"The picture is only {width} x {height} pixels; at least {MIN_SIDE} on each side are needed.",
        )
    return _Header((width, height), *_exif(image))


def _exif(image: Image.Image) -> tuple[str, int]:
    """Return the camera's name and the orientation; damaged EXIF says nothing of either."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tags = image.getexif()
            more = tags.get_ifd(ExifTags.IFD.Exif)
        orientation = image.info.get("original_orientation") or tags.get(ExifTags.Base.Orientation, 1)
        named = [tags.get(ExifTags.Base.Make), tags.get(ExifTags.Base.Model), _focal_length(more)]
    except (OSError, ValueError, SyntaxError, TypeError, ArithmeticError, struct.error):
        return "", 1
    words = [" ".join(str(word).replace("\0", " ").split()) for word in named if word]
    return " ".join(words), orientation if orientation in range(1, 9) else 1


def _focal_length(tags: Mapping[int, Any]) -> str:
    """Return the focal length, which tells a phone's cameras apart, zoom included where the phone says so."""
    for tag, unit in ((ExifTags.Base.FocalLengthIn35mmFilm, "mm (35 mm)"), (ExifTags.Base.FocalLength, "mm")):
        if tags.get(tag):
            return f"{float(tags[tag]):g} {unit}"
    return ""


def _too_large() -> PhotoError:
    return PhotoError(
        "too-large", f"The picture has more than {MAX_MEGAPIXELS} megapixels; save it smaller and try again."
    )


def _check_whole(data: bytes) -> None:
    """Refuse files cut short: OpenCV would fill what is missing with grey and say nothing."""
    whole = True
    if data[:2] == b"\xff\xd8":
        whole = _jpeg_is_whole(data)
    elif data[:4] == b"\x89PNG":
        whole = b"IEND" in data[-64:]
    elif data[:4] == b"RIFF":
        whole = len(data) >= 8 + struct.unpack("<I", data[4:8])[0]
    if not whole:
        raise PhotoError("truncated", "The picture file is cut short; copy or send it again.")


def _jpeg_is_whole(data: bytes) -> bool:
    """Say whether an end marker follows the scan; segments are stepped over, since a thumbnail has one of its own."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        if data[at + 1] == 0xDA:
            # Inside a scan every 0xFF is stuffed, so this pair can only be the end of the picture.
            return data.find(b"\xff\xd9", at) >= 0
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return False
