"""Headlines on result cards, in the display type of the pages."""

from __future__ import annotations

from PIL import ImageDraw

from companion.record.result_card.fitting import LEADING, fitted
from companion.record.result_card.page_fonts import HEADLINE, draw_line
from companion.record.result_card.pen import FINE
from games.hexgrid import Point

_HEIGHT = 1.6
"""Height of a headline's place in heights of its letters: two lines of smaller ones stay above the mountains."""
_POINTS = " : "
"""What stands between points, which are kept on one line."""


def write_headline(pen: ImageDraw.ImageDraw, at: Point, words: str, size: int, colour: str, width: float) -> None:
    """Write a headline from its upper left corner, smaller and on several lines if it is long; in card pixels."""
    kept = words.replace(_POINTS, _POINTS.replace(" ", "\N{NO-BREAK SPACE}"))
    points, lines = fitted(kept, HEADLINE, size * FINE, width * FINE, size * _HEIGHT * FINE)
    for number, line in enumerate(lines):
        base = at[1] * FINE + points * (1 + number * LEADING)
        draw_line(pen, (at[0] * FINE, base), line, HEADLINE, points, colour, "ls")
