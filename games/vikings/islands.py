"""Island tiles: which parts fit side by side, and the islands that they form.

A tile shows the left, a middle or the right part of an island. Land reaches the right side of left and middle parts,
and the left side of middle and right parts. The shore of the home fjord is sea.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.vikings.figures import ROWS, Cell, Figure, Row, depth

Part = Literal["left", "middle", "right"]
PARTS: tuple[Part, ...] = ("left", "middle", "right")
ISLAND_TILES = 62
"""The number of island tiles in the box (rule book)."""


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
        """The row and column of the tile."""
        return self.row, self.column


def opens_right(part: Part | None) -> bool:
    """Return whether land reaches the right side of a part; None stands for the shore of the home fjord."""
    return part in ("left", "middle")


def opens_left(part: Part) -> bool:
    """Return whether land reaches the left side of a part."""
    return part in ("middle", "right")


def fit(left: Part | None, right: Part) -> bool:
    """Return whether two parts may lie side by side: land meets land, or sea meets sea.

    `left` is None for the shore of the home fjord.

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
    """Return the cells that share a side with this one, within the five rows and from column 0 on."""
    row, column = cell
    level = depth(row)
    beside = [(row, column + 1)] + ([(row, column - 1)] if column else [])
    over = [(ROWS[other], column) for other in (level - 1, level + 1) if 0 <= other < len(ROWS)]
    return (*beside, *over)
