"""Notices about a board: breaches of the rules, and a range that does not divide the city."""

from __future__ import annotations

from collections.abc import Iterator

from games.hokkaido.chain import parted
from games.hokkaido.city import MOUNTAIN, PRODUCTION, Board, City, Place
from games.hokkaido.words import BROKEN_RANGE, STRAY_CUBE
from games.rulebook import RuleNotice


def status(board: Board) -> list[RuleNotice]:
    """Return every notice on a board; never raises.

    ``broken-range``: the mountains are not a single range that divides the city, so districts score nothing.
    ``stray-cube``: a cube lies where it cannot have been produced.
    """
    return [notice for city in board.cities for notice in _of_city(city)]


def _of_city(city: City) -> Iterator[RuleNotice]:
    if city.squares and parted(city) is None:
        yield RuleNotice("broken-range", BROKEN_RANGE, city.name, tuple(sorted(city.places(MOUNTAIN))))
    stray = tuple(sorted(place for place in city.cubes if _is_stray(city, place)))
    if stray:
        yield RuleNotice("stray-cube", STRAY_CUBE, city.name, stray)


def _is_stray(city: City, place: Place) -> bool:
    square = city.squares.get(place)
    made = (square.colour,) if square is not None and square.terrain == PRODUCTION else ()
    return city.cubes[place] != made
