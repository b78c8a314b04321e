"""A city: the squares that are visible, and the cubes on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.connected import components
from games.hokkaido.document import FACTORY_VALUE, CityModel, SquareModel, parse_document

Place = tuple[int, int]
"""Coordinates of a square: ``x`` to the right, ``y`` down."""

MOUNTAIN, FOREST, DESERT, LAKE, DISTRICT, PRODUCTION, FACTORY = (
    "mountain",
    "forest",
    "desert",
    "lake",
    "district",
    "production",
    "factory",
)
COLOURS = ("blue", "brown", "grey", "green")
SIDEWAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True)
class Square:
    """A visible square; `value` is used for factories only, `card` is the number of its card if known."""

    terrain: str
    colour: str | None = None
    value: int = FACTORY_VALUE
    card: int | None = None
    terraformed: bool = False


@dataclass(frozen=True)
class City:
    """One player's city.

    Attributes:
        name: the player.
        squares: the visible square of each place.
        cubes: the colours of the cubes at each place.
        goals: the points of the goals that the player has won.
        free_tiles: the terraforming tiles that the player may lay for nothing after a tie for a goal.
    """

    name: str
    squares: Mapping[Place, Square] = field(default_factory=dict)
    cubes: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    goals: tuple[int, ...] = ()
    free_tiles: int = 0

    def places(self, *terrains: str) -> frozenset[Place]:
        """Return where squares of one of these terrains are."""
        return frozenset(place for place, square in self.squares.items() if square.terrain in terrains)

    def cube_colours(self) -> list[str]:
        """Return the colour of every cube in the city."""
        return [colour for colours in self.cubes.values() for colour in colours]


@dataclass(frozen=True)
class Board:
    """The cities of all players; `source` is the document that they were read from."""

    cities: tuple[City, ...]
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_document(cls, data: object) -> Board:
        """Return the board of a document; raises `DocumentError`, which names the field."""
        document = parse_document(data)
        return cls(tuple(map(_city, document.players)), document.given())

    def to_document(self) -> dict[str, Any]:
        """Return the board as a document, with all fields of the one that it was read from."""
        return dict(self.source) or {
            "format": "longhouse-board",
            "version": 1,
            "game": "hokkaido",
            "players": [_written(city) for city in self.cities],
        }


def beside(place: Place, steps: Iterable[Place] = SIDEWAYS) -> list[Place]:
    """Return the places at these steps from a place."""
    return [(place[0] + dx, place[1] + dy) for dx, dy in steps]


def areas(places: Iterable[Place]) -> list[frozenset[Place]]:
    """Return the orthogonally connected parts of these places, the largest first."""
    return sorted(components({place: beside(place) for place in sorted(set(places))}), key=len, reverse=True)


def _city(player: CityModel) -> City:
    cubes: dict[Place, tuple[str, ...]] = {}
    for cube in player.cubes:
        cubes[cube.x, cube.y] = (*cubes.get((cube.x, cube.y), ()), cube.colour)
    squares = {(s.x, s.y): _square(s) for s in player.squares}
    return City(player.name, squares, cubes, tuple(player.goals), player.free_tiles)


def _square(model: SquareModel) -> Square:
    return Square(model.terrain, model.colour, model.value, model.card, model.terraformed)


def _written(city: City) -> dict[str, Any]:
    return {
        "name": city.name,
        "squares": [{"x": x, "y": y, **square_document(s)} for (x, y), s in city.squares.items()],
        "cubes": [{"x": x, "y": y, "colour": c} for (x, y), colours in city.cubes.items() for c in colours],
        "goals": list(city.goals),
        **({"free_tiles": city.free_tiles} if city.free_tiles else {}),
    }


def square_document(square: Square) -> dict[str, Any]:
    """Return the fields of a square in a document, except its coordinates."""
    written: dict[str, Any] = {"terrain": square.terrain}
    if square.colour is not None:
        written["colour"] = square.colour
    if square.terrain == FACTORY and square.value != FACTORY_VALUE:
        written["value"] = square.value
    if square.card is not None:
        written["card"] = square.card
    if square.terraformed:
        written["terraformed"] = True
    return written
