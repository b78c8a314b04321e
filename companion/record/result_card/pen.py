"""Text and boxes on a result card, which is drawn enlarged so that slanted lines are smooth."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from companion.record.result_card.fitting import LEADING, fitted
from companion.record.result_card.page_fonts import TEXT, Lettering, draw_line
from games.hexgrid import Point

WIDTH, HEIGHT = 1080, 1350
FINE = 2
"""Factor by which a card is drawn larger than it is shown."""
PAPER, CARD, INK, SOFT, GOLD = "#f3e9d4", "#fcf6e8", "#1b2a31", "#56635f", "#a86b07"
MARGIN = 60
_SMALLER_LETTERS = 1.15
"""Alegreya Sans beside DejaVu Sans, for which sizes were chosen: its small letters are 0.46 of the size, not 0.55."""


def new_card() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return an empty card and a drawing context for it."""
    picture = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), PAPER)
    return picture, ImageDraw.Draw(picture)


def finished(picture: Image.Image) -> bytes:
    """Return the card as a PNG."""
    written = io.BytesIO()
    # The mean of whole pixels: Lanczos resampling takes fourteen times as long, and rings along edges, which makes the
    # file twice as large.
    picture.reduce(FINE).save(written, "PNG")
    return written.getvalue()


def small(card: bytes) -> bytes:
    """Return a finished card at 3/5 of its size, as WebP for pages: 30 kB in place of 100."""
    written = io.BytesIO()
    size = (WIDTH * 3 // 5, HEIGHT * 3 // 5)
    Image.open(io.BytesIO(card)).resize(size, Image.Resampling.LANCZOS).save(written, "WEBP", quality=75)
    return written.getvalue()


@dataclass(frozen=True)
class Place:
    """Where a text stands; all lengths are pixels of the shown card.

    Attributes:
        at: the point that `anchor` names; of several lines its second letter, ``a`` or ``m``, is the top or the middle
            of them all.
        width: the room for a line.
        anchor: in Pillow's syntax.
        height: the room for several lines; 0 for one line.
    """

    at: Point
    width: float
    anchor: str = "la"
    height: float = 0.0


def write(pen: ImageDraw.ImageDraw, place: Place, words: str, size: int, colour: str) -> None:
    """Write a text, smaller if it is too long, and on several lines where there is room for them, then truncated.

    Args:
        pen: the drawing context.
        place: where it stands.
        words: the text.
        size: the usual height of the letters, pixels of the shown card.
        colour: of the letters.
    """
    largest = round(size * _SMALLER_LETTERS) * FINE
    points, lines = fitted(words, TEXT, largest, place.width * FINE, place.height * FINE)
    step = points * LEADING
    first = place.at[1] * FINE - (step * (len(lines) - 1) / 2 if place.anchor[1] == "m" else 0)
    for number, line in enumerate(lines):
        at = (place.at[0] * FINE, first + number * step)
        draw_line(pen, at, line, Lettering(TEXT, points, colour), place.anchor)


def box(pen: ImageDraw.ImageDraw, corners: tuple[float, ...], fill: str, line: str = INK, thickness: int = 3) -> None:
    """Draw a box with round corners: left, top, right, bottom in pixels of the shown card."""
    pen.rounded_rectangle([v * FINE for v in corners], 14 * FINE, fill, line, thickness * FINE)
