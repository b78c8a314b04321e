"""The elements of a drawing of a fjord: parts of islands, ships and figures, each centred at the origin.

A tile is `SIDE` units wide. Every kind of figure has a sign, so that colour-blind players can distinguish figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.svg_templates import SvgTemplates
from games.vikings.figures import COLOURS, SAILS, Figure, Sail
from games.vikings.islands import Part
from games.vikings.ships import Ship

if TYPE_CHECKING:
    from markupsafe import Markup

SIDE = 100

PAINT = {
    "black": "#2e2d31",
    "red": "#c5302c",
    "green": "#2f8f4e",
    "yellow": "#f0bd2f",
    "blue": "#2c68bd",
    "grey": "#8d9094",
}
SEA, LAND, SAND, INK = "#3f7fa6", "#7fae4e", "#e6cf98", "#1d1b18"
POINTS, GOLD = "#fbf6e6", "#f2c53d"
"""The colours of the coin with the amount that a ship pays."""
_LIGHT = frozenset(("yellow", "grey"))

_SIGNS: dict[Figure, str] = {
    "warrior": "M-7 2H7V9Q6 16 0 19Q-6 16-7 9Z",
    "jarl": "M-8 15V4L-4 9L0 2L4 9L8 4V15Z",
    "scout": "M-9 10Q0 0 9 10Q0 20-9 10ZM0 7A3 3 0 1 0 0 13A3 3 0 1 0 0 7Z",
    "goldsmith": "M0 2A8 8 0 1 1 0 18A8 8 0 1 1 0 2ZM0 6A4 4 0 1 0 0 14A4 4 0 1 0 0 6Z",
    "fisherman": "M-9 10Q-1 2 5 9L10 4V16L5 11Q-1 18-9 10Z",
    "boatswain": "M-2 0H2V12H6L0 21L-6 12H-2Z",
}


_TEMPLATES, _FILE = SvgTemplates(__package__), "parts.svg"


def island(part: Part) -> Markup:
    """Return the sea with a part of an island in it, without a coast where the island goes on."""
    return _TEMPLATES.macro(_FILE, "island")(part, LAND, SAND)


def ship(laid: Ship, repelled: bool) -> Markup:
    """Return a ship with its sail and the amount it pays; a repelled one has a tick."""
    amount, coin = (laid.gold, GOLD) if laid.gold else (laid.points, POINTS)
    return _TEMPLATES.macro(_FILE, "ship")(under_sail(laid.sail), coin, amount, repelled)


def under_sail(colour: Sail) -> Markup:
    """Return a ship without the sea, under a sail of this colour."""
    return _TEMPLATES.macro(_FILE, "hull")(PAINT[colour], sign(SAILS[colour], colour))


def water() -> Markup:
    """Return a tile of sea."""
    return _TEMPLATES.macro(_FILE, "water")()


def figure(kind: Figure) -> Markup:
    """Return a figure in its colour with its kind's sign."""
    colour = COLOURS[kind]
    return _TEMPLATES.macro(_FILE, "figure")(PAINT[colour], sign(kind, colour))


def sign(kind: Figure, colour: str) -> Markup:
    """Return the sign of a kind of figure, visible on this colour."""
    return _TEMPLATES.macro(_FILE, "sign")(_SIGNS[kind], colour in _LIGHT)
