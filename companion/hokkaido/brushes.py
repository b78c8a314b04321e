"""The brushes of the palette: what a tap paints onto a square."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION, Square
from games.hokkaido.glyphs import SIZE, cube_glyph, square_glyph
from games.hokkaido.svg import square_name

ERASER = "eraser"
_EMPTY = Markup('<rect class="nothing" width="{0}" height="{0}" rx="3"/>').format(SIZE)
_PLAIN = ("mountain", "forest", "lake", "district", "desert")
_SQUARES = {
    **{terrain: Square(terrain) for terrain in _PLAIN},
    **{f"{terrain}-{colour}": Square(terrain, colour) for terrain in (PRODUCTION, FACTORY) for colour in COLOURS},
}


@dataclass(frozen=True)
class Brush:
    """A brush: its code, its label, and a drawing of the square that it paints."""

    code: str
    words: str
    glyph: Markup


def square_of(code: str) -> Square | None:
    """Return the square that a brush paints; ``None`` for other tools."""
    return _SQUARES.get(code)


def palette(lang: str) -> list[Brush]:
    """Return all brushes that paint squares, those of plain terrain first."""
    return [Brush(code, square_name(square, lang), _glyph(square)) for code, square in _SQUARES.items()]


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
