"""Ships, and which figures they threaten.

A ship threatens every figure in its column down to the row of its sail's colour. A warrior right below repels it: then
it threatens no figure, and in a big scoring pays its owner the amount it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.vikings.figures import ROWS, SAILS, WARRIOR, Cell, Row, Sail, depth
from games.vikings.islands import IslandTile

SHIPS = 14
"""The number of ships in the box (rule book)."""
SHELTERED = 3
"""The number of first places of the ships' row that may be filled in any order (rule book)."""


@dataclass(frozen=True)
class Ship:
    """A ship over a column: the colour of its sail, and the points or gold that it pays when repelled.

    `held` is whether a special card repels it.
    """

    column: int
    sail: Sail
    points: int = 0
    gold: int = 0
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    held: bool = False

    @property
    def reach(self) -> tuple[Row, ...]:
        """The rows below the ship that it threatens if it is not repelled."""
        return ROWS[: depth(SAILS[self.sail]) + 1]


def repelled(ship: Ship, tiles: Iterable[IslandTile]) -> bool:
    """Return whether a special card holds the ship off, or a warrior on the tile right below it does."""
    return ship.held or any(tile.cell == (WARRIOR, ship.column) and tile.figure == WARRIOR for tile in tiles)


def threatened(ships: Iterable[Ship], tiles: Iterable[IslandTile]) -> frozenset[Cell]:
    """Return the cells, with or without a tile, that ships threaten which are not repelled."""
    tiles = tuple(tiles)
    return frozenset((row, ship.column) for ship in ships if not repelled(ship, tiles) for row in ship.reach)


def loose_ships(columns: Iterable[int]) -> tuple[int, ...]:
    """Return the columns of ships that are not connected to the first three places by adjacent ships."""
    taken = set(columns)
    held = {column for column in taken if column < SHELTERED}
    column = max(held, default=SHELTERED)
    while column + 1 in taken and column in held:
        column += 1
        held.add(column)
    return tuple(sorted(taken - held))
