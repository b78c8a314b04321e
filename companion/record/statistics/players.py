"""Results of each player, and of each pair of players against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from companion.record.statistics.finished import FinishedGame


@dataclass(frozen=True)
class PlayerRecord:
    """The games of a player.

    Attributes:
        name: the player's name.
        games: how many games.
        wins: how many of them were won, alone or with others.
        points: the points of all games together.
        best: the most points in a game.
        streak: how many of the last games in a row were won.
        longest_streak: the most games in a row that were won.
        land: the tiles of the longest land; 0 where the games have no lands.
    """

    name: str
    games: int
    wins: int
    points: int
    best: int
    streak: int
    longest_streak: int
    land: int

    @property
    def mean(self) -> float:
        """Mean points per game."""
        return self.points / self.games


@dataclass(frozen=True)
class Duel:
    """The games that two players both took part in: how many, and how often one or the other was a winner."""

    one: str
    other: str
    games: int
    wins_of_one: int
    wins_of_other: int


def player_records(games: Sequence[FinishedGame]) -> list[PlayerRecord]:
    """Return the records of all players who gave a name, most wins first.

    Args:
        games: the games, the oldest first.
    """
    names = dict.fromkeys(name for game in games for name in game.people)
    found = [_record(name, [game for game in games if name in game.points]) for name in names]
    return sorted(found, key=lambda record: (-record.wins, -record.mean, record.name))


def duels(games: Sequence[FinishedGame]) -> list[Duel]:
    """Return the results of each pair of players against each other, the pair with most games first.

    Of two players the one with more wins is named first.
    """
    names = sorted({name for game in games for name in game.people})
    found = (_duel(games, one, other) for one, other in combinations(names, 2))
    return sorted((duel for duel in found if duel.games), key=lambda duel: (-duel.games, duel.one, duel.other))


def _record(name: str, games: Sequence[FinishedGame]) -> PlayerRecord:
    runs = [(won, len(list(run))) for won, run in groupby(name in game.winners for game in games)]
    points = [game.points[name] for game in games]
    return PlayerRecord(
        name=name,
        games=len(games),
        wins=sum(name in game.winners for game in games),
        points=sum(points),
        best=max(points),
        streak=runs[-1][1] if runs[-1][0] else 0,
        longest_streak=max((length for won, length in runs if won), default=0),
        land=max(game.lands.get(name, 0) for game in games),
    )


def _duel(games: Sequence[FinishedGame], one: str, other: str) -> Duel:
    shared = [game for game in games if one in game.points and other in game.points]
    wins = {name: sum(name in game.winners for game in shared) for name in (one, other)}
    first, second = (one, other) if wins[one] >= wins[other] else (other, one)
    return Duel(first, second, len(shared), wins[first], wins[second])


@dataclass(frozen=True)
class KindRecord:
    """The games of one rulebook and variant.

    Attributes:
        game: the name of the rulebook.
        variant: the variant; empty in games without variants.
        games: how many.
        mean: the mean points of their winners.
        most: the game with the most points of a player.
        closest: the game with the smallest margin.
    """

    game: str
    variant: str
    games: int
    mean: float
    most: FinishedGame
    closest: FinishedGame


def kind_records(games: Sequence[FinishedGame]) -> list[KindRecord]:
    """Return the records of each rulebook and variant, the most played first."""
    ordered = sorted(games, key=_kind)
    found = (_kind_record(*kind, list(group)) for kind, group in groupby(ordered, key=_kind))
    return sorted(found, key=lambda record: (-record.games, record.game, record.variant))


def longest_lands(games: Sequence[FinishedGame], count: int) -> Iterator[tuple[str, int, FinishedGame]]:
    """Yield the longest lands with their owners and games, the longest first.

    Args:
        games: the games.
        count: how many to yield at most.
    """
    found = [
        (name, tiles, game) for game in games for name, tiles in game.lands.items() if tiles and name in game.people
    ]
    yield from sorted(found, key=lambda land: (-land[1], land[2].begun))[:count]


def _kind(game: FinishedGame) -> tuple[str, str]:
    return game.game, game.variant


def _kind_record(game: str, variant: str, games: Sequence[FinishedGame]) -> KindRecord:
    best = [max(one.points.values()) for one in games]
    return KindRecord(
        game,
        variant,
        len(games),
        sum(best) / len(games),
        most=max(games, key=lambda one: max(one.points.values())),
        closest=min(games, key=lambda one: one.margin),
    )
