"""The elements of a drawing of a fjord: parts of islands, ships and figures, each centred at the origin.

A tile is `SIDE` units wide. Every kind of figure has a sign, so that colour-blind players can distinguish figures.
"""

from __future__ import annotations

from games.vikings.figures import COLOURS, SAILS, Figure, Sail
from games.vikings.islands import Part
from games.vikings.ships import Ship

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

_SHORES = {
    "left": "M50-29C28-36 6-30-14-26S-40-12-38 4S-22 30 2 29S34 34 50 28",
    "right": "M-50-29C-30-24-8-34 12-29S40-14 38 3S22 27 0 31S-34 23-50 28",
}
_MIDDLE = ("M-50-29C-28-24-10-35 10-31S36-24 50-29", "M50 28C30 34 12 26-8 30S-36 34-50 28")
_HULL = (
    "M-36 10Q-30 31-14 32H14Q30 31 36 10Q40 2 46-2Q43 15 32 32Q24 40 12 40H-12Q-24 40-32 32Q-43 15-46-2Q-40 2-36 10Z"
)
_SAIL = "M-28-34Q0-28 28-34Q22-14 28 4Q0-3-28 4Q-22-14-28-34Z"
_BODY = "M-16 22Q-18 4-9-4Q-14-9-13-16Q-11-28 0-28T13-16Q14-9 9-4Q18 4 16 22Q0 27-16 22Z"

_SIGNS: dict[Figure, str] = {
    "warrior": "M-7 2H7V9Q6 16 0 19Q-6 16-7 9Z",
    "jarl": "M-8 15V4L-4 9L0 2L4 9L8 4V15Z",
    "scout": "M-9 10Q0 0 9 10Q0 20-9 10ZM0 7A3 3 0 1 0 0 13A3 3 0 1 0 0 7Z",
    "goldsmith": "M0 2A8 8 0 1 1 0 18A8 8 0 1 1 0 2ZM0 6A4 4 0 1 0 0 14A4 4 0 1 0 0 6Z",
    "fisherman": "M-9 10Q-1 2 5 9L10 4V16L5 11Q-1 18-9 10Z",
    "boatswain": "M-2 0H2V12H6L0 21L-6 12H-2Z",
}


def island(part: Part) -> str:
    """Return the sea with a part of an island in it, without a coast where the island goes on."""
    if part == "middle":
        north, south = _MIDDLE
        ground, coast = f"{north}L{south[1:]}Z", north + south
    else:
        ground, coast = f"{_SHORES[part]}Z", _SHORES[part]
    return (
        f'<rect class="sea" x="-50" y="-50" width="100" height="100" fill="{SEA}"/>'
        f'<path class="land" d="{ground}" fill="{LAND}"/>'
        f'<path class="coast" d="{coast}" fill="none" stroke="{SAND}" stroke-width="7" stroke-linecap="round"/>'
    )


def ship(laid: Ship, repelled: bool) -> str:
    """Return a ship with its sail and the amount it pays; a repelled one has a tick."""
    amount, coin = (laid.gold, GOLD) if laid.gold else (laid.points, POINTS)
    tick = '<path d="M-44-36L-36-27L-24-44" fill="none" stroke="#bff0b0" stroke-width="7" stroke-linecap="round"/>'
    return (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{SEA}"/>{under_sail(laid.sail)}'
        f'<circle cx="33" cy="31" r="16" fill="{coin}" stroke="{INK}" stroke-width="2.5"/>'
        f'<text x="33" y="38" font-family="Georgia, serif" font-size="20" font-weight="bold" text-anchor="middle" '
        f'fill="{INK}">{amount}</text>' + (tick if repelled else "")
    )


def under_sail(colour: Sail) -> str:
    """Return a ship without the sea, under a sail of this colour."""
    return (
        f'<path d="{_HULL}" fill="#7a4a26" stroke="{INK}" stroke-width="2.5"/>'
        f'<path d="M0-42V20" stroke="{INK}" stroke-width="4"/>'
        f'<path d="{_SAIL}" fill="{PAINT[colour]}" stroke="{INK}" stroke-width="2.5"/>'
        f'<g transform="translate(0 -15)">{sign(SAILS[colour], colour)}</g>'
    )


def figure(kind: Figure) -> str:
    """Return a figure in its colour with its kind's sign."""
    colour = COLOURS[kind]
    return (
        f'<path d="{_BODY}" fill="{PAINT[colour]}" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>'
        f"{sign(kind, colour)}"
    )


def sign(kind: Figure, colour: str) -> str:
    """Return the sign of a kind of figure, visible on this colour."""
    ink = INK if colour in _LIGHT else "#fff"
    return f'<path class="sign" d="{_SIGNS[kind]}" fill="{ink}" fill-rule="evenodd" transform="translate(0 -1)"/>'
