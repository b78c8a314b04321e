"""Ships and the catch: the spaces of the track that a fleet covers, and the fish that it catches."""

from __future__ import annotations

from collections.abc import Iterable

SLOOP, CUTTER, SCHOONER = "sloop", "cutter", "schooner"
KINDS = (SLOOP, CUTTER, SCHOONER)
LENGTHS = {SLOOP: 2, CUTTER: 3, SCHOONER: 4}
"""Spaces of the catch track that each kind of ship covers; the track's first space counts as two."""

FIRST_CATCH, LAST_CATCH = 3, 12
TRACK = 10
"""Spaces of the track with the first counted twice: the numbers 3, 3, 4 … 11; the 12 is printed behind them."""


def ships_of_a_kind(players: int) -> int:
    """Return how many ships of each kind can be built: one more than players, at least 3 (rule book).

    Buildings may bring one schooner more.
    """
    return max(players, 2) + 1


def fleet_length(kinds: Iterable[str]) -> int:
    """Return the number of spaces of the track that these ships cover; unknown kinds cover none."""
    return sum(LENGTHS.get(kind, 0) for kind in kinds)


def catch_size(kinds: Iterable[str]) -> int:
    """Return the fish caught in a fish phase, from 3 to 12: the least uncovered number of the track.

    >>> catch_size([]), catch_size(["schooner"])
    (3, 6)
    """
    covered = fleet_length(kinds)
    return min(max(covered - 1, 0) + FIRST_CATCH, LAST_CATCH)


def has_berth(kinds: Iterable[str], kind: str) -> bool:
    """Return whether one more ship of this kind fits: it must not reach beyond the last space."""
    return fleet_length(kinds) + LENGTHS[kind] <= TRACK
