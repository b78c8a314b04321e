"""Summaries of games, computed from their logs, for lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.record.result import Result
from companion.record.storage.library import StoredGame

_UID_LETTERS = 8
"""Letters of a game's unique name that tell it from others of the same number."""


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
        ended: whether a person has said that it is over.
        by_hand: whether no camera took part.
        from_photo: whether it was read from a photo.
        version: a text that no other state of this or any other game has. Addresses of what browsers keep hold it,
            since another database gives its games the same numbers.
    """

    id: int
    title: str
    begun: datetime
    lasted: timedelta
    tiles: int
    result: Result
    ended: bool
    by_hand: bool
    from_photo: bool
    version: str

    @property
    def is_over(self) -> bool:
        """Whether the leader has won: the game was ended, or nobody can gain anything on its board."""
        return self.ended or self.result.is_decided

    @property
    def winner(self) -> str | None:
        """Name of the winner; ``None`` before the game is over, or if there is none."""
        return self.result.scores.winner if self.is_over else None

    @property
    def winners(self) -> frozenset[str]:
        """Names of all winners, who may share the victory; none before the game is over."""
        return self.result.scores.winners if self.is_over else frozenset()


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
        from_photo=stored.timeline.from_photo,
        version=f"{stored.uid[:_UID_LETTERS]}-{stored.timeline.last_number}",
    )
