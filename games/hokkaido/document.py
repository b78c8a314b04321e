"""The form of a Hokkaido document: the visible squares of each player's city, the cubes on it, the goals won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from games.documents import DocumentError, refuse_repeats
from games.envelope import MOST_PLAYERS, Amount, Envelope, Model, Seat, refuse_namesakes

SPAN = 100
"""How many squares a city may measure across or down; that of twelve cards never comes near it."""
FURTHEST = 9_999
"""How far from any origin a square may lie."""
MOST_SQUARES = 1_000
"""Twelve cards have 72 squares."""
Coordinate = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
Terrain = Literal["mountain", "forest", "desert", "lake", "district", "production", "factory"]
Colour = Literal["blue", "brown", "grey", "green"]
WORKS = ("production", "factory")
"""Squares that have a colour."""
FACTORY_VALUE = 4


class SquareModel(Model):
    """One visible square; `x` to the right and `y` down, from any origin.

    `value` is what a factory earns; `card` may name the card that the square is printed on, and `terraformed` say
    that a tile shows it.
    """

    x: Coordinate
    y: Coordinate
    terrain: Terrain
    colour: Colour | None = None
    value: Amount = FACTORY_VALUE
    card: Amount | None = None
    terraformed: bool = False


class CubeModel(Model):
    """A resource on a square."""

    x: Coordinate
    y: Coordinate
    colour: Colour


class CityModel(Seat):
    """A player with the city that is seen; `free_tiles` may be laid for nothing after a tie for a goal."""

    squares: Annotated[list[SquareModel], Field(max_length=MOST_SQUARES, strict=False)]
    cubes: Annotated[list[CubeModel], Field(max_length=MOST_SQUARES, strict=False)] = Field(default_factory=list)
    goals: Annotated[list[Amount], Field(max_length=MOST_SQUARES, strict=False)] = Field(default_factory=list)
    free_tiles: Amount = 0


class HokkaidoDocument(Envelope):
    """All players of a game."""

    game: Literal["hokkaido"]
    players: Annotated[list[CityModel], Field(strict=False, min_length=1, max_length=MOST_PLAYERS)]


def parse_document(data: object) -> HokkaidoDocument:
    """Return the document in `data`, a mapping as JSON gives it.

    Raises:
        DocumentError: A field is missing, of the wrong type or of a kind that is not known; a production or factory
            square has no colour; two squares share a place; two players share a name; a city is larger than any can be.
    """
    document = HokkaidoDocument.parse(data)
    refuse_namesakes(document.players)
    for index, player in enumerate(document.players):
        path = f"players[{index}].squares"
        refuse_repeats((f"{path}[{number}]", (square.x, square.y)) for number, square in enumerate(player.squares))
        _refuse_giants(player, path)
        for field in _colourless(player, path):
            raise DocumentError(field, "missing")
    return document


def _refuse_giants(player: CityModel, path: str) -> None:
    for axis in ("x", "y"):
        values = [getattr(square, axis) for square in player.squares]
        least = min(values, default=0)
        for number, value in enumerate(values):
            if value - least >= SPAN:
                raise DocumentError(f"{path}[{number}].{axis}", "value", value)


def _colourless(player: CityModel, path: str) -> Iterator[str]:
    for number, square in enumerate(player.squares):
        if square.terrain in WORKS and square.colour is None:
            yield f"{path}[{number}].colour"
