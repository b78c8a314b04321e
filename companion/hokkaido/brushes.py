"""The brushes of the palette: what a tap paints onto a square."""

from __future__ import annotations

from markupsafe import Markup

from companion.boardgames.tools import Tool
from companion.language import N_, translator
from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION, Square
from games.hokkaido.glyphs import SIZE, cube_glyph, square_glyph
from games.hokkaido.svg import square_name

ERASER = "eraser"
_REMOVE = N_("remove squares")
_CROSS = Markup('<path class="cross" d="M9 9L31 31M31 9L9 31"/>')
_EMPTY = Markup('<rect class="nothing" width="{0}" height="{0}" rx="3"/>').format(SIZE)
_PLAIN = ("mountain", "forest", "lake", "district", "desert")
_SQUARES = {
    **{terrain: Square(terrain) for terrain in _PLAIN},
    **{f"{terrain}-{colour}": Square(terrain, colour) for terrain in (PRODUCTION, FACTORY) for colour in COLOURS},
}


def square_of(code: str) -> Square | None:
    """Return the square that a brush paints; ``None`` for other tools."""
    return _SQUARES.get(code)


def palette(lang: str) -> list[Tool]:
    """Return all brushes: those that paint squares, plain terrain first, and the one that removes them."""
    painting = [Tool(code, square_name(square, lang), _glyph(square)) for code, square in _SQUARES.items()]
    return [*painting, Tool(ERASER, translator(lang)(_REMOVE), _CROSS)]


def drawing_of(square: Square | None, with_cube: bool | None = None) -> Markup:
    """Return a drawing of a square as an answer to a question; ``None`` is drawn as an empty place.

    Without `with_cube` it is drawn as freshly laid.
    """
    drawn = _EMPTY if square is None else _glyph(square, with_cube)
    return Markup('<svg viewBox="-4 -4 {0} {0}" aria-hidden="true" focusable="false">{1}</svg>').format(SIZE + 8, drawn)


def drawing_on_photo(square: Square, with_cube: bool) -> Markup:
    """Return a drawing of a square as it is laid over the photo: about the origin, in a square of 100 units."""
    scale = round(100 / SIZE, 3)
    return Markup('<g transform="scale({0}) translate({1} {1})">{2}</g>').format(
        scale, -SIZE / 2, _glyph(square, with_cube)
    )


def _glyph(square: Square, with_cube: bool | None = None) -> Markup:
    """Return a square with its cube, or without; freshly laid, a production square has one."""
    cube = Markup()
    has_cube = square.terrain == PRODUCTION if with_cube is None else with_cube
    if has_cube and square.colour is not None:
        cube = Markup('<g transform="translate({0} {0})">{1}</g>').format(SIZE // 2, cube_glyph(square.colour))
    return square_glyph(square) + cube
