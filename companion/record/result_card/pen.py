"""Text and boxes on a result card, which is drawn enlarged so that slanted lines are smooth."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from companion.record.result_card.page_fonts import TEXT, draw_line, length
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


def write(
    pen: ImageDraw.ImageDraw, at: Point, words: str, size: int, colour: str, width: float, anchor: str = "la"
) -> None:
    """Write one line of text, smaller if it is too wide, then truncated; lengths in pixels of the shown card."""
    largest = round(size * _SMALLER_LETTERS)
    for points in range(largest, largest // 2, -2):
        if length(words, TEXT, points * FINE) <= width * FINE:
            break
    while len(words) > 1 and length(words, TEXT, points * FINE) > width * FINE:
        words = words[:-2] + "…"
    draw_line(pen, (at[0] * FINE, at[1] * FINE), words, TEXT, points * FINE, colour, anchor)


def box(pen: ImageDraw.ImageDraw, corners: tuple[float, ...], fill: str, line: str = INK, thickness: int = 3) -> None:
    """Draw a box with round corners: left, top, right, bottom in pixels of the shown card."""
    pen.rounded_rectangle([v * FINE for v in corners], 14 * FINE, fill, line, thickness * FINE)
