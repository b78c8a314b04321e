"""Headlines on result cards, in the display type of the pages."""

from __future__ import annotations

from PIL import ImageDraw

from companion.record.result_card.page_fonts import HEADLINE, draw_line, length
from companion.record.result_card.pen import FINE
from games.hexgrid import Point


def write_headline(pen: ImageDraw.ImageDraw, at: Point, words: str, size: int, colour: str, width: float) -> None:
    """Write one line from its upper left corner, smaller if it is too wide, then truncated; in pixels of the card."""
    points = next((p for p in range(size, size // 2, -2) if _length(words, p) <= width * FINE), size // 2)
    while len(words) > 1 and _length(words, points) > width * FINE:
        words = words[:-2] + "…"
    draw_line(pen, (at[0] * FINE, (at[1] + points) * FINE), words, HEADLINE, points * FINE, colour, "ls")


def _length(words: str, points: int) -> float:
    return length(words, HEADLINE, points * FINE)
