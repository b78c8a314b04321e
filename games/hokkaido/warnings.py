"""Notices about a board: breaches of the rules, more than the box holds, and a range that does not divide the city."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.hokkaido.chain import divided
from games.hokkaido.city import COLOURS, FACTORY, MOUNTAIN, PRODUCTION, Board, City, Place
from games.hokkaido.goals import MORE_GOALS
from games.hokkaido.play.draft import CARDS, ROUNDS
from games.hokkaido.play.laying import SQUARES, fits_one_card
from games.hokkaido.words import BROKEN_RANGE, STRAY_CUBE, TOO_MANY, word_of_cubes
from games.rulebook import RuleNotice

PLAYERS = 5
"""The hint cards in the box, one for each player."""
CUBES = 14
"""The cubes of each colour in the box."""
MOST_SQUARES = (ROUNDS + 1) * SQUARES
"""The squares of a start province and of a card for each round, without any overlap."""


def status(board: Board) -> list[RuleNotice]:
    """Return every notice on a board; never raises.

    ``broken-range``: the mountains are not a single range that divides the city, so districts score nothing.
    ``stray-cube``: a cube lies where it can neither have been produced nor moved to. ``too-many-squares``: a city is
    larger than its cards. ``too-many-players``, ``too-many-cubes``, ``too-many-goals``, ``card-twice-in-city``,
    ``card-in-two-cities``: there is more than the box holds.
    """
    return [*(notice for city in board.cities for notice in _of_city(city)), *_of_the_box(board)]


def _of_city(city: City) -> Iterator[RuleNotice]:
    if city.squares and divided(city) is None:
        yield RuleNotice("broken-range", BROKEN_RANGE, city.name, tuple(sorted(city.places(MOUNTAIN))))
    stray = tuple(sorted(place for place in city.cubes if _is_stray(city, place)))
    if stray:
        yield RuleNotice("stray-cube", STRAY_CUBE, city.name, stray)
    if len(city.squares) > MOST_SQUARES:
        yield RuleNotice("too-many-squares", TOO_MANY["too-many-squares"], city.name)
    doubled = tuple(sorted(place for places in _cards(city).values() if not fits_one_card(places) for place in places))
    if doubled:
        yield RuleNotice("card-twice-in-city", TOO_MANY["card-twice-in-city"], city.name, doubled)


def _cards(city: City) -> dict[int, list[Place]]:
    """Return the visible places of each card whose number is known."""
    found: dict[int, list[Place]] = {}
    for place, square in city.squares.items():
        if square.card is not None and square.card in CARDS:
            found.setdefault(square.card, []).append(place)
    return found


def _is_stray(city: City, place: Place) -> bool:
    """Return whether a cube lies neither where it was produced nor, moved at the end, on a factory of its colour."""
    square = city.squares.get(place)
    works = square is not None and square.terrain in (PRODUCTION, FACTORY)
    return city.cubes[place] != ((square.colour,) if square is not None and works else ())


def _of_the_box(board: Board) -> Iterator[RuleNotice]:
    if len(board.cities) > PLAYERS:
        yield RuleNotice("too-many-players", TOO_MANY["too-many-players"])
    cubes = Counter(colour for city in board.cities for colour in city.cube_colours())
    for colour in COLOURS:
        if cubes[colour] > CUBES:
            yield RuleNotice("too-many-cubes", TOO_MANY["too-many-cubes"], words=(("colour", word_of_cubes(colour)),))
    players = PLAYERS if len(board.cities) == 1 else len(board.cities)  # one city may be part of a larger table
    if sum(len(city.goals) for city in board.cities) > players + MORE_GOALS:
        yield RuleNotice("too-many-goals", TOO_MANY["too-many-goals"])
    yield from _shared_cards(board)


def _shared_cards(board: Board) -> Iterator[RuleNotice]:
    """Yield a notice for each city with a card that lies in an earlier one, too."""
    earlier: set[int] = set()
    for city in board.cities:
        cards = _cards(city)
        shared = tuple(sorted(place for card in cards.keys() & earlier for place in cards[card]))
        if shared:
            yield RuleNotice("card-in-two-cities", TOO_MANY["card-in-two-cities"], city.name, shared)
        earlier |= cards.keys()
