"""The brushes of the palette: what a tap paints onto a square."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION, Square
from games.hokkaido.glyphs import SIZE, cube_glyph, square_glyph
from games.hokkaido.svg import square_name

ERASER = "eraser"
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


def _glyph(square: Square) -> Markup:
    """Return a freshly laid square: a production square has its cube."""
    cube = Markup()
    if square.terrain == PRODUCTION and square.colour is not None:
        cube = Markup('<g transform="translate({0} {0})">{1}</g>').format(SIZE // 2, cube_glyph(square.colour))
    return square_glyph(square) + cube
