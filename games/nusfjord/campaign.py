"""The campaign: three games alone with one deck of buildings, and the rank that one earns by them."""

from __future__ import annotations

from collections.abc import Iterable

GAMES = 3
PAR = 100
"""So many points in three games are rank 0; each point more is a rank."""
_SHORT = 10


def rank_after(rank: int, points: int) -> int:
    """Return the rank after a campaign.

    What the points exceed 100 by is the rank; a higher one reached before stays, but who falls short of the points
    that it stands for by ten or more loses one rank, never below 0.

    >>> rank_after(0, 118), rank_after(18, 110), rank_after(18, 108)
    (18, 18, 17)

    Args:
        rank: the rank held before, 0 or more.
        points: the sum of the three final scores.
    """
    if points - PAR > rank:
        return points - PAR
    return max(0, rank - 1) if points <= PAR + rank - _SHORT else rank


def ranks(scores: Iterable[int], rank: int = 0) -> list[int]:
    """Return the rank after each whole campaign, for the final scores of games in the order they were played.

    `rank` is the one held before; an unfinished campaign at the end earns none.
    """
    found, played = [], list(scores)
    for start in range(0, len(played) - GAMES + 1, GAMES):
        rank = rank_after(rank, sum(played[start : start + GAMES]))
        found.append(rank)
    return found
