"""Votes of several readings on what lies in one cell, and when they are enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.live.votes.vote_weights import (
    OVERLOOKED,
    THERE,
    Pieces,
    Said,
    balance,
    counts,
    leader,
    pieces_key,
    said_of,
    surely_more,
)
from vision.detections import TileReading
from vision.vocabulary import COLOURS

_REMEMBERED = 9
_LIGHTS = 4
"""So many lights are remembered of a cell in which nothing changes."""
_LOOKS = 4
"""So many readings in one light say all that it shows."""
_ADDED, _CONFIRMED, _REMOVED, _OTHERWISE, _VANISHED = 2.0, 1.5, 4.5, 3.5, 6.0
"""What readings must count together: two clear ones for what was added, four that are not, and more for the rest."""
_MENDED = 10.0
"""The same for tiles in pictures that contradict what is known of a cell that never changed."""
_RENAMED, _OVERLOOKED, _IMAGINED = 1.0, 2.0, 3.5
"""By how much the readings in all lights must contradict what is known to stand in such a cell: as to what it is, that
more stands there, and that less does."""
BARE = 0.9
"""How sure a reading is that nothing stands, or lies, where it says nothing."""


@dataclass(frozen=True)
class Vote:
    """What one reading says of a cell.

    Attributes:
        tile: the tile that lies there.
        pieces: what stands there.
        bare: how sure the reading is that nothing else stands there, 0..1.
        names: what the colours are called.
        light: which light, or place of the camera, the picture was taken in.
    """

    tile: TileReading | None
    pieces: Pieces
    bare: float = BARE
    names: tuple[str, ...] = COLOURS
    light: int = 0

    @property
    def tile_weight(self) -> float:
        """What the vote counts as one on the tile."""
        return counts(BARE if self.tile is None else self.tile.confidence)

    @cached_property
    def said(self) -> Said:
        """What the vote says of the pieces."""
        return said_of(self.pieces, self.bare, self.names, self.light)

    @cached_property
    def tile_key(self) -> Hashable:
        """What the vote says of the tile."""
        return tile_key(self.tile)


@dataclass(frozen=True)
class Ballot:
    """What the last readings said of a cell.

    Attributes:
        votes: one a reading, the oldest forgotten.
        changed: whether its picture has changed and the readings do not agree yet on what lies there.
        told: whether events of the tile, and of the pieces, have come of it since; others that follow mend those.
        witnessed: whether what stands there was seen to come, so that it cannot be gone while nothing changes.
        new: whether the tile itself is, so that a changed picture is no sign of anything on it.
    """

    votes: tuple[Vote, ...] = ()
    changed: bool = False
    told: tuple[bool, bool] = (False, False)
    witnessed: bool = False
    new: bool = False

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
        votes = (*self.votes, vote)
        return replace(self, votes=votes[-_REMEMBERED:] if self.changed else _of_each_light(votes))

    def has_looked(self, light: int) -> bool:
        """Say whether readings in this light have said all that they can."""
        return sum(vote.light == light for vote in self.votes) >= _LOOKS

    def tile(self, known: TileReading | None) -> tuple[TileReading | None, bool]:
        """Return the tile that most speaks for, and whether that is enough to believe it."""
        winner, worth = self._tile()
        if tile_key(winner) == tile_key(known):
            return winner, worth >= _CONFIRMED
        if not self.changed:
            return winner, winner is not None and worth >= _MENDED
        if winner is None:
            return winner, worth >= _VANISHED
        return winner, worth >= (_ADDED if known is None else _OTHERWISE)

    def _tile(self) -> tuple[TileReading | None, float]:
        """Return the surest tile of the kind that most speaks for, and what does if that is more than all else."""
        worth: defaultdict[Hashable, float] = defaultdict(float)
        surest: dict[Hashable, Vote] = {}
        for vote in self.votes:
            key = vote.tile_key
            worth[key] += vote.tile_weight
            if key not in surest or vote.tile_weight > surest[key].tile_weight:
                surest[key] = vote
        best = max(worth, key=lambda key: worth[key])
        return surest[best].tile, worth[best] if 2 * worth[best] > sum(worth.values()) else 0.0

    def likeliest(self) -> Pieces:
        """Return the pieces that most speaks for, as far as readings are sure that they are there."""
        said = [vote.said for vote in self.votes]
        pieces = self._surest(leader(said)[0])
        if surely_more(said, ()) >= THERE:
            return pieces
        return tuple(p for p in pieces if len(pieces) > 1 and p.confidence >= THERE)

    def pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        """Return the pieces that most speaks for, and whether that is enough to believe them."""
        return self._changed_pieces(known) if self.changed else self._mended_pieces(known)

    def _changed_pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        said = [vote.said for vote in self.votes]
        key, worth = leader(said)
        before = pieces_key(known)
        if self.new and len(key) > len(before) and surely_more(said, before) < THERE:
            return (known, True) if len(said) >= _LOOKS else (self._surest(key), False)
        if key == before:
            enough = _CONFIRMED
        elif len(key) > len(before) and set(before) <= set(key):
            enough = _ADDED
        else:
            enough = _REMOVED if len(key) < len(before) else _OTHERWISE
        return self._surest(key), worth >= enough

    def _mended_pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        """Return what all lights together speak for; what was seen to come cannot be gone while nothing changes."""
        said, before = [vote.said for vote in self.votes], pieces_key(known)
        if all(one.key == before for one in said):
            return known, True
        excess = {one.key: balance(said, one.key, before) - _to_mend(one.key, before) for one in said}
        best = max(excess, key=lambda key: excess[key])
        gone = self.witnessed and len(best) < len(before)
        imagined = len(best) > len(before) and surely_more(said, before) < OVERLOOKED
        if best == before or excess[best] < 0 or gone or imagined or not self.has_looked(self.votes[-1].light):
            return known, True
        return self._surest(best), True

    def in_dispute(self, known: Pieces) -> Pieces | None:
        """Return what the last reading sees in a cell in which nothing has changed, if that is something else."""
        if self.changed or not self.votes or pieces_key(self.votes[-1].pieces) == pieces_key(known):
            return None
        return self.votes[-1].pieces

    def _surest(self, key: Hashable) -> Pieces:
        return max((v for v in self.votes if pieces_key(v.pieces) == key), key=lambda v: v.said.sure).pieces


def _to_mend(key: tuple[object, ...], before: tuple[object, ...]) -> float:
    if key == before:
        return 0.0
    return _OVERLOOKED if len(key) > len(before) else _IMAGINED if len(key) < len(before) else _RENAMED


def _of_each_light(votes: tuple[Vote, ...]) -> tuple[Vote, ...]:
    """Return the last few votes of each of the last few lights."""
    lights = list(dict.fromkeys(vote.light for vote in reversed(votes)))[:_LIGHTS]
    kept = [[v for v in votes if v.light == light][-_REMEMBERED:] for light in reversed(lights)]
    return tuple(vote for of_light in kept for vote in of_light)


def tile_key(tile: TileReading | None) -> Hashable:
    """Return what makes a tile another one: its edges and regions."""
    if tile is None:
        return None
    regions = (
        (region["terrain"], tuple(sorted((edge, part) for edge, part in region["ports"]))) for region in tile.regions
    )
    return tile.edges, tuple(sorted(regions))
