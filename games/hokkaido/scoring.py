"""The final score: each kind of points with the squares that it counts, and the winner."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from games.hokkaido.chain import divided
from games.hokkaido.city import DESERT, DISTRICT, FACTORY, FOREST, LAKE, MOUNTAIN, Board, City, Place, areas
from games.scores import ScoreSheet

MOUNTAIN_POINTS, FOREST_POINTS, LAKE_POINTS, DISTRICT_POINTS = 2, 2, 3, 2


@dataclass(frozen=True)
class Score:
    """One player's points, and what each kind of them counts.

    Attributes:
        player: the player's name.
        mountains: the number of mountains.
        forests: the number of forests.
        lakes: the sizes of lakes, the largest first.
        factories: the value of each factory that a cube can be moved to, the highest first.
        sides: the largest district on either side of the range, the smaller first; empty if the city is not divided.
        goals: the points of goals.
        deserts: the number of deserts left, which breaks ties.
    """

    player: str
    mountains: int
    forests: int
    lakes: tuple[int, ...]
    factories: tuple[int, ...]
    sides: tuple[frozenset[Place], ...]
    goals: tuple[int, ...]
    deserts: int

    @property
    def points(self) -> dict[str, int]:
        """Return the points of each kind."""
        return {
            "mountains": MOUNTAIN_POINTS * self.mountains,
            "forests": FOREST_POINTS * self.forests,
            "lakes": LAKE_POINTS * sum(size - 1 for size in self.lakes),
            "factories": sum(self.factories),
            "districts": DISTRICT_POINTS * len(self.sides[0]) if self.sides else 0,
            "goals": sum(self.goals),
        }

    @property
    def total(self) -> int:
        """All points together."""
        return sum(self.points.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the score as the commands print it."""
        return {"player": self.player, **self.points, "total": self.total}


def score_city(city: City) -> Score:
    """Return the score of one city."""
    return Score(
        player=city.name,
        mountains=len(city.places(MOUNTAIN)),
        forests=len(city.places(FOREST)),
        lakes=tuple(len(lake) for lake in areas(city.places(LAKE))),
        factories=running_factories(city),
        sides=largest_districts(city),
        goals=city.goals,
        deserts=len(city.places(DESERT)),
    )


def running_factories(city: City) -> tuple[int, ...]:
    """Return the values of the factories that a cube of their colour can be moved to, the highest first."""
    cubes = Counter(city.cube_colours())
    values = sorted(((s.value, s.colour) for s in city.squares.values() if s.terrain == FACTORY), reverse=True)
    running = []
    for value, colour in values:
        if colour is not None and cubes[colour]:
            cubes[colour] -= 1
            running.append(value)
    return tuple(running)


def largest_districts(city: City) -> tuple[frozenset[Place], ...]:
    """Return the largest district on either side of the range, the smaller first; empty if it does not divide the city.

    Districts on the straight extensions of the range belong to neither side.
    """
    division = divided(city)
    if division is None:
        return ()
    districts = city.places(DISTRICT)
    largest = [next(iter(areas(districts & side)), frozenset()) for side in division.sides]
    return tuple(sorted(largest, key=lambda places: (len(places), sorted(places))))


def score(board: Board) -> ScoreSheet[Score]:
    """Return every player's points, and the winner.

    A tie goes to the player with more deserts; if deserts tie, too, there is no winner.
    """
    scores = [score_city(city) for city in board.cities]
    best = max((s.total, s.deserts) for s in scores)
    winners = [s.player for s in scores if (s.total, s.deserts) == best]
    return ScoreSheet(tuple(scores), winners[0] if len(winners) == 1 else None)
