"""Vikings, longhouses and rune stones as SVG glyphs about the origin.

Every colour also has a mark, a small shape on the piece, so that colour-blind players can distinguish pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from games.fjords.board import LONGHOUSE, Piece, Rune
from games.svg_templates import SvgTemplates

if TYPE_CHECKING:
    from markupsafe import Markup

_TEMPLATES, _FILE = SvgTemplates(__package__), "pieces.svg"

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

_SIGNS = {
    "strength": "M-6-16V16M-6-8L8 0L-6 8",
    "water": "M-5-16V16M-5-16L8-4",
    "journey": "M-7-16V16M-7-16L7-9L-7-1L8 16",
    "horse": "M-9 16V-15L0-5L9-15V16",
    "friendship": "M-9-14L9 14M9-14L-9 14",
    "wisdom": "M-6-16V16M-6-16L8-8M-6-5L8 3",
    "home": "M-9 16L0 6L9-5L0-16L-9-5L0 6L9 16",
    "secret": "M8-15L0-9L-8-15V15L0 9L8 15",
    "stone": "M-5-7Q-4-13 2-12Q8-9 4-3Q0 0 0 4M0 11V12",
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


def sign_of(rune: str) -> str:
    """Return the path of the lines of a rune's sign."""
    return _SIGNS[rune]


@dataclass(frozen=True)
class Look:
    """How a colour is drawn: its CSS colour, the path of the shape that marks it, and the colour of that shape."""

    paint: str
    shape: str
    ink: str


def look_of(colour: str) -> Look:
    """Return how a colour is drawn; an unknown name has a look derived from the name."""
    return Look(paint(colour), mark_of(colour), ink_on(colour))


def piece_glyph(piece: Piece) -> Markup:
    """Return the drawing of a viking or a longhouse in its colour, with the colour's mark on it."""
    return longhouse_glyph(piece.colour) if piece.kind == LONGHOUSE else viking_glyph(piece.colour)


def viking_glyph(colour: str) -> Markup:
    """Return a viking with a horned helmet."""
    return _TEMPLATES.macro(_FILE, "viking")(look_of(colour))


def longhouse_glyph(colour: str) -> Markup:
    """Return a longhouse with a sagging roof and crossed beams at its gables."""
    return _TEMPLATES.macro(_FILE, "longhouse")(look_of(colour))


def rune_glyph(rune: Rune) -> Markup:
    """Return a rune stone with its sign, with a ring in its owner's colour if it has an owner."""
    return _TEMPLATES.macro(_FILE, "rune")(_SIGNS[rune.kind], look_of(rune.colour) if rune.colour is not None else None)


def printed_mark(mark: str) -> Markup:
    """Return what is printed on a tile: a small rune sign, or the number of players."""
    return _TEMPLATES.macro(_FILE, "printed")(_SIGNS.get(mark), mark[:2] if mark.isalnum() else "")
