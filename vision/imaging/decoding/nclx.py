"""Colours of HEIC and AVIF files that name their colour space by numbers instead of embedding a profile (``nclx``).

The numbers are those of ISO 23091-2; the box is described in ISO 14496-12, section 12.1.5.
"""

from __future__ import annotations

import struct

from PIL import Image

Matrix = tuple[tuple[float, float, float], ...]
_BOX = b"colrnclx"
_TO_SRGB = {
    # BT.2020 and Display P3; both have the white point of sRGB (matrices of CSS Color 4, section 10).
    9: ((1.66049, -0.58764, -0.07285), (-0.12455, 1.13290, -0.00835), (-0.01815, -0.10058, 1.11873)),
    12: ((1.22494, -0.22494, 0.0), (-0.04206, 1.04206, 0.0), (-0.01964, -0.07864, 1.09827)),
}
"""Linear RGB to linear sRGB, by the number of the primaries; all others are close to sRGB, or rare."""
_CURVES = frozenset({1, 6, 13, 14, 15})
"""Transfer characteristics close to that of sRGB. Those of HDR pictures (16, 18) would need tone mapping."""
_STEPS = 4096
"""Steps of linear light that are told apart: less than one level of 255 everywhere."""


def matrix_to_srgb(data: bytes) -> Matrix | None:
    """Return the 3 x 3 matrix from a file's linear RGB to linear sRGB; ``None`` where nothing is to be converted.

    Args:
        data: a HEIC or AVIF file.
    """
    at = data.find(_BOX)
    numbers = data[at + len(_BOX) : at + len(_BOX) + 4]
    if at < 0 or len(numbers) < 4:
        return None
    primaries, transfer = struct.unpack(">HH", numbers)
    return _TO_SRGB.get(primaries) if transfer in _CURVES else None


def converted(image: Image.Image, matrix: Matrix) -> Image.Image:
    """Return a picture of mode ``RGB`` with its colours in sRGB.

    Args:
        image: mode ``RGB``, its levels encoded as in sRGB.
        matrix: of `matrix_to_srgb`.
    """
    import numpy as np  # most pictures need none, and a decoder's process starts without it

    levels = np.arange(256) / 255
    light = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4).astype(np.float32)
    steps = np.arange(_STEPS) / (_STEPS - 1)
    encoded = np.where(steps <= 0.0031308, 12.92 * steps, 1.055 * steps ** (1 / 2.4) - 0.055)
    mixed = light[np.asarray(image)] @ np.array(matrix, np.float32).T
    at = np.rint(mixed.clip(0, 1) * (_STEPS - 1)).astype(np.int16)
    return Image.fromarray(np.rint(255 * encoded).astype(np.uint8)[at])
