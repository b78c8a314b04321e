"""Colours and ships of the drawings of harbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.svg_templates import SvgTemplates

if TYPE_CHECKING:
    from markupsafe import Markup

SPACE = 52.0
"""The length of a space of the catch track, in units of the drawing."""
_PAINTS = {
    "red": "#c0392b",
    "blue": "#2f6fb0",
    "yellow": "#e3b023",
    "green": "#4c8a3f",
    "white": "#f4efe2",
    "black": "#33312e",
    "purple": "#7a4a93",
    "orange": "#dd7a26",
    "brown": "#7d5533",
    "grey": "#8b8d8a",
}
_WEATHERED = "#a8763e"
_MASTS = {
    "sloop": ((0.5, 1.0),),
    "cutter": ((0.36, 0.9), (0.66, 1.0)),
    "schooner": ((0.26, 0.9), (0.5, 1.0), (0.74, 0.9)),
}
"""The masts of each kind of ship: the place of each along the hull, 0..1, and its height relative to the tallest."""
_TEMPLATES = SvgTemplates(__package__)


def paint(colour: object) -> str:
    """Return the paint of a player's colour as a document gives it; for anything else that of weathered wood."""
    return _PAINTS.get(colour, _WEATHERED) if isinstance(colour, str) else _WEATHERED


def ship(kind: str, length: int, sail: str) -> Markup:
    """Return a ship that covers `length` spaces of the track, its bow at the origin on the water line."""
    return _TEMPLATES.macro("glyphs.svg", "ship")(length * SPACE, _MASTS[kind], sail)
