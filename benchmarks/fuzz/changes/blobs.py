"""Changes to bytes of any format: truncated, flipped, overwritten, repeated, swapped."""

from __future__ import annotations

import struct
from random import Random

_BOUNDS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def changed(data: bytes, chance: Random) -> bytes:
    """Return the bytes with one or a few random changes."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        data = chance.choice((_cut, _flipped, _flipped, _numbered, _numbered, _repeated, _dropped, _noisy))(
            data, chance
        )
    return data


def _at(data: bytes, chance: Random) -> int:
    """Return a random offset; half of them in the first 400 bytes, where most formats have their headers."""
    return chance.randrange(min(len(data), 400) if chance.random() < 0.5 else len(data)) if data else 0


def _cut(data: bytes, chance: Random) -> bytes:
    at = _at(data, chance)
    return data[:at] if chance.random() < 0.8 else data[at:]


def _flipped(data: bytes, chance: Random) -> bytes:
    flipped = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        if flipped:
            flipped[_at(data, chance)] ^= 1 << chance.randrange(8)
    return bytes(flipped)


def _numbered(data: bytes, chance: Random) -> bytes:
    """Overwrite some bytes with a number at the bounds of its type."""
    kind = chance.choice(("B", ">H", "<H", ">I", "<I"))
    size = struct.calcsize(kind)
    at = _at(data, chance)
    number = chance.choice([n for n in _BOUNDS if n < 256**size])
    return data[:at] + struct.pack(kind, number) + data[at + size :]


def _repeated(data: bytes, chance: Random) -> bytes:
    at, size = _at(data, chance), chance.choice((1, 8, 100, 5_000))
    return data[:at] + data[at : at + size] * chance.choice((2, 3, 50)) + data[at + size :]


def _dropped(data: bytes, chance: Random) -> bytes:
    at = _at(data, chance)
    return data[:at] + data[at + chance.choice((1, 4, 30, 1_000)) :]


def _noisy(data: bytes, chance: Random) -> bytes:
    at, size = _at(data, chance), chance.choice((2, 16, 300))
    return data[:at] + chance.randbytes(size) + data[at + size :]
