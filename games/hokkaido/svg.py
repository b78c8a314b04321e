"""A city drawn as SVG; impossible cities are drawn too.

Each square is ``<g class="square" data-x data-y>``. All looks are presentation attributes, which any style sheet
overrides; there is no background, for light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from games.hokkaido.city import Board, City, Place, Square
from games.hokkaido.glyphs import SIZE, cube_glyph, square_glyph
from games.hokkaido.words import word

_GAP = 3 * SIZE


def board_svg(board: Board, lang: str = "en", player: str | None = None) -> str:
    """Return a drawing of the city of `player`, or of all cities side by side; it scales with its frame."""
    cities = [city for city in board.cities if player in (None, city.name)]
    left, body, bottom, label = 0, "", SIZE, []
    for city in cities:
        (x0, y0), (x1, y1) = extent(city.squares)
        body += f'<g transform="translate({left - x0 * SIZE} {-y0 * SIZE})">{city_body(city, lang)}</g>'
        left += (x1 - x0 + 1) * SIZE + _GAP
        bottom = max(bottom, (y1 - y0 + 1) * SIZE)
        label.append(word("city", lang).format(player=city.name, squares=len(city.squares)))
    width = max(left - _GAP, SIZE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hokkaido-board" viewBox="-2 -2 {width + 4} {bottom + 4}" '
        f'role="img" aria-label="{escape("; ".join(label))}">{body}</svg>'
    )


def city_body(city: City, lang: str = "en") -> str:
    """Return the squares and cubes of a city as SVG groups, the square of place ``(0, 0)`` at the origin."""
    return "".join(_square(city, place, square, lang) for place, square in sorted(city.squares.items())) + "".join(
        _loose_cubes(city)
    )


def extent(places: Iterable[Place]) -> tuple[Place, Place]:
    """Return the corners of the box around these places; that of the origin where there are none."""
    across, down = zip(*(list(places) or [(0, 0)]), strict=True)
    return (min(across), min(down)), (max(across), max(down))


def square_name(square: Square, lang: str) -> str:
    """Return the words for a square: its terrain and colour."""
    colour = f", {word(square.colour, lang)}" if square.colour else ""
    return word(square.terrain, lang) + colour


def _square(city: City, place: Place, square: Square, lang: str) -> str:
    cubes = city.cubes.get(place, ())
    about = ", ".join([square_name(square, lang), *(f"{word('cube', lang)} ({word(c, lang)})" for c in cubes)])
    return (
        f'<g class="square {square.terrain}" data-x="{place[0]}" data-y="{place[1]}" '
        f'transform="translate({place[0] * SIZE} {place[1] * SIZE})"><title>{escape(about)}</title>'
        f"{square_glyph(square)}{''.join(_cubes(cubes))}</g>"
    )


def _cubes(colours: tuple[str, ...]) -> Iterator[str]:
    for number, colour in enumerate(colours):
        shift = 14 * (number - (len(colours) - 1) / 2)
        yield f'<g transform="translate({SIZE / 2 + shift:g} {SIZE / 2})">{cube_glyph(colour)}</g>'


def _loose_cubes(city: City) -> Iterator[str]:
    for (x, y), colours in city.cubes.items():
        if (x, y) not in city.squares:
            yield f'<g transform="translate({x * SIZE} {y * SIZE})">{"".join(_cubes(colours))}</g>'
