"""Headlines on result cards in the display type of the pages, Vollkorn, whose files hold one script each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby

from PIL import ImageDraw, ImageFont

from companion.record.result_card.pen import FINE
from games.hexgrid import Point
from vision.drawing.font import font

_LATIN, _CYRILLIC, _OTHER = "latin", "cyrillic", ""
_MAX_LATIN, _CYRILLIC_LETTERS = 0x24F, range(0x400, 0x460)


def write_headline(pen: ImageDraw.ImageDraw, at: Point, words: str, size: int, colour: str, width: float) -> None:
    """Write one line from its upper left corner, smaller if it is too wide, then truncated; in pixels of the card."""
    points = next((p for p in range(size, size // 2, -2) if _length(words, p) <= width * FINE), size // 2)
    while len(words) > 1 and _length(words, points) > width * FINE:
        words = words[:-2] + "…"
    x, base = at[0] * FINE, at[1] * FINE + points * FINE
    for letters, text in _runs(words, points):
        pen.text((x, base), text, colour, letters, "ls")
        x += letters.getlength(text)


def _length(words: str, points: int) -> float:
    return sum(letters.getlength(text) for letters, text in _runs(words, points))


def _runs(words: str, points: int) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """Yield stretches of text with their font; letters that Vollkorn has not stand in DejaVu Sans."""
    for script, letters in groupby(words, _script):
        yield (_vollkorn(script, points) if script else font(points * FINE)), "".join(letters)


def _script(letter: str) -> str:
    if ord(letter) <= _MAX_LATIN or letter in "–—…“”„«»’":
        return _LATIN
    return _CYRILLIC if ord(letter) in _CYRILLIC_LETTERS else _OTHER


@lru_cache(maxsize=64)
def _vollkorn(script: str, points: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_file(script)), points * FINE)


@lru_cache(maxsize=2)
def _file(script: str) -> bytes:
    return (files("companion.web") / "static" / "fonts" / f"vollkorn-{script}-900-normal.woff2").read_bytes()
