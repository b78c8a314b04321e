"""Small drawings of squares and cubes, which differ in shape as well as in colour."""

from __future__ import annotations

from games.hokkaido.city import FACTORY, PRODUCTION, Square

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
_INK = "#2b2a22"
_SHAPES = {
    "blue": "M20 9C27 18 29 21 29 24A9 9 0 0 1 11 24C11 21 13 18 20 9Z",
    "brown": "M10 13H30V28H10Z",
    "grey": "M20 9L32 29H8Z",
    "green": "M20 7L32 20L20 33L8 20Z",
}
"""A shape for each colour of resource: a drop, a block, a peak and a leaf."""

_LAND = {
    "mountain": '<path d="M4 33L15 12L21 22L26 15L36 33Z" fill="#5d5249"/>'
    '<path d="M15 12L19 19L15 21L11.500 18.500Z M26 15L29 20L25.500 21.500L23.500 18.700Z" fill="#f6f2ea"/>',
    "forest": '<path d="M13 6L21 19H17.500L23 28H15V33H11V28H3L8.500 19H5Z" fill="#274a24"/>'
    '<path d="M28 12L35 23H32L37 30H30V34H26.500V30H20L25 23H21.500Z" fill="#32602c"/>',
    "desert": '<path d="M3 27Q12 19 20 26T37 24" fill="none" stroke="#b48f45" stroke-width="2"/>'
    '<path d="M3 16Q11 10 18 15T36 13" fill="none" stroke="#c4a259" stroke-width="1.600"/>'
    '<circle cx="29" cy="31" r="1.400" fill="#b48f45"/><circle cx="10" cy="33" r="1.200" fill="#b48f45"/>',
    "lake": '<path d="M4 14q4-4 8 0t8 0t8 0t8 0M4 22q4-4 8 0t8 0t8 0t8 0M4 30q4-4 8 0t8 0t8 0t8 0" '
    'fill="none" stroke="#e8f5fb" stroke-width="2"/>',
    "district": '<path d="M4 21L12 12L20 21V34H4Z" fill="#a5472f"/><path d="M20 25L28 16L36 25V34H20Z" fill="#7d3322"/>'
    '<path d="M10 34V27H14V34ZM26 34V29H30V34Z" fill="#f4dcc8"/>',
}


def square_glyph(square: Square) -> str:
    """Return the drawing of a square, from ``(0, 0)`` to ``(SIZE, SIZE)``."""
    ground = (
        f'<rect width="{SIZE}" height="{SIZE}" fill="{PAINT[square.terrain]}" stroke="{_INK}" '
        'stroke-opacity=".55" stroke-width="1.500"/>'
    )
    if square.terrain == PRODUCTION:
        return ground + _shape(square.colour, 1, 'fill-opacity=".25"')
    if square.terrain == FACTORY:
        return ground + _factory(square)
    return ground + _LAND[square.terrain]


def cube_glyph(colour: str) -> str:
    """Return the drawing of a cube around the origin."""
    paint = COLOUR_PAINT[colour]
    return (
        f'<g class="cube" stroke="{_INK}" stroke-width="1.500" stroke-linejoin="round">'
        f'<path d="M-10 -5L0 -10L10 -5V6L0 11L-10 6Z" fill="{paint}"/>'
        '<path d="M-10 -5L0 0L10 -5L0 -10Z" fill="#fff" fill-opacity=".4"/>'
        '<path d="M0 0V11" fill="none"/></g>'
    )


def _factory(square: Square) -> str:
    paint = COLOUR_PAINT[square.colour or "grey"]
    return (
        f'<path d="M5 35V20L13 14V20L21 14V20L29 14V8H35V35Z" fill="{paint}" stroke="{_INK}" stroke-width="1.200"/>'
        f'<g transform="translate(4 3) scale(.3)">{_shape(square.colour, 2)}</g>'
        f'<text x="20" y="32" text-anchor="middle" font-size="13" font-weight="700" fill="#fff">{square.value}</text>'
    )


def _shape(colour: str | None, line: float, more: str = "") -> str:
    paint = COLOUR_PAINT[colour or "grey"]
    return f'<path d="{_SHAPES[colour or "grey"]}" fill="{paint}" {more} stroke="{paint}" stroke-width="{2 * line:g}"/>'
