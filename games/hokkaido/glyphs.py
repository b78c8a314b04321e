"""Small drawings of squares and cubes, which differ in shape as well as in colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.hokkaido.city import Square
from games.svg_templates import SvgTemplates

if TYPE_CHECKING:
    from markupsafe import Markup

SIZE = 40
"""The width of a square, in units of the drawing."""

PAINT = {
    "mountain": "#8b7d72",
    "forest": "#5f8a45",
    "desert": "#e3c98c",
    "lake": "#5aa3c7",
    "district": "#d9a08a",
    "production": "#f0e6cf",
    "factory": "#cfc6b6",
}
COLOUR_PAINT = {"blue": "#2f6fb5", "brown": "#8a5a2e", "grey": "#83878c", "green": "#3f8b45"}
_TEMPLATES, _FILE = SvgTemplates(__package__), "glyphs.svg"


def square_glyph(square: Square) -> Markup:
    """Return the drawing of a square, from ``(0, 0)`` to ``(SIZE, SIZE)``."""
    colour = square.colour or "grey"
    ground = PAINT[square.terrain]
    return _TEMPLATES.macro(_FILE, "square")(square.terrain, ground, colour, COLOUR_PAINT[colour], square.value)


def cube_glyph(colour: str) -> Markup:
    """Return the drawing of a cube around the origin."""
    return _TEMPLATES.macro(_FILE, "cube")(COLOUR_PAINT[colour])
