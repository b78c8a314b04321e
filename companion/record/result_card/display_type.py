"""Headlines on result cards, in the display type of the pages."""

from __future__ import annotations

from PIL import ImageDraw

from companion.record.result_card.fitting import LEADING, fitted
from companion.record.result_card.page_fonts import HEADLINE, Lettering, draw_line
from companion.record.result_card.pen import FINE, Place

_HEIGHT = 1.6
"""Height of a headline's place in heights of its letters: two lines of smaller ones stay above the mountains."""
_POINTS = " : "
"""What stands between points, which are kept on one line."""


def write_headline(pen: ImageDraw.ImageDraw, place: Place, words: str, size: int, colour: str) -> None:
    """Write a headline from its upper left corner, smaller and on several lines if it is long.

    Args:
        pen: the drawing context.
        place: where it stands; its height follows from the size.
        words: the text.
        size: the usual height of the letters, pixels of the shown card.
        colour: of the letters.
    """
    kept = words.replace(_POINTS, _POINTS.replace(" ", "\N{NO-BREAK SPACE}"))
    points, lines = fitted(kept, HEADLINE, size * FINE, place.width * FINE, size * _HEIGHT * FINE)
    for number, line in enumerate(lines):
        base = place.at[1] * FINE + points * (1 + number * LEADING)
        draw_line(pen, (place.at[0] * FINE, base), line, Lettering(HEADLINE, points, colour), "ls")
