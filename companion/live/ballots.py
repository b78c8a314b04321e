"""Votes of several readings on what lies in one cell, and when they are enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.live.events import what
from vision.reading import PieceReading, TileReading

Pieces = tuple[PieceReading, ...]
Choice = TypeVar("Choice")

_REMEMBERED = 9
_SURE = 0.6
"""A reading as sure as this that something was added is believed alone; the picture has shown the change already."""
_ADDED, _CONFIRMED, _REMOVED, _OTHERWISE, _VANISHED = 2, 2, 3, 3, 4
_MENDED = 7
"""Pictures, of those remembered, that must contradict what is known of a cell that never changed."""


@dataclass(frozen=True)
class Vote:
    """What one reading says of a cell."""

    tile: TileReading | None
    pieces: Pieces


@dataclass(frozen=True)
class Ballot:
    """What the last readings said of a cell.

    Attributes:
        votes: one a reading, the oldest forgotten.
        changed: whether its picture has changed and the readings do not agree yet on what lies there.
        told: whether events of the tile, and of the pieces, have come of it since; others that follow mend those.
        witnessed: whether what stands there was seen to come, so that it cannot be gone while nothing changes.
    """

    votes: tuple[Vote, ...] = ()
    changed: bool = False
    told: tuple[bool, bool] = (False, False)
    witnessed: bool = False

    def opened(self) -> Ballot:
        """Return a ballot for a picture that has changed."""
        return Ballot(changed=True, witnessed=self.witnessed)

    def closed(self) -> Ballot:
        """Return the ballot after the readings have agreed."""
        return Ballot(self.votes, witnessed=self.witnessed or self.told[1])

    def with_vote(self, vote: Vote) -> Ballot:
        """Return the ballot with one more vote."""
        return replace(self, votes=(*self.votes, vote)[-_REMEMBERED:])

    def tile(self, known: TileReading | None) -> tuple[TileReading | None, bool]:
        """Return the tile that most vote for, and whether there are enough votes to believe it."""
        winner, count = _winner([v.tile for v in self.votes], tile_key, _tile_sureness)
        if tile_key(winner) == tile_key(known):
            return winner, self._enough(count, _CONFIRMED)
        if not self.changed:
            return winner, winner is not None and self._enough(count, _MENDED)
        if winner is None:
            return winner, self._enough(count, _VANISHED)
        alone = known is None and winner.confidence >= _SURE
        return winner, self._enough(count, 1 if alone else _ADDED if known is None else _OTHERWISE)

    def pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        """Return the pieces that most vote for, and whether there are enough votes to believe it."""
        winner, count = _winner([v.pieces for v in self.votes], pieces_key, _pieces_sureness)
        key, before = pieces_key(winner), pieces_key(known)
        if key == before:
            return winner, self._enough(count, _CONFIRMED)
        if not self.changed:
            return winner, self._enough(count, _MENDED) and not (self.witnessed and len(key) < len(before))
        added = [p for p in winner if what(p) not in before]
        if len(key) > len(before) and set(before) <= set(key):
            return winner, self._enough(count, 1 if all(p.confidence >= _SURE for p in added) else _ADDED)
        return winner, self._enough(count, _REMOVED if len(key) < len(before) else _OTHERWISE)

    def _enough(self, count: int, needed: int) -> bool:
        return count >= needed and 2 * count > len(self.votes)


def tile_key(tile: TileReading | None) -> Hashable:
    """Return what makes a tile another one: its edges and regions."""
    if tile is None:
        return None
    regions = (
        (region["terrain"], tuple(sorted((edge, part) for edge, part in region["ports"]))) for region in tile.regions
    )
    return tile.edges, tuple(sorted(regions))


def pieces_key(pieces: Iterable[PieceReading]) -> tuple[tuple[str, str | None], ...]:
    """Return what stands in a cell, wherever in it."""
    return tuple(sorted((what(p) for p in pieces), key=str))


def _tile_sureness(tile: TileReading | None) -> float:
    return 0.5 if tile is None else tile.confidence


def _pieces_sureness(pieces: Pieces) -> float:
    return min((p.confidence for p in pieces), default=0.5)


def _winner(
    choices: list[Choice], key: Callable[[Choice], Hashable], sureness: Callable[[Choice], float]
) -> tuple[Choice, int]:
    """Return the surest choice of the kind that most are of, and how many are; of equals, the kind that is surer."""
    kinds: defaultdict[Hashable, list[Choice]] = defaultdict(list)
    for choice in choices:
        kinds[key(choice)].append(choice)
    best = max(kinds.values(), key=lambda alike: (len(alike), sum(sureness(c) for c in alike)))
    return max(best, key=sureness), len(best)
