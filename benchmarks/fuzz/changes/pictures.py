"""Small valid pictures in every format, and changes to their parts: chunks, segments, boxes, sizes in headers."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache
from random import Random

from PIL import Image

from benchmarks.fuzz import seeds
from benchmarks.fuzz.changes import blobs

_PHONE = Image.Exif()
_PHONE.update({0x010F: "Phone", 0x0110: "26 mm", 0x0112: 6})
_WAYS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("RGB", "JPEG", {"quality": 80, "exif": _PHONE.tobytes()}),
    ("RGB", "JPEG", {"quality": 60, "progressive": True, "optimize": True}),
    ("CMYK", "JPEG", {}),
    ("L", "JPEG", {}),
    ("RGB", "PNG", {}),
    ("RGBA", "PNG", {}),
    ("P", "PNG", {}),
    ("I;16", "PNG", {}),
    ("1", "PNG", {}),
    ("RGB", "WEBP", {"exif": _PHONE.tobytes()}),
    ("RGBA", "WEBP", {"lossless": True}),
    ("RGB", "AVIF", {"speed": 10}),
    ("P", "GIF", {}),
    ("RGB", "TIFF", {"compression": "tiff_lzw"}),
    ("RGB", "TIFF", {"compression": "jpeg"}),
    ("RGB", "BMP", {}),
    ("RGB", "JPEG2000", {}),
    ("RGB", "PPM", {}),
    ("RGB", "TGA", {}),
    ("RGB", "ICO", {}),
    ("RGB", "PCX", {}),
)
_HEIC = seeds.ROOT / "tests" / "vision" / "imaging" / "data" / "turned.heic"


@cache
def pictures() -> tuple[bytes, ...]:
    """Return the same board of 360 x 270 pixels in every format, and a HEIC photo."""
    board = Image.open(seeds.SAMPLES / "table01.jpg").convert("RGB").resize((360, 270))
    return (*(_encoded(board, *way) for way in _WAYS), _HEIC.read_bytes())


def _encoded(board: Image.Image, mode: str, form: str, how: dict[str, object]) -> bytes:
    turned = board.convert("L").convert("I;16") if mode == "I;16" else board.convert(mode)
    out = io.BytesIO()
    turned.save(out, form, **how)
    return out.getvalue()


def picture(chance: Random) -> bytes:
    """Return a valid picture of any format, perhaps of an extreme shape."""
    if chance.random() < 0.9:
        return chance.choice(pictures())
    size = chance.choice(((1, 1), (159, 400), (160, 160), (160, 16_000), (9_000, 161), (4_000, 4_000)))
    return _noise(size, chance.choice(("JPEG", "PNG", "WEBP")))


@cache
def _noise(size: tuple[int, int], form: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise(size, 60).convert("RGB").save(out, form)
    return out.getvalue()


def changed(chance: Random) -> bytes:
    """Return a changed picture."""
    data = picture(chance)
    what = chance.random()
    if what < 0.05:
        return data
    if what < 0.5:
        return blobs.changed(data, chance)
    if what < 0.6:
        other = picture(chance)
        return data[: chance.randrange(1, 200)] + other[chance.randrange(200) :]
    return _rearranged(data, chance)


def _rearranged(data: bytes, chance: Random) -> bytes:
    """Change the parts of a picture's file, each of which stays well-formed."""
    if data[:4] == b"\x89PNG":
        return data[:8] + b"".join(_png_part(p, chance) for p in _moved(_png_parts(data), chance))
    if data[:2] == b"\xff\xd8":
        parts, scan = _jpeg_parts(data)
        return data[:2] + b"".join(_jpeg_part(p, chance) for p in _moved(parts, chance)) + scan
    if data[4:8] == b"ftyp" or data[4:8] == b"jP  ":
        return b"".join(_box(p, chance) for p in _moved(_boxes(data), chance))
    return blobs.changed(data, chance)


def _moved(parts: list[bytes], chance: Random) -> list[bytes]:
    """Remove a part, repeat it, or swap two."""
    parts = list(parts)
    at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    what = chance.random()
    if what < 0.2:
        del parts[at]
    elif what < 0.4:
        parts[at:at] = [parts[other]] * chance.choice((1, 2, 300))
    elif what < 0.6:
        parts[at], parts[other] = parts[other], parts[at]
    return parts


def _png_parts(data: bytes) -> list[bytes]:
    found, at = [], 8
    while at + 12 <= len(data):
        size = struct.unpack(">I", data[at : at + 4])[0]
        found.append(data[at + 4 : at + 8 + size])
        at += 12 + size
    return found


def _png_part(part: bytes, chance: Random) -> bytes:
    """Write a chunk, sometimes changed, with the right length and checksum: decoders stop at wrong ones."""
    if chance.random() < 0.3:
        part = part[:4] + blobs.changed(part[4:], chance)
    size = len(part) - 4 if chance.random() < 0.95 else chance.choice((0, 0xFFFFFFFF, 0x7FFFFFFF))
    return struct.pack(">I", max(0, size)) + part + struct.pack(">I", zlib.crc32(part))


def _jpeg_parts(data: bytes) -> tuple[list[bytes], bytes]:
    found, at = [], 2
    while at + 4 <= len(data) and data[at + 1] != 0xDA:
        size = 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
        found.append(data[at : at + size])
        at += size
    return found, data[at:]


def _jpeg_part(part: bytes, chance: Random) -> bytes:
    if chance.random() > 0.25:
        return part
    inside = blobs.changed(part[4:], chance)[:65_000]
    return part[:2] + struct.pack(">H", len(inside) + 2) + inside


def _boxes(data: bytes) -> list[bytes]:
    found, at = [], 0
    while at + 8 <= len(data):
        size = struct.unpack(">I", data[at : at + 4])[0]
        size = size if size >= 8 else len(data) - at
        found.append(data[at : at + size])
        at += size
    return found


def _box(box: bytes, chance: Random) -> bytes:
    if chance.random() > 0.4:
        return box
    inside = blobs.changed(box[8:], chance)
    return struct.pack(">I", len(inside) + 8) + box[4:8] + inside
