"""Terraforming: two cubes of one colour turn a desert into the terrain of that colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.hokkaido.city import DESERT, DISTRICT, FOREST, LAKE, MOUNTAIN, PRODUCTION, City, Place
from games.hokkaido.play.laying import breaks_range
from games.hokkaido.words import REFUSALS
from games.rulebook import RuleNotice

BECOMES = {"blue": LAKE, "brown": DISTRICT, "green": FOREST, "grey": MOUNTAIN}
PRICE = 2
"""Cubes that terraforming costs."""


def terraform_refusals(city: City, place: Place, colour: str, free: bool = False) -> list[RuleNotice]:
    """Return the rules that forbid to terraform a desert with cubes of this colour; empty if it is legal.

    Args:
        city: the city.
        place: the desert.
        colour: the colour of the cubes; a free tile needs one, too, because it decides the new terrain.
        free: whether it is the free tile of a player who tied for a goal.
    """
    return list(_refusals(city, place, colour, free))


def terraformed(city: City, place: Place, colour: str, free: bool = False) -> City:
    """Return the city after terraforming; the cubes are taken from its first production squares of the colour.

    Raises:
        ValueError: It is not legal; the text is the broken rule.
    """
    for refusal in terraform_refusals(city, place, colour, free):
        raise ValueError(refusal.message())
    square = replace(city.squares[place], terrain=BECOMES[colour], colour=None, terraformed=True)
    paid = () if free else _paying_squares(city, colour)[:PRICE]
    cubes = {p: colours for p, colours in city.cubes.items() if p not in paid}
    return replace(city, squares={**city.squares, place: square}, cubes=cubes)


def _refusals(city: City, place: Place, colour: str, free: bool) -> Iterator[RuleNotice]:
    square = city.squares.get(place)
    if square is None or square.terrain != DESERT:
        yield RuleNotice("no-desert", REFUSALS["no-desert"], None, (place,))
    if not free and len(_paying_squares(city, colour)) < PRICE:
        yield RuleNotice("too-few-cubes", REFUSALS["too-few-cubes"])
    if BECOMES[colour] == MOUNTAIN and breaks_range(city.places(MOUNTAIN), {place}):
        yield RuleNotice("range", REFUSALS["range"], None, (place,))


def _paying_squares(city: City, colour: str) -> list[Place]:
    """Return the production squares on which a cube of this colour lies."""
    return sorted(place for place in city.places(PRODUCTION) if city.cubes.get(place) == (colour,))
