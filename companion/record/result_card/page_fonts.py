"""The fonts of the pages on result cards: Vollkorn for headlines, Alegreya Sans for text; a file holds one script."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby

from PIL import ImageDraw, ImageFont
from PIL.features import check_feature

from games.hexgrid import Point
from vision.drawing.font import font

HEADLINE, TEXT = "vollkorn-{}-900-normal.woff2", "alegreya-sans-{}-700-normal.woff2"
_LATIN, _CYRILLIC, _OTHER = "latin", "cyrillic", ""
_MAX_LATIN, _CYRILLIC_LETTERS = 0x24F, range(0x400, 0x460)
_LINING_FIGURES = ["lnum"]
"""Figures as tall as capitals, as on the pages."""


@lru_cache(maxsize=1)
def _features() -> list[str] | None:
    """Return the OpenType features of texts; ``None`` where Pillow comes without the library that applies them."""
    return _LINING_FIGURES if check_feature("raqm") else None


def length(words: str, family: str, size: int) -> float:
    """Return how long a line is, in pixels.

    Args:
        words: the text.
        family: `HEADLINE` or `TEXT`.
        size: height of the em square, pixels.
    """
    return sum(letters.getlength(text, features=_features()) for letters, text in _runs(words, family, size))


@dataclass(frozen=True)
class Lettering:
    """How a text looks.

    Attributes:
        family: `HEADLINE` or `TEXT`.
        size: height of the em square, pixels.
        colour: in Pillow's syntax.
    """

    family: str
    size: int
    colour: str


def draw_line(pen: ImageDraw.ImageDraw, at: Point, words: str, look: Lettering, anchor: str) -> None:
    """Draw one line of text.

    Args:
        pen: the drawing context.
        at: the point that the anchor names, pixels.
        words: the text.
        look: of its letters.
        anchor: in Pillow's syntax, such as ``la`` or ``mm``.
    """
    before = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    x = at[0] - before * length(words, look.family, look.size)
    for letters, text in _runs(words, look.family, look.size):
        pen.text((x, at[1]), text, look.colour, letters, "l" + anchor[1], features=_features())
        x += letters.getlength(text, features=_features())


def _runs(words: str, family: str, size: int) -> list[tuple[ImageFont.FreeTypeFont, str]]:
    """Return stretches of text with their font; letters that the family has not stand in DejaVu Sans."""
    return [
        (_font(family, script, size) if script else font(size), "".join(letters))
        for script, letters in groupby(words, _script)
    ]


def _script(letter: str) -> str:
    if ord(letter) <= _MAX_LATIN or letter in "–—…“”„«»’":
        return _LATIN
    return _CYRILLIC if ord(letter) in _CYRILLIC_LETTERS else _OTHER


@lru_cache(maxsize=128)
def _font(family: str, script: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_file(family.format(script))), size)


@lru_cache(maxsize=4)
def _file(name: str) -> bytes:
    return (files("companion.web") / "static" / "fonts" / name).read_bytes()
