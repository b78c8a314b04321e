"""Recognises the format of a picture file by its first bytes.

Only these formats are read. The decoders support many more, some of which expand a few bytes to fill the memory, and
would recognise them by themselves; files of other formats are therefore never passed to a decoder.
"""

from __future__ import annotations

from enum import Enum


class Format(Enum):
    """The picture formats that are read."""

    JPEG = "jpeg"
    PNG = "png"
    WEBP = "webp"
    HEIF = "heif"
    AVIF = "avif"
    GIF = "gif"
    TIFF = "tiff"
    BMP = "bmp"


_SIGNATURES = {
    b"\xff\xd8\xff": Format.JPEG,
    b"\x89PNG\r\n\x1a\n": Format.PNG,
    b"GIF87a": Format.GIF,
    b"GIF89a": Format.GIF,
    b"II*\0": Format.TIFF,
    b"MM\0*": Format.TIFF,
    b"II+\0": Format.TIFF,
    b"MM\0+": Format.TIFF,
    b"BM": Format.BMP,
}
_HEIF = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_AVIF = {b"avif", b"avis"}
_ANY_CODEC = {b"mif1", b"msf1"}
"""Brands of HEIC and AVIF files and sequences; the last are those of ISO 23008-12, whatever the codec."""


def recognise(data: bytes) -> Format | None:
    """Return the format of a picture file, or ``None`` if it is not supported."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Format.WEBP
    if data[4:8] == b"ftyp":
        return _iso_media(data)
    return next((kind for signature, kind in _SIGNATURES.items() if data.startswith(signature)), None)


def _iso_media(data: bytes) -> Format | None:
    """Tell HEIC and AVIF from videos and other files of ISO 14496-12 by the brands in the first box."""
    end = min(int.from_bytes(data[:4], "big"), 256)
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, end, 4))}
    if brands & _HEIF:
        return Format.HEIF
    if brands & _AVIF:
        return Format.AVIF
    return Format.HEIF if brands & _ANY_CODEC else None
