"""Matches of the Classic variant: three games between the same two players, whose points are added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.record.storage.library import StoredGame
from companion.record.summary import Summary, summary_of

GAMES_OF_A_MATCH = 3


@dataclass(frozen=True)
class Match:
    """Consecutive games of the same players.

    Attributes:
        games: one to three games, the first one first.
    """

    games: tuple[Summary, ...]

    @property
    def is_over(self) -> bool:
        """Whether all three games are over."""
        return len(self.games) == GAMES_OF_A_MATCH and all(game.ended for game in self.games)

    @property
    def sums(self) -> Mapping[str, int]:
        """The points of each player over all games."""
        totals: dict[str, int] = {}
        for points in map(points_of, self.games):
            totals |= {name: totals.get(name, 0) + gained for name, gained in points.items()}
        return totals

    @property
    def ahead(self) -> tuple[str, ...]:
        """The names of those with the most points, several if they are level."""
        most = max(self.sums.values(), default=0)
        return tuple(name for name, points in self.sums.items() if points == most)


def points_of(game: Summary) -> dict[str, int]:
    """Return the points of each player of a game."""
    return {score.player: score.total for score in game.result.scores.scores}


def match_of(game: StoredGame, games: Iterable[StoredGame]) -> Match | None:
    """Return the match that a game belongs to: every three consecutive Classic games of the same players are one.

    Args:
        game: the game.
        games: all games.

    Returns:
        The match; ``None`` where the game is not of the Classic variant.
    """
    if not _is_classic(game):
        return None
    players = _players(game)
    together = sorted((g for g in games if _is_classic(g) and _players(g) == players), key=lambda g: (g.begun, g.id))
    place = next(index for index, other in enumerate(together) if other.id == game.id)
    first = place - place % GAMES_OF_A_MATCH
    return Match(tuple(map(summary_of, together[first : first + GAMES_OF_A_MATCH])))


def _is_classic(game: StoredGame) -> bool:
    position = game.timeline.position
    return position.board is None and position.setup.variant == "classic"


def _players(game: StoredGame) -> frozenset[str]:
    return frozenset(seat.name for seat in game.timeline.position.setup.players)
