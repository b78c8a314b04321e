"""What a list of games and the statistics say of each game, computed from its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.record.library import Kept
from companion.tally import Tally, tally_document
from games.fjords.scoring import Score


@dataclass(frozen=True)
class Summary:
    """One game in short.

    Attributes:
        id: the number that it is kept under.
        title: what people called it; may be empty.
        begun: when it began.
        lasted: the time from the first to the last event.
        tally: the board as it lies last, counted.
        ended: whether it is over.
        by_hand: whether no camera had a part in it.
    """

    id: int
    title: str
    begun: datetime
    lasted: timedelta
    tally: Tally
    ended: bool
    by_hand: bool

    @property
    def ranking(self) -> list[Score]:
        """The players' scores, best first; who wins a tie stands first."""
        winner = self.tally.scores.winner
        return sorted(self.tally.scores.scores, key=lambda s: (-s.total, s.player != winner))


def summary_of(kept: Kept) -> Summary:
    """Return a game in short."""
    position, entries = kept.timeline.position, kept.timeline.entries
    return Summary(
        id=kept.id,
        title=position.setup.title,
        begun=kept.begun,
        lasted=entries[-1].at - entries[0].at if entries else timedelta(),
        tally=tally_document(position.document()),
        ended=position.ended,
        by_hand=kept.timeline.by_hand,
    )


@dataclass(frozen=True)
class PlayerRecord:
    """What one player has done in all games that are over."""

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
    """Return a record for each player of the games that are over, who won most first."""
    found: dict[str, PlayerRecord] = {}
    for summary in summaries:
        scores = summary.tally.scores
        if not summary.ended or len(scores.scores) < 2:
            continue
        for score in scores.scores:
            old = found.get(score.player, PlayerRecord(score.player, 0, 0, 0, 0))
            found[score.player] = PlayerRecord(
                score.player,
                old.games + 1,
                old.wins + (scores.winner == score.player),
                old.points + score.total,
                max(old.best, score.total),
            )
    return sorted(found.values(), key=lambda p: (-p.wins, -p.mean, p.name))
