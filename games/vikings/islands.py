"""Island tiles: which parts fit side by side, and the islands that a row of them makes.

A tile shows the left, a middle or the right part of an island. Land runs over its right side if the island goes on
there, over its left side if it came from there. The home fjord's shore is sea.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.vikings.figures import ROWS, Cell, Figure, Row, depth

Part = Literal["left", "middle", "right"]
PARTS: tuple[Part, ...] = ("left", "middle", "right")
ISLAND_TILES = 62
"""How many island tiles are in the box."""


@dataclass(frozen=True)
class IslandTile:
    """A tile in its place, and the figure on it."""

    row: Row
    column: int
    part: Part
    figure: Figure | None = None
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def cell(self) -> Cell:
        """Where it lies."""
        return self.row, self.column


def opens_right(part: Part | None) -> bool:
    """Tell whether the island goes on to the right; None stands for the home fjord's shore."""
    return part in ("left", "middle")


def opens_left(part: Part) -> bool:
    """Tell whether the island came from the left."""
    return part in ("middle", "right")


def fit(left: Part | None, right: Part) -> bool:
    """Tell whether two parts may lie side by side: land meets land, or sea meets sea.

    `left` is None where the right one lies at the home fjord.

    >>> fit("left", "right"), fit("right", "left"), fit("left", "left"), fit(None, "left")
    (True, True, False, True)
    """
    return opens_right(left) == opens_left(right)


def completed(tiles: Iterable[IslandTile]) -> list[tuple[IslandTile, ...]]:
    """Return the completed islands, row by row and from the left: a left part, middle parts, a right part, no gaps."""
    laid = {tile.cell: tile for tile in tiles}
    found = []
    for tile in sorted(laid.values(), key=lambda tile: (depth(tile.row), tile.column)):
        if tile.part == "left" and (island := _island(laid, tile)):
            found.append(island)
    return found


def _island(laid: Mapping[Cell, IslandTile], start: IslandTile) -> tuple[IslandTile, ...]:
    island = [start]
    while (following := laid.get((start.row, start.column + len(island)))) is not None:
        if not opens_left(following.part):
            break
        island.append(following)
        if following.part == "right":
            return tuple(island)
    return ()


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the places that share a side with this one, within the five rows and right of the home fjord."""
    row, column = cell
    level = depth(row)
    beside = [(row, column + 1)] + ([(row, column - 1)] if column else [])
    over = [(ROWS[other], column) for other in (level - 1, level + 1) if 0 <= other < len(ROWS)]
    return (*beside, *over)
