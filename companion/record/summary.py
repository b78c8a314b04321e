"""Summaries of games, computed from their logs, for lists and statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.record.result import Result
from companion.record.storage.library import StoredGame


@dataclass(frozen=True)
class Summary:
    """A game in a list.

    Attributes:
        id: its number in the library.
        title: its title; may be empty.
        begun: when it began.
        lasted: the time from the first to the last event.
        tiles: number of tiles on the board.
        result: the players and scores of the last position.
        ended: whether it is over.
        by_hand: whether no camera took part.
    """

    id: int
    title: str
    begun: datetime
    lasted: timedelta
    tiles: int
    result: Result
    ended: bool
    by_hand: bool

    @property
    def winner(self) -> str | None:
        """Name of the winner; ``None`` before the game is over, or if there is none."""
        return self.result.scores.winner if self.ended else None

    @property
    def winners(self) -> frozenset[str]:
        """Names of all winners, who may share the victory; none before the game is over."""
        return self.result.scores.winners if self.ended else frozenset()


def summary_of(stored: StoredGame) -> Summary:
    """Return the summary of a game."""
    position, entries = stored.timeline.position, stored.timeline.entries
    return Summary(
        id=stored.id,
        title=position.setup.title,
        begun=stored.begun,
        lasted=entries[-1].at - entries[0].at if entries else timedelta(),
        tiles=len(position.tiles),
        result=stored.timeline.result,
        ended=position.ended,
        by_hand=stored.timeline.by_hand,
    )


@dataclass(frozen=True)
class PlayerRecord:
    """The statistics of a player over all finished games of one kind."""

    game: str
    name: str
    games: int
    wins: int
    points: int
    best: int

    @property
    def mean(self) -> float:
        """Mean points per game."""
        return self.points / self.games


def player_records(summaries: Iterable[Summary]) -> list[PlayerRecord]:
    """Return the statistics of each kind of game and player over finished games, most wins first."""
    found: dict[tuple[str, str], PlayerRecord] = {}
    for summary in summaries:
        game, scores = summary.result.game, summary.result.scores
        if not summary.ended or len(scores.scores) < 2:
            continue
        for score in scores.scores:
            old = found.get((game, score.player), PlayerRecord(game, score.player, 0, 0, 0, 0))
            found[game, score.player] = PlayerRecord(
                game,
                score.player,
                old.games + 1,
                old.wins + (score.player in scores.winners),
                old.points + score.total,
                max(old.best, score.total),
            )
    return sorted(found.values(), key=lambda p: (p.game, -p.wins, -p.mean, p.name))
