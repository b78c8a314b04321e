"""Vikings, longhouses and rune stones as SVG glyphs about the origin.

Every colour also has a mark, a small shape on the piece, so that colour-blind players can distinguish pieces.
"""

from __future__ import annotations

from zlib import crc32

from games.fjords.board import LONGHOUSE, Piece, Rune

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

_BODY = "M-25 33Q-28 33-27 27Q-24 3-12-4H12Q24 3 27 27Q28 33 25 33Z"
_FACE = "M-11-12H11V-5Q11 4 0 8Q-11 4-11-5Z"
_HELMET = "M-14-11Q-14-29 0-30Q14-29 14-11Z"
_HORNS = "M-13-19Q-25-19-25-36Q-18-28-11-26ZM13-19Q25-19 25-36Q18-28 11-26Z"
_WALLS = "M-30 3H30V27Q0 31-30 27Z"
_ROOF = "M-40 6Q-33-4-30-24Q0-16 30-24Q33-4 40 6Q0 0-40 6Z"
_BEAMS = "M-30-24Q-37-28-35-37M30-24Q37-28 35-37M-30-24Q-25-28-27-33M30-24Q25-28 27-33"
_STONE = "M-23-20Q-12-31 6-28Q25-24 26-3Q27 19 10 27Q-10 33-22 20Q-31 2-23-20Z"

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


def _mark(colour: str, x: float, y: float, scale: float = 1.0) -> str:
    return (
        f'<path class="mark" transform="translate({x:g} {y:g}) scale({scale:g})" d="{mark_of(colour)}" '
        f'fill="{ink_on(colour)}" fill-rule="evenodd"/>'
    )


def piece_glyph(piece: Piece) -> str:
    """Return the drawing of a viking or a longhouse in its colour, with the colour's mark on it."""
    return longhouse_glyph(piece.colour) if piece.kind == LONGHOUSE else viking_glyph(piece.colour)


def viking_glyph(colour: str) -> str:
    """Return a viking with a horned helmet."""
    fill = paint(colour)
    return (
        '<ellipse cy="34" rx="29" ry="6" opacity=".28"/>'
        f'<g stroke="#1d1b18" stroke-width="2.6" stroke-linejoin="round"><path d="{_BODY}" fill="{fill}"/>'
        f'<path d="{_HORNS}" fill="#f3e9d2"/><path d="{_FACE}" fill="#f1cfa9"/>'
        f'<path d="{_HELMET}" fill="{fill}"/></g>'
        '<path d="M-4.5-8.5V-6M4.5-8.5V-6" stroke="#1d1b18" stroke-width="2.6" stroke-linecap="round"/>'
        + _mark(colour, 0, 19)
    )


def longhouse_glyph(colour: str) -> str:
    """Return a longhouse with a sagging roof and crossed beams at its gables."""
    fill = paint(colour)
    return (
        '<ellipse cy="29" rx="40" ry="6" opacity=".28"/>'
        f'<path d="{_BEAMS}" fill="none" stroke="#1d1b18" stroke-width="4.5" stroke-linecap="round"/>'
        f'<g stroke="#1d1b18" stroke-width="2.6" stroke-linejoin="round"><path d="{_WALLS}" fill="#8a5a34"/>'
        f'<path d="M-7 28V13Q0 7 7 13V28Z" fill="#3c2716"/><path d="{_ROOF}" fill="{fill}"/></g>'
        + _mark(colour, 0, -9, 0.95)
    )


def rune_glyph(rune: Rune) -> str:
    """Return a rune stone with its sign, with a ring in its owner's colour if it has an owner."""
    ring, mark = "#4b4a48", ""
    if rune.colour is not None:
        ring, mark = paint(rune.colour), _mark(rune.colour, 21, 20, 0.8)
        mark = f'<circle cx="21" cy="20" r="10" fill="{ring}" stroke="#1d1b18" stroke-width="2"/>{mark}'
    return (
        '<ellipse cy="29" rx="25" ry="5" opacity=".28"/>'
        f'<path d="{_STONE}" fill="#c9c5bd" stroke="#1d1b18" stroke-width="6.5"/>'
        f'<path d="{_STONE}" fill="none" stroke="{ring}" stroke-width="3.5"/>'
        f'<path d="{_SIGNS[rune.kind]}" fill="none" stroke="#2e2c2a" stroke-width="4.2" '
        f'stroke-linecap="round" stroke-linejoin="round"/>{mark}'
    )


def printed_mark(mark: str) -> str:
    """Return what is printed on a tile: a small rune sign, or the number of players."""
    if mark in _SIGNS:
        return (
            f'<path d="{_SIGNS[mark]}" fill="none" stroke="#3a3a33" stroke-opacity=".65" stroke-width="4.5" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if not mark.isalnum():
        return ""
    return (
        '<text font-family="Georgia, serif" font-size="30" font-weight="bold" text-anchor="middle" '
        f'dominant-baseline="central" fill="#3a3a33" fill-opacity=".65">{mark[:2]}</text>'
    )
