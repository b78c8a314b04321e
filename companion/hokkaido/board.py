"""Draws the city for tapping: the squares, the mountain range, and a tap target for every place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from companion.language import N_, translator
from games.hokkaido.chain import divided
from games.hokkaido.city import City, Place
from games.hokkaido.glyphs import SIZE
from games.hokkaido.scoring import largest_districts
from games.hokkaido.svg import city_body, extent, square_name
from games.svg_templates import SvgTemplates

_TEMPLATES = SvgTemplates(__package__)
_MAX_COORDINATE = 20
"""Boards within this distance of the origin keep a fixed origin."""
_MIN_EXTENT = 9
"""Smallest extent of the tap targets to the right and down, squares."""
_MOST_COLUMNS = 24
"""Columns up to which the style sheet keeps squares large enough for a finger on a phone."""


@dataclass(frozen=True)
class _Target:
    """A tap target over a place, with the words for what lies there."""

    x: int
    y: int
    about: str


def city_to_tap(city: City, lang: str, asked: Collection[Place] = ()) -> Markup:
    """Return the city with a place to tap for each square and for those around it; doubtful places are marked."""
    (left, top), (right, bottom) = _reach(city)
    places = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    division = divided(city)
    return _TEMPLATES.draw(
        "city.svg",
        size=SIZE,
        columns=min(right - left + 1, _MOST_COLUMNS),
        view_box=f"{left * SIZE - 2} {top * SIZE - 2} {(right - left + 1) * SIZE + 4} {(bottom - top + 1) * SIZE + 4}",
        label=translator(lang)(N_("The city of {name}")).format(name=city.name),
        body=city_body(city, lang),
        beyond=[] if division is None else sorted((division.wall & set(places)) - city.squares.keys()),
        counted=[] if division is None else [place for side in largest_districts(city) for place in sorted(side)],
        asked=sorted(asked),
        targets=[_Target(*place, _about(city, place, lang)) for place in places],
    )


def _reach(city: City) -> tuple[Place, Place]:
    """Return the corners of the box of tap targets: one square beyond the city on every side, with a minimum size."""
    (left, top), (right, bottom) = extent(city.squares)
    laid = bool(city.squares)
    # A tapped board keeps its origin so that targets do not move; one that was read may lie anywhere.
    x, y = (0, 0) if max(map(abs, (left, top, right, bottom))) <= _MAX_COORDINATE else (left - laid, top - laid)
    first = min(left - laid, x), min(top - laid, y)
    return first, (max(right + laid, x + _MIN_EXTENT), max(bottom + laid, y + _MIN_EXTENT))


def _about(city: City, place: Place, lang: str) -> str:
    square = city.squares.get(place)
    shown = translator(lang)(N_("empty")) if square is None else square_name(square, lang)
    return translator(lang)(N_("Column {x}, row {y}: {shown}")).format(x=place[0], y=place[1], shown=shown)
