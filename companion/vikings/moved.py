"""Moves a whole fjord by rows and columns, as where a photo was read in the wrong place of the grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.boardgames.photos import candidates_of, doubts_of
from games.vikings.board import Player
from games.vikings.document import FURTHEST
from games.vikings.figures import ROWS, depth


def moved(player: Player, down: int, right: int) -> Player:
    """Return the player with tiles, ships and the questions about them moved; figures are those of their new row.

    What would lie outside the fjord is left out, and so are ships where the rows move, because what lay in their row
    was no ship.

    Args:
        player: the player.
        down: rows towards the fishermen.
        right: columns away from the home fjord.
    """
    if not down and not right:
        return player
    tiles = []
    for tile in player.island_tiles:
        level, column = depth(tile.row) + down, tile.column + right
        if 0 <= level < len(ROWS) and 0 <= column <= FURTHEST:
            row = ROWS[level]
            tiles.append(replace(tile, row=row, column=column, figure=None if tile.figure is None else row))
    ships = [replace(ship, column=ship.column + right) for ship in player.ships if not down]
    inside = tuple(ship for ship in ships if 0 <= ship.column <= FURTHEST)
    asked = [new for doubt in doubts_of(player.source) if (new := _moved_doubt(doubt, down, right)) is not None]
    return replace(player, island_tiles=tuple(tiles), ships=inside, source={**player.source, "ask": asked})


def emptied(player: Player) -> Player:
    """Return the player without tiles and ships, and without the questions about them, except where the fjord lies."""
    asked = [doubt for doubt in doubts_of(player.source) if doubt.get("about") in ("home", "place")]
    return replace(player, island_tiles=(), ships=(), source={**player.source, "ask": asked})


def _moved_doubt(doubt: Mapping[str, Any], down: int, right: int) -> dict[str, Any] | None:
    """Return a question at its new place, and that for the place itself where it was; ``None`` outside the fjord."""
    column, row = doubt.get("column"), doubt.get("row")
    if doubt.get("about") == "place" or not isinstance(column, int):
        return dict(doubt)
    if row not in ROWS:
        return {**doubt, "column": column + right} if not down and column + right >= 0 else None
    level = depth(row) + down
    if not (0 <= level < len(ROWS) and column + right >= 0):
        return None
    at: dict[str, Any] = {"row": ROWS[level], "column": column + right}
    if doubt.get("about") == "figure":
        at["candidates"] = [ROWS[level] if one in ROWS else one for one in candidates_of(doubt)]
    return {**doubt, **at}
