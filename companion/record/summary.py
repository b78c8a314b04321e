"""What a list of games and the statistics say of each game, computed from its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.record.result import Result
from companion.record.storage.library import Kept


@dataclass(frozen=True)
class Summary:
    """One game in short.

    Attributes:
        id: the number that it is kept under.
        title: what people called it; may be empty.
        begun: when it began.
        lasted: the time from the first to the last event.
        tiles: how many tiles lie on the board.
        result: the players and the score as the board lies last.
        ended: whether it is over.
        by_hand: whether no camera had a part in it.
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
        """The name of who has won; ``None`` before the game is over, or where nobody has."""
        return self.result.scores.winner if self.ended else None

    @property
    def winners(self) -> frozenset[str]:
        """The names of all who have won, where the rules let them share a victory; nobody before the game is over."""
        return self.result.scores.winners if self.ended else frozenset()


def summary_of(kept: Kept) -> Summary:
    """Return a game in short."""
    position, entries = kept.timeline.position, kept.timeline.entries
    return Summary(
        id=kept.id,
        title=position.setup.title,
        begun=kept.begun,
        lasted=entries[-1].at - entries[0].at if entries else timedelta(),
        tiles=len(position.tiles),
        result=kept.timeline.result,
        ended=position.ended,
        by_hand=kept.timeline.by_hand,
    )


@dataclass(frozen=True)
class PlayerRecord:
    """What one player has done in all games of one kind that are over."""

    game: str
    name: str
    games: int
    wins: int
    points: int
    best: int

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.points / self.games


def player_records(summaries: Iterable[Summary]) -> list[PlayerRecord]:
    """Return a record for each kind of game and player of the games that are over, who won most first."""
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
