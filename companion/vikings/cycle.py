"""The cycle of island tiles through which repeated taps on a place go."""

from __future__ import annotations

from dataclasses import replace

from games.vikings.board import Player
from games.vikings.figures import Cell
from games.vikings.islands import PARTS, IslandTile, Part, opens_right

State = tuple[Part, bool]
"""A tile's part, and whether its figure stands on it."""


def cycle(player: Player, cell: Cell) -> list[State]:
    """Return the cycle of a place: parts that fit the tile on the left, each with its figure, then without.

    An island that was begun is more likely to end than to go on. Behind a gap any part may lie.
    """
    row, column = cell
    left = player.laid.get((row, column - 1))
    parts: tuple[Part, ...] = ("left",)
    if left is not None and opens_right(left.part):
        parts = ("right", "middle")
    elif left is None and column > 0:
        parts = PARTS
    return [(part, settled) for part in parts for settled in (True, False)]


def tapped(player: Player, cell: Cell) -> Player:
    """Return the player after a tap on a place: the next tile of the cycle, and after the last one no tile."""
    states = cycle(player, cell)
    tile = player.laid.get(cell)
    if tile is None:
        return put(player, cell, states[0])
    now = (tile.part, tile.figure is not None)
    later = states.index(now) + 1 if now in states else 0
    return put(player, cell, states[later]) if later < len(states) else without(player, cell)


def put(player: Player, cell: Cell, state: State) -> Player:
    """Return the player with this tile in a place; a tile there is changed and keeps its other fields."""
    part, settled = state
    old = player.laid.get(cell)
    figure = cell[0] if settled else None
    if old is None:
        return player.with_tile(IslandTile(*cell, part, figure))
    new = replace(old, part=part, figure=figure)
    return replace(player, island_tiles=tuple(new if tile is old else tile for tile in player.island_tiles))


def without(player: Player, cell: Cell) -> Player:
    """Return the player without the tile in a place."""
    return replace(player, island_tiles=tuple(tile for tile in player.island_tiles if tile.cell != cell))
