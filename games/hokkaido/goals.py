"""The nine goals: which of them a city meets, and who wins them at the end of a round.

The squares that meet a goal have to lie on at least three different cards, except for the ninth goal. A square whose
card is unknown counts as a card of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product

from games.hokkaido.chain import divided
from games.hokkaido.city import (
    COLOURS,
    DIAGONAL,
    DISTRICT,
    FACTORY,
    FOREST,
    LAKE,
    MOUNTAIN,
    PRODUCTION,
    SIDEWAYS,
    City,
    Place,
    areas,
    beside,
)

CARDS = 3
"""The least number of different cards on which the squares of a goal have to lie."""
LOWER_WINS = frozenset({1, 2, 3, 4})
"""Goals at which the lower card drafted breaks a tie; at the others the higher one does."""
GOALS = range(1, 10)
MORE_GOALS = 2
"""Number of goals in play in excess of the number of players (rule book)."""


def met(city: City) -> frozenset[int]:
    """Return the numbers of the goals that a city meets.

    1: five forests apart from each other. 2: largest districts beside the range that differ by five squares, with one
    district or more on each side. 3: three lakes apart. 4: five mountains that touch orthogonally. 5: six cubes.
    6, 7: production squares, factories, of all four colours. 8: three production or factory squares that touch,
    diagonally too. 9: two terraformed squares.
    """
    return frozenset(goal for goal in GOALS if _CHECKS[goal](city))


def _cards(city: City, places: Iterable[Place]) -> set[object]:
    """Return the different cards of these places."""
    return {_card(city, place) for place in places}


def _card(city: City, place: Place) -> object:
    card = city.squares[place].card
    return place if card is None else card


def _apart(city: City, terrain: str, count: int) -> bool:
    return _on_enough_cards(city, areas(city.places(terrain)), count)


def _all_colours(city: City, terrain: str) -> bool:
    places = city.places(terrain)
    kinds = [[place for place in places if city.squares[place].colour == colour] for colour in COLOURS]
    return _on_enough_cards(city, [kind for kind in kinds if kind], len(COLOURS))


def _on_enough_cards(city: City, groups: Collection[Collection[Place]], count: int) -> bool:
    """Return whether there are `count` groups, and places of different groups on three different cards."""
    if len(groups) < count:
        return False
    import networkx as nx  # slow to import, and most commands need no graph

    graph = nx.Graph()
    groups_named = [("group", number) for number in range(len(groups))]
    graph.add_nodes_from(groups_named)
    for name, places in zip(groups_named, groups, strict=True):
        graph.add_edges_from((name, ("card", card)) for card in _cards(city, places))
    matching = nx.bipartite.maximum_matching(graph, groups_named)
    return sum(name in matching for name in groups_named) >= CARDS


def _districts_differ(city: City) -> bool:
    """Return whether largest districts beside the range meet the second goal; of several largest on a side, any may."""
    division = divided(city)
    if division is None:
        return False
    one_side, other_side = (_largest(city.places(DISTRICT) & side) for side in division.sides)
    return any(
        abs(len(one) - len(other)) >= 5 and len(_cards(city, one | other)) >= CARDS
        for one, other in product(one_side, other_side)
    )


def _largest(places: Collection[Place]) -> list[frozenset[Place]]:
    """Return the largest connected areas of these places, all of one size; none where there are no places."""
    found = areas(places)
    return [area for area in found if len(area) == len(found[0])]


def _mountains_touch(city: City) -> bool:
    return any(len(part) >= 5 and len(_cards(city, part)) >= CARDS for part in areas(city.places(MOUNTAIN)))


def _cubes(city: City) -> bool:
    lying = [place for place in city.cubes if place in city.squares]
    return len(city.cube_colours()) >= 6 and len(_cards(city, lying)) >= CARDS


def _works_touch(city: City) -> bool:
    works = city.places(PRODUCTION, FACTORY)
    for place in works:
        others = [other for other in beside(place, (*SIDEWAYS, *DIAGONAL)) if other in works]
        if any(len(_cards(city, (place, *pair))) >= CARDS for pair in combinations(others, 2)):
            return True
    return False


_CHECKS: Mapping[int, Callable[[City], bool]] = {
    1: lambda city: _apart(city, FOREST, 5),
    2: _districts_differ,
    3: lambda city: _apart(city, LAKE, 3),
    4: _mountains_touch,
    5: _cubes,
    6: lambda city: _all_colours(city, PRODUCTION),
    7: lambda city: _all_colours(city, FACTORY),
    8: _works_touch,
    9: lambda city: sum(square.terraformed for square in city.squares.values()) >= 2,
}


@dataclass(frozen=True)
class Awards:
    """The goals won in a round.

    Attributes:
        goals: the player who wins each goal.
        tiles: the players who tied for a goal and won none; they may terraform a desert for free.
    """

    goals: Mapping[int, str] = field(default_factory=dict)
    tiles: frozenset[str] = frozenset()


def awards(open_goals: Collection[int], meeting: Mapping[str, Collection[int]], drafted: Mapping[str, int]) -> Awards:
    """Return who wins which goal at the end of a round.

    Goals are awarded in rising order. A player who wins one gets no other and no tile in the same round.

    Args:
        open_goals: the goals that no player has won yet.
        meeting: the goals that each player's city meets.
        drafted: the number of the card that each player got in this round's draft, which breaks ties.
    """
    won: dict[int, str] = {}
    tied: set[str] = set()
    for goal in sorted(open_goals):
        able = [player for player, goals in meeting.items() if goal in goals and player not in won.values()]
        if not able:
            continue
        won[goal] = sorted(able, key=lambda player: drafted[player], reverse=goal not in LOWER_WINS)[0]
        tied |= set(able) if len(able) > 1 else set()
    return Awards(won, frozenset(tied - set(won.values())))
