"""The font in which text is drawn on pictures: OpenCV's own has no Cyrillic letters."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import ImageFont


@lru_cache(maxsize=64)
def font(size: float) -> ImageFont.FreeTypeFont:
    """Return DejaVu Sans Bold, which ships with the package.

    Args:
        size: height of the em square, pixels.
    """
    return ImageFont.truetype(BytesIO(_file_bytes()), size)


@lru_cache(maxsize=1)
def _file_bytes() -> bytes:
    return (files("vision.drawing") / "fonts" / "DejaVuSans-Bold.ttf").read_bytes()
