"""Votes of several readings on what lies in one cell, and when they are enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from math import log
from typing import TypeVar

from companion.live.events import what
from vision.items import PieceReading, TileReading

Pieces = tuple[PieceReading, ...]
Choice = TypeVar("Choice")

_REMEMBERED = 9
_LEAST, _MOST = 0.5, 1.5
"""What the least and the most certain reading count, in log odds: one that is odd may be certain, too."""
_ADDED, _CONFIRMED, _REMOVED, _OTHERWISE, _VANISHED = 2.0, 1.5, 4.5, 3.5, 6.0
"""What readings must count together: two clear ones for what was added, four that are not, and more for the rest."""
_MENDED = 10.0
"""The same for pictures that contradict what is known of a cell that never changed."""
BARE = 0.9
"""How sure a reading is that nothing stands, or lies, where it says nothing."""


@dataclass(frozen=True)
class Vote:
    """What one reading says of a cell.

    Attributes:
        tile: the tile that lies there.
        pieces: what stands there.
        bare: how sure the reading is that nothing else stands there, 0..1.
    """

    tile: TileReading | None
    pieces: Pieces
    bare: float = BARE

    @property
    def tile_weight(self) -> float:
        """What the vote counts as one on the tile."""
        return _weight(BARE if self.tile is None else self.tile.confidence)

    @property
    def pieces_weight(self) -> float:
        """What the vote counts as one on the pieces."""
        return _weight(min((p.confidence for p in self.pieces), default=self.bare))


def _weight(sure: float) -> float:
    """Return the log odds of being right, within what one reading may count."""
    return _LEAST if sure <= 0.5 else _MOST if sure >= 1 else min(_MOST, max(_LEAST, log(sure / (1 - sure))))


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

    def at_the_end(self) -> Ballot:
        """Return the ballot of an open question with every vote given twice, because there will be no more."""
        return replace(self, votes=self.votes * 2) if self.changed else self

    def with_vote(self, vote: Vote) -> Ballot:
        """Return the ballot with one more vote."""
        return replace(self, votes=(*self.votes, vote)[-_REMEMBERED:])

    def tile(self, known: TileReading | None) -> tuple[TileReading | None, bool]:
        """Return the tile that most speaks for, and whether that is enough to believe it."""
        winner, worth = self._winner([(v.tile, tile_key(v.tile), v.tile_weight) for v in self.votes])
        if tile_key(winner) == tile_key(known):
            return winner, worth >= _CONFIRMED
        if not self.changed:
            return winner, winner is not None and worth >= _MENDED
        if winner is None:
            return winner, worth >= _VANISHED
        return winner, worth >= (_ADDED if known is None else _OTHERWISE)

    def pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        """Return the pieces that most speaks for, and whether that is enough to believe them."""
        winner, worth = self._winner([(v.pieces, pieces_key(v.pieces), v.pieces_weight) for v in self.votes])
        key, before = pieces_key(winner), pieces_key(known)
        if key == before:
            return winner, worth >= _CONFIRMED
        if not self.changed:
            return winner, worth >= _MENDED and not (self.witnessed and len(key) < len(before))
        if len(key) > len(before) and set(before) <= set(key):
            return winner, worth >= _ADDED
        return winner, worth >= (_REMOVED if len(key) < len(before) else _OTHERWISE)

    def _winner(self, choices: list[tuple[Choice, Hashable, float]]) -> tuple[Choice, float]:
        """Return the surest choice of the kind that most speaks for, and what does if that is more than all else."""
        worth: defaultdict[Hashable, float] = defaultdict(float)
        surest: dict[Hashable, tuple[float, Choice]] = {}
        for choice, key, weight in choices:
            worth[key] += weight
            if key not in surest or weight > surest[key][0]:
                surest[key] = weight, choice
        best = max(worth, key=lambda key: worth[key])
        return surest[best][1], worth[best] if 2 * worth[best] > sum(worth.values()) else 0.0


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
