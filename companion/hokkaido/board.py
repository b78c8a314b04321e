"""Draws the city for tapping: the squares, the mountain range, and a tap target for every place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape

from companion.language import N_, translator
from games.hokkaido.chain import parted
from games.hokkaido.city import City, Place
from games.hokkaido.glyphs import SIZE
from games.hokkaido.scoring import largest_districts
from games.hokkaido.svg import city_body, extent, square_name

_MAX_COORDINATE = 20
"""Boards within this distance of the origin keep a fixed origin."""
_MIN_EXTENT = 9
"""Smallest extent of the tap targets to the right and down, squares."""


def city_to_tap(city: City, lang: str, asked: Collection[Place] = ()) -> str:
    """Return the city with a place to tap for each square and for those around it; doubtful places are marked."""
    (left, top), (right, bottom) = _reach(city)
    places = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    body = "".join(
        (
            *(_ground(place) for place in places),
            city_body(city, lang),
            *_parting(city, frozenset(places)),
            *map(_asked, sorted(asked)),
            *(_place(city, place, place == places[0], lang) for place in places),
        )
    )
    box = f"{left * SIZE - 2} {top * SIZE - 2} {(right - left + 1) * SIZE + 4} {(bottom - top + 1) * SIZE + 4}"
    label = escape(translator(lang)(N_("The city of {name}")).format(name=city.name))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="city" viewBox="{box}" role="group" aria-label="{label}">'
        f"{body}</svg>"
    )


def _reach(city: City) -> tuple[Place, Place]:
    """Return the corners of the box of tap targets: one square beyond the city on every side, with a minimum size."""
    (left, top), (right, bottom) = extent(city.squares)
    laid = bool(city.squares)
    # A tapped board keeps its origin so that targets do not move; one that was read may lie anywhere.
    x, y = (0, 0) if max(map(abs, (left, top, right, bottom))) <= _MAX_COORDINATE else (left - laid, top - laid)
    first = min(left - laid, x), min(top - laid, y)
    return first, (max(right + laid, x + _MIN_EXTENT), max(bottom + laid, y + _MIN_EXTENT))


def _ground(place: Place) -> str:
    return f'<rect class="ground" x="{place[0] * SIZE}" y="{place[1] * SIZE}" width="{SIZE}" height="{SIZE}"/>'


def _parting(city: City, places: frozenset[Place]) -> Iterator[str]:
    """Yield the line on which the range runs on, and the districts that count."""
    parting = parted(city)
    if parting is None:
        return
    for x, y in sorted((parting.wall & places) - city.squares.keys()):
        yield f'<circle class="beyond" cx="{(x + 0.5) * SIZE:g}" cy="{(y + 0.5) * SIZE:g}" r="5"/>'
    for side in largest_districts(city):
        for x, y in sorted(side):
            yield (
                f'<rect class="counts" x="{x * SIZE + 3}" y="{y * SIZE + 3}" width="{SIZE - 6}" height="{SIZE - 6}"/>'
            )


def _asked(place: Place) -> str:
    x, y = place[0] * SIZE, place[1] * SIZE
    return (
        f'<g class="asked"><rect x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}"/>'
        f'<text x="{x + SIZE / 2:g}" y="{y + SIZE / 2 + 9:g}">?</text></g>'
    )


def _place(city: City, place: Place, first: bool, lang: str) -> str:
    x, y = place
    square = city.squares.get(place)
    shown = translator(lang)(N_("empty")) if square is None else square_name(square, lang)
    about = escape(translator(lang)(N_("Column {x}, row {y}: {shown}")).format(x=x, y=y, shown=shown))
    return (
        f'<rect class="place" id="place_{x}_{y}" data-x="{x}" data-y="{y}" x="{x * SIZE}" y="{y * SIZE}" '
        f'width="{SIZE}" height="{SIZE}" role="button" tabindex="{0 if first else -1}" aria-label="{about}"/>'
    )
