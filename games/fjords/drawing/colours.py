"""How a piece's colour is drawn: its paint, and its mark.

A mark is a small shape on the piece, so that colour-blind players can distinguish pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

COLOURS = {
    "white": "#f5f2e8",
    "yellow": "#f4c430",
    "orange": "#ee8022",
    "red": "#cc2b2b",
    "purple": "#7c4aa5",
    "pink": "#ec8fb5",
    "blue": "#2b62b8",
    "green": "#2c8a4b",
    "brown": "#7f4f2b",
    "black": "#2b2b2e",
    "grey": "#8a8d91",
}
_DARK = frozenset(("red", "purple", "blue", "green", "brown", "black"))

_MARKS = {
    "white": "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z",
    "yellow": "M0-7L7 6H-7Z",
    "orange": "M-6-6H6V6H-6Z",
    "red": "M0-8L7 0L0 8L-7 0Z",
    "purple": "M-2-7H2V-2H7V2H2V7H-2V2H-7V-2H-2Z",
    "pink": "M0 7C-9 1-7-7-2-6Q0-5 0-3Q0-5 2-6C7-7 9 1 0 7Z",
    "blue": "M-7-5H7V-1.5H-7ZM-7 1.5H7V5H-7Z",
    "green": "M0-8L2-2.5L8-2.5L3.2 1.2L5 7L0 3.5L-5 7L-3.2 1.2L-8-2.5L-2-2.5Z",
    "brown": "M-7-6H7L0 7Z",
    "black": "M-6.5-4L-4-6.5L0-2.5L4-6.5L6.5-4L2.5 0L6.5 4L4 6.5L0 2.5L-4 6.5L-6.5 4L-2.5 0Z",
    "grey": "M0-7A7 7 0 1 1 0 7A7 7 0 1 1 0-7ZM0-3.5A3.5 3.5 0 1 0 0 3.5A3.5 3.5 0 1 0 0-3.5Z",
}


def paint(colour: str) -> str:
    """Return the CSS colour for a piece's colour; an unknown name gets a colour derived from the name."""
    return COLOURS.get(colour) or f"hsl({crc32(colour.encode()) % 360} 60% 50%)"


def mark_of(colour: str) -> str:
    """Return the path of the small shape that marks a colour."""
    shapes = list(_MARKS.values())
    return _MARKS.get(colour) or shapes[crc32(colour.encode()) % len(shapes)]


def ink_on(colour: str) -> str:
    """Return the colour of a mark that is visible on a piece of this colour."""
    return "#fff" if colour in _DARK else "#222"


@dataclass(frozen=True)
class Look:
    """How a colour is drawn: its CSS colour, the path of the shape that marks it, and the colour of that shape."""

    paint: str
    shape: str
    ink: str


def look_of(colour: str) -> Look:
    """Return how a colour is drawn; an unknown name has a look derived from the name."""
    return Look(paint(colour), mark_of(colour), ink_on(colour))
