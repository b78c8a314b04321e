"""Parses the chunks of a PNG file without decoding it (ISO 15948)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from vision.imaging.decoding.header import PictureHeader
from vision.imaging.decoding.limits import MAX_EXIF, MAX_PROFILE, damaged, too_complex, truncated

MAX_CHUNKS = 100_000
"""Encoders write the pixels in chunks of 8 kB or more, so that even 100 MB are 13 000 chunks."""
_NEEDED = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf"}
_COMPONENTS = {0: 1, 4: 1}
"""Colour components by the header's colour type; 3 for all others."""


def describe_png(data: bytes) -> PictureHeader:
    """Parse the header of a PNG file.

    Raises:
        PhotoError: the file is truncated, damaged, or has more chunks than any photo.
    """
    header, exif, icc = b"", b"", b""
    for kind, begin, end in _chunks(data):
        content = data[begin + 8 : end - 4]
        if kind == b"IHDR" and not header:
            header = content
        elif kind == b"eXIf" and len(content) <= MAX_EXIF:
            exif = content
        elif kind == b"iCCP":
            icc = _profile(content)
    if len(header) != 13:
        raise damaged()
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big")
    return PictureHeader(width, height, exif, icc, _COMPONENTS.get(header[9], 3))


def without_optional_chunks(data: bytes) -> bytes:
    """Return a PNG file without texts, profiles, animations and other chunks that a decoder might unpack needlessly."""
    kept = [data[begin:end] for kind, begin, end in _chunks(data) if kind in _NEEDED]
    return data[:8] + b"".join(kept)


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the type and the offsets of begin and end of each chunk, with its length and checksum, up to IEND."""
    at = 8
    for _ in range(MAX_CHUNKS):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            raise truncated()
        kind = data[at + 4 : at + 8]
        yield kind, at, end
        if kind == b"IEND":
            return
        at = end
    raise too_complex()


def _profile(content: bytes) -> bytes:
    """Return the decompressed colour profile of an iCCP chunk; empty if it is damaged or too large."""
    packed = content.partition(b"\0")[2][1:]
    unpacking = zlib.decompressobj()
    try:
        profile = unpacking.decompress(packed, MAX_PROFILE)
    except zlib.error:
        return b""
    return b"" if unpacking.unconsumed_tail else profile
