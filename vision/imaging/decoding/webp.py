"""Parses the chunks of a WebP file without decoding it (RFC 9649)."""

from __future__ import annotations

from collections.abc import Iterator

from vision.imaging.decoding.header import PictureHeader
from vision.imaging.decoding.limits import MAX_EXIF, MAX_PROFILE, damaged, too_complex, truncated

MAX_CHUNKS = 10_000
"""A photo has at most six; an animation has one more for each frame."""


def describe_webp(data: bytes) -> PictureHeader:
    """Parse the header of a WebP file.

    Raises:
        PhotoError: the file is truncated, damaged, or has more chunks than any photo.
    """
    size, exif, icc = (0, 0), b"", b""
    for kind, content in _chunks(data):
        if kind in _SIZES and size == (0, 0):
            size = _SIZES[kind](content)
        elif kind == b"EXIF" and len(content) <= MAX_EXIF:
            exif = content
        elif kind == b"ICCP" and len(content) <= MAX_PROFILE:
            icc = content
    if 0 in size:
        raise damaged()
    return PictureHeader(*size, exif, icc)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the contents of each chunk; raises `PhotoError` for a short file or too many chunks."""
    whole = 8 + int.from_bytes(data[4:8], "little")
    if whole > len(data):
        raise truncated()
    at = 12
    for _ in range(MAX_CHUNKS):
        if at + 8 > whole:
            return
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4], data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
    raise too_complex()


def _extended(content: bytes) -> tuple[int, int]:
    if len(content) < 10:
        raise damaged()
    return 1 + int.from_bytes(content[4:7], "little"), 1 + int.from_bytes(content[7:10], "little")


def _lossy(content: bytes) -> tuple[int, int]:
    width, height = (int.from_bytes(content[at : at + 2], "little") & 0x3FFF for at in (6, 8))
    return width, height


def _lossless(content: bytes) -> tuple[int, int]:
    bits = int.from_bytes(content[1:5], "little")
    return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)


_SIZES = {b"VP8X": _extended, b"VP8 ": _lossy, b"VP8L": _lossless}
