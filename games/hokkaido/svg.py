"""A city drawn as SVG; impossible cities are drawn too.

Each square is ``<g class="square" data-x data-y>``. All looks are presentation attributes, which any style sheet
overrides; there is no background, for light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.hokkaido.city import Board, City, Place, Square
from games.hokkaido.glyphs import SIZE, cube_glyph, square_glyph
from games.hokkaido.words import word
from games.svg_templates import SvgTemplates

if TYPE_CHECKING:
    from markupsafe import Markup

_GAP = 3 * SIZE
_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _SquareView:
    """A square with the words for it, its drawing and those of the cubes on it."""

    x: int
    y: int
    terrain: str
    about: str
    glyph: Markup
    cubes: list[Markup]


def board_svg(board: Board, lang: str = "en", player: str | None = None) -> Markup:
    """Return a drawing of the city of `player`, or of all cities side by side; it scales with its frame."""
    left, height, label, drawn = 0, SIZE, [], []
    for city in (city for city in board.cities if player in (None, city.name)):
        (x0, y0), (x1, y1) = extent(city.squares)
        drawn.append((left - x0 * SIZE, -y0 * SIZE, city_body(city, lang)))
        left += (x1 - x0 + 1) * SIZE + _GAP
        height = max(height, (y1 - y0 + 1) * SIZE)
        label.append(word("city", lang).format(player=city.name, squares=len(city.squares)))
    width = max(left - _GAP, SIZE)
    return _TEMPLATES.draw("board.svg", width=width, height=height, label="; ".join(label), cities=drawn)


def city_body(city: City, lang: str = "en") -> Markup:
    """Return the squares and cubes of a city as SVG groups, the square of place ``(0, 0)`` at the origin."""
    squares = [_square(city, place, square, lang) for place, square in sorted(city.squares.items())]
    loose = [(at, list(map(cube_glyph, cubes))) for at, cubes in city.cubes.items() if at not in city.squares]
    return _TEMPLATES.macro("city.svg", "squares")(squares, loose, SIZE)


def extent(places: Iterable[Place]) -> tuple[Place, Place]:
    """Return the corners of the box around these places; that of the origin where there are none."""
    across, down = zip(*(list(places) or [(0, 0)]), strict=True)
    return (min(across), min(down)), (max(across), max(down))


def square_name(square: Square, lang: str) -> str:
    """Return the words for a square: its terrain and colour."""
    colour = f", {word(square.colour, lang)}" if square.colour else ""
    return word(square.terrain, lang) + colour


def _square(city: City, place: Place, square: Square, lang: str) -> _SquareView:
    cubes = city.cubes.get(place, ())
    about = ", ".join([square_name(square, lang), *(f"{word('cube', lang)} ({word(c, lang)})" for c in cubes)])
    return _SquareView(*place, square.terrain, about, square_glyph(square), list(map(cube_glyph, cubes)))
