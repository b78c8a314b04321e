"""The standings of an evening: by wins, then by points, then by the wins of those one has played against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TableResult:
    """What came of one table of one round.

    Attributes:
        players: who sat there.
        points: the points of each.
        winners: who won, by the game's own rules for ties; several share the win.
    """

    players: tuple[str, ...]
    points: Mapping[str, int]
    winners: frozenset[str]

    @property
    def is_tie_broken(self) -> bool:
        """Whether not everybody with the most points has won."""
        most = max(self.points.values(), default=0)
        return any(gained == most and name not in self.winners for name, gained in self.points.items())


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings.

    Attributes:
        place: from 1; equal players share a place.
        name: the player.
        played: games that are over.
        wins: games won; a win that k players share is 1/k for each, and a bye is one.
        points: the points of all games.
        opposition: the wins of all whom the player has met, each counted as often as they met.
    """

    place: int
    name: str
    played: int
    wins: float
    points: int
    opposition: float


def standings(
    players: Sequence[str], results: Iterable[TableResult], byes: Mapping[str, int] | None = None
) -> list[Standing]:
    """Return the standings, the first one first.

    Args:
        players: everybody who takes part, in the order in which they stay where all else is equal.
        results: the tables that are over.
        byes: each player's byes, each worth a win.
    """
    over, free_wins = list(results), byes or {}
    wins = {name: float(free_wins.get(name, 0)) for name in players}
    points, played = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for result in over:
        for name in result.players:
            wins[name] = wins.get(name, 0.0) + (name in result.winners) / max(1, len(result.winners))
            points[name] = points.get(name, 0) + result.points.get(name, 0)
            played[name] = played.get(name, 0) + 1
    opposition = {
        name: sum(wins[other] for r in over if name in r.players for other in r.players if other != name)
        for name in wins
    }
    keys = {name: (-round(wins[name], 6), -points[name], -round(opposition[name], 6)) for name in wins}
    ordered = sorted(wins, key=keys.__getitem__)
    places = {key: 1 + sum(other < key for other in keys.values()) for key in keys.values()}
    return [
        Standing(places[keys[name]], name, played[name], wins[name], points[name], opposition[name]) for name in ordered
    ]
