"""The settlement phase in the abstract: vacant tiles as bits of a mask, their connections, and the points.

A `Race` keeps only what matters once all longhouses stand: the vacant tiles, the plains between them, the tiles each
player may settle at once, and the points. A piece on the board is represented by the vacant tiles that it opens to its
owner, and its own tile is not vacant.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.fjords.runes import FRIENDSHIP_POINTS

UNDISPUTED = 1
"""Points of an undisputed tile (rule book)."""


@dataclass(frozen=True)
class Stone:
    """A Friendship rune: the vacant tiles around it, and each player's vikings that already stand there."""

    around: int
    vikings: tuple[int, ...]


@dataclass(frozen=True)
class Race:
    """A position of the settlement phase.

    Attributes:
        near: For each vacant tile, the mask of vacant tiles that meet it plains to plains.
        open: For each player, the mask of vacant tiles next to an own piece plains to plains: where they may settle.
        supplies: For each player, the vikings left to place.
        points: For each player, the points that stand already, Friendship stones apart.
        worth: For each player, what a viking on each tile scores: one, and Strength, Water and Home.
        stones: The Friendship stones, each a majority of its own.
        turn: The player to move; the others follow in order.
    """

    near: tuple[int, ...]
    open: tuple[int, ...]
    supplies: tuple[int, ...]
    points: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]
    stones: tuple[Stone, ...] = ()
    turn: int = 0

    def __post_init__(self) -> None:
        """Check that the parts fit each other.

        Raises:
            ValueError: The parts have different numbers of players or tiles, or a connection leads one way only.
        """
        players = len(self.open)
        rows = (self.supplies, self.points, self.worth, *(stone.vikings for stone in self.stones))
        if any(len(row) != players for row in rows) or not 0 <= self.turn < players:
            raise ValueError("a race needs one entry a player in every part, and one of them to move")
        if any(len(row) != len(self.near) for row in self.worth):
            raise ValueError("a race needs a worth for every tile")
        if any(not self.near[other] >> tile & 1 for tile, around in enumerate(self.near) for other in bits(around)):
            raise ValueError("plains that join two tiles join them both ways")

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.open)

    @property
    def vacant(self) -> int:
        """The mask of all vacant tiles."""
        return (1 << len(self.near)) - 1


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the tiles in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def flood(near: tuple[int, ...], start: int, within: int) -> int:
    """Return the tiles of `within` that can be walked to from `start` without leaving `within`.

    With all vacant tiles for `within` this is the *reach* of the rules: what repeated settling could take if no
    other player moved.

    Args:
        near: For each tile, the mask of tiles next to it.
        start: Where to begin; tiles outside `within` are left out.
        within: The tiles that may be walked on.
    """
    seen = todo = start & within
    while todo:
        low = todo & -todo
        new = near[low.bit_length() - 1] & within & ~seen
        seen |= new
        todo = (todo ^ low) | new
    return seen


def reaches(race: Race) -> tuple[int, ...]:
    """Return each player's reach, whatever supplies are left."""
    return tuple(flood(race.near, start, race.vacant) for start in race.open)


def contested(reach: tuple[int, ...], player: int) -> int:
    """Return the tiles in this player's reach and in another's."""
    others = 0
    for other, mask in enumerate(reach):
        if other != player:
            others |= mask
    return reach[player] & others


def friendship(vikings: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of one Friendship stone: two for each player with most vikings around it, at least one."""
    most = max(vikings)
    return tuple(FRIENDSHIP_POINTS if most and count == most else 0 for count in vikings)
