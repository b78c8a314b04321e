"""Vikings, longhouses and rune stones as SVG glyphs about the origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.fjords.board import LONGHOUSE, Piece, Rune
from games.fjords.drawing.colours import look_of
from games.svg_templates import SvgTemplates

if TYPE_CHECKING:
    from markupsafe import Markup

_TEMPLATES, _FILE = SvgTemplates(__package__), "pieces.svg"

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


def sign_of(rune: str) -> str:
    """Return the path of the lines of a rune's sign."""
    return _SIGNS[rune]


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
