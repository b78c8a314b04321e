"""Laying a purchase: the legal places of island tiles and ships, and the place of the figure.

An island tile touches the home fjord or another tile with one side and fits its neighbours. One that fits nowhere
leaves the game. A figure may be placed on the tile that it was bought with if that lies in the figure's row; else it
goes home.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.vikings.board import Player
from games.vikings.figures import ROWS, Cell, Figure
from games.vikings.islands import IslandTile, Part, fit, neighbours, opens_left, opens_right
from games.vikings.ships import SHELTERED, Ship


def fits_at(player: Player, part: Part, cell: Cell) -> bool:
    """Return whether a part fits its left and right neighbours in a cell; the shore of the home fjord is sea."""
    row, column = cell
    left, right = player.laid.get((row, column - 1)), player.laid.get((row, column + 1))
    fits_left = fit(left.part, part) if left is not None else column > 0 or not opens_left(part)
    return fits_left and (right is None or opens_right(part) == opens_left(right.part))


def tile_places(player: Player, part: Part) -> Iterator[Cell]:
    """Yield every cell where this player may lay an island tile with this part, row by row."""
    beside = {place for tile in player.island_tiles for place in neighbours(tile.cell)}
    beside |= {(row, 0) for row in ROWS}
    for row in ROWS:
        for column in sorted(column for other, column in beside if other == row):
            if (row, column) not in player.laid and fits_at(player, part, (row, column)):
                yield row, column


def ship_places(player: Player) -> Iterator[int]:
    """Yield every column where this player may lay a ship.

    The first three columns may be filled in any order; further ships touch another ship.
    """
    taken = {ship.column for ship in player.ships}
    touching = {column + step for column in taken for step in (-1, 1)}
    for column in sorted({*range(SHELTERED), *touching}):
        if column >= 0 and column not in taken:
            yield column


def lay_tile(player: Player, part: Part, cell: Cell, figure: Figure, settle: bool) -> Player:
    """Return the player with a tile laid, and the figure on it or at home.

    Raises `ValueError` where the tile may not lie there, or the figure may not stand on it.
    """
    if cell not in tile_places(player, part):
        raise ValueError(f"no {part} part may lie in {cell}")
    if settle and figure != cell[0]:
        raise ValueError(f"a {figure} does not live in the row of {cell[0]}s")
    laid = player.with_tile(IslandTile(*cell, part, figure if settle else None))
    return laid if settle else laid.with_home(figure, 1)


def lay_ship(player: Player, ship: Ship, figure: Figure) -> Player:
    """Return the player with a ship laid and the figure at home; raises `ValueError` where it may not lie there."""
    if ship.column not in ship_places(player):
        raise ValueError(f"no ship may lie over column {ship.column}")
    return player.with_ship(ship).with_home(figure, 1)


def drop_tile(player: Player, part: Part, figure: Figure) -> Player:
    """Return the player after a tile that fits nowhere has left the game; raises `ValueError` where it does fit."""
    if any(tile_places(player, part)):
        raise ValueError(f"a {part} part still fits somewhere")
    return player.with_home(figure, 1)
