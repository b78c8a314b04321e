"""Main function of the subprocess that decodes one picture, see `vision.imaging.decoding.subprocess_decoder`.

It reads the file from standard input, and writes a line of JSON and then the pixels to standard output.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import asdict

from vision.imaging.decoding.decoded import Decoded
from vision.imaging.decoding.formats import Format, recognise
from vision.imaging.decoding.limits import PhotoError, damaged, not_an_image, too_complex
from vision.imaging.decoding.pillow import camera_of, decode_by_pillow, opened, profile_of

MEMORY = 2_500_000_000
"""Bytes of address space. A picture of 119 megapixels fits in 0.8 GB as a PNG or TIFF, 1.2 as a BMP, 1.6 as a GIF, 2.0
as an AVIF."""
PROCESSOR_SECONDS = 30
"""The slowest picture of 119 megapixels, a GIF or an AVIF, takes 6 s on one core of a laptop, a photo of 12 megapixels
less than 1 s; a small computer is about four times slower."""


def main() -> None:
    """Decode the picture on standard input."""
    _bound()
    try:
        decoded = _decode(sys.stdin.buffer.read())
    except PhotoError as error:
        _refuse(error)
    except MemoryError:
        _refuse(too_complex())
    else:
        _answer({**asdict(decoded), "pixels": len(decoded.pixels)}, decoded.pixels)


def _refuse(error: PhotoError) -> None:
    _answer({"code": error.code, "sentence": str(error)})


def _answer(head: dict[str, object], pixels: bytes = b"") -> None:
    out = sys.stdout.buffer
    out.write(json.dumps(head).encode() + b"\n")
    out.write(pixels)
    out.flush()


def _bound() -> None:
    """Limit what this process may use; on systems without such limits only the parent's timeout applies."""
    with suppress(ImportError):
        import resource

        for kind, limit in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_CPU, PROCESSOR_SECONDS),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, (limit, limit))


def _decode(data: bytes) -> Decoded:
    """Return the decoded picture; raises `PhotoError`."""
    kind = recognise(data)
    if kind is None:
        raise not_an_image()
    image = opened(data, kind)
    size, (camera, orientation) = image.size, camera_of(image)
    if kind in (Format.HEIF, Format.AVIF) or (image.mode == "CMYK" and profile_of(image)):
        upright = decode_by_pillow(image, data)
        pixels, shape = upright.tobytes("raw", "BGR"), (upright.height, upright.width)
    else:
        from vision.imaging.decoding.opencv import (
            decode_by_opencv,  # takes longer to import than HEIC needs to be decoded
        )

        try:
            array = decode_by_opencv(data, max(size), profile_of(image))
        except RuntimeError:
            raise damaged() from None
        pixels, shape = array.tobytes(), (array.shape[0], array.shape[1])
    return Decoded(pixels, shape, size, camera, orientation)
