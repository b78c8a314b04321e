"""Ships and the catch: how much of the track a fleet covers, and how many fish it lands."""

from __future__ import annotations

from collections.abc import Iterable

SLOOP, CUTTER, SCHOONER = "sloop", "cutter", "schooner"
KINDS = (SLOOP, CUTTER, SCHOONER)
LENGTHS = {SLOOP: 2, CUTTER: 3, SCHOONER: 4}
"""How many spaces of the catch track a ship covers; the track's first space counts as two."""

FIRST_CATCH, LAST_CATCH = 3, 12
TRACK = 10
"""All the spaces of the track, its first counted twice: the numbers 3, 3, 4 … 11; 12 is printed behind them."""


def fleet_length(kinds: Iterable[str]) -> int:
    """Return how many spaces of the track these ships cover; a kind that is not known covers none."""
    return sum(LENGTHS.get(kind, 0) for kind in kinds)


def catch_size(kinds: Iterable[str]) -> int:
    """Return the fish caught in a fish phase, from 3 to 12: the least number on the track that shows.

    >>> catch_size([]), catch_size(["schooner"])
    (3, 6)
    """
    covered = fleet_length(kinds)
    return min(max(covered - 1, 0) + FIRST_CATCH, LAST_CATCH)


def has_berth(kinds: Iterable[str], kind: str) -> bool:
    """Tell whether one more ship of this kind fits: it may not stick out over the track's last space."""
    return fleet_length(kinds) + LENGTHS[kind] <= TRACK
