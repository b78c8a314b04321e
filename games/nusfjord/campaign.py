"""The campaign: three solo games with one deck of buildings, and the rank that they earn."""

from __future__ import annotations

from collections.abc import Iterable

GAMES = 3
PAR = 100
"""The points of three games for rank 0; each further point is a rank (rule book)."""
_SHORT = 10
"""Points below those of the held rank that lose a rank (rule book)."""


def rank_after(rank: int, points: int) -> int:
    """Return the rank after a campaign.

    The rank is the points above 100. A higher rank held before stays, but falling short of its points by ten or more
    loses one rank; no rank is below 0.

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

    `rank` is the one held before; an unfinished campaign at the end earns no rank.
    """
    found, played = [], list(scores)
    for start in range(0, len(played) - GAMES + 1, GAMES):
        rank = rank_after(rank, sum(played[start : start + GAMES]))
        found.append(rank)
    return found
