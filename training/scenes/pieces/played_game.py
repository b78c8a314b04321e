"""Where the pieces of a game stand: by all rules, or as many as a player owns but anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from training.scenes.board import Cell, Laid
from training.scenes.hexes import DIRECTIONS

LONGHOUSES = 4
"""Longhouses that each player owns."""
_FEWER = 0.15
"""Share of players who have not built all of their longhouses; by hand."""

Owner = TypeVar("Owner")


def played_game(
    rng: np.random.Generator, tiles: Sequence[Laid], owners: Sequence[Owner], share: float
) -> dict[Cell, tuple[str, Owner]]:
    """Return the kind and owner of the piece on each tile that has one.

    Players build longhouses on tiles with plains, and then settle in turn at random, on a tile that plains join to one
    of their own, until the share of the tiles is taken or nobody can settle.

    Args:
        rng: of the board.
        tiles: the tiles; those beside the board are left out.
        owners: the players' colours.
        share: 0..1, of the tiles that pieces stand on.
    """
    laid = {tile.cell: tile for tile in tiles if tile.cell is not None}
    wanted = max(1, round(share * len(laid)))
    taken: dict[Cell, tuple[str, Owner]] = {}
    own: list[list[Cell]] = [[] for _ in owners]
    plains = [cell for cell, tile in laid.items() if any("P" in edge for edge in tile.edges)]
    sites = [plains[k] for k in rng.permutation(len(plains))]
    for player, owner in enumerate(owners):
        built = int(rng.integers(1, LONGHOUSES)) if rng.random() < _FEWER else LONGHOUSES
        for _ in range(min(built, wanted // len(owners) or 1)):
            if sites:
                own[player].append(sites.pop())
                taken[own[player][-1]] = ("longhouse", owner)
    able = list(range(len(owners)))
    while able and len(taken) < wanted:
        for player in list(able):
            open_to = sorted({c for cell in own[player] for c in _joined(cell, laid) if c not in taken})
            if not open_to:
                able.remove(player)
                continue
            own[player].append(open_to[int(rng.integers(len(open_to)))])
            taken[own[player][-1]] = ("viking", owners[player])
    return taken


def shuffled_game(
    rng: np.random.Generator, tiles: Sequence[Laid], owners: Sequence[Owner], share: float
) -> dict[Cell, tuple[str, Owner]]:
    """Return the kind and owner of the piece on each tile that has one, all on random tiles.

    Each player has one to four longhouses and as many pieces as the others; see `played_game` for the arguments.
    """
    cells = [tile.cell for tile in tiles if tile.cell is not None]
    each = max(1, round(share * len(cells) / len(owners)))
    pieces: list[tuple[str, Owner]] = []
    for owner in owners:
        houses = min(int(rng.integers(1, LONGHOUSES + 1)), each)
        pieces += [("longhouse", owner)] * houses + [("viking", owner)] * (each - houses)
    order = rng.permutation(len(cells))
    return {cells[k]: piece for k, piece in zip(order, pieces, strict=False)}


def settling_order(game: Mapping[Cell, tuple[str, Owner]], tiles: Sequence[Laid]) -> list[Cell]:
    """Return the cells of vikings in an order in which players may settle them in turn.

    Each is joined by plains to an earlier one of its owner, or to a longhouse; those that are not come last.

    Args:
        game: the kind and owner of the piece on each tile that has one.
        tiles: the tiles.
    """
    laid = {tile.cell: tile for tile in tiles if tile.cell is not None}
    waiting: dict[Owner, list[Cell]] = {}
    for cell, (kind, owner) in game.items():
        if kind == "viking":
            waiting.setdefault(owner, []).append(cell)
    own = {o: {cell for cell, (kind, owner) in game.items() if owner == o and kind != "viking"} for o in waiting}
    order: list[Cell] = []
    settled = True
    while settled:
        settled = False
        for owner, cells in waiting.items():
            cell = next((c for c in cells if own[owner].intersection(_joined(c, laid))), None)
            if cell is not None:
                settled = True
                cells.remove(cell)
                own[owner].add(cell)
                order.append(cell)
    return order + [cell for cells in waiting.values() for cell in cells]


def _joined(cell: Cell, laid: Mapping[Cell, Laid]) -> list[Cell]:
    """Return the tiles beside a tile that plains join to it."""
    found = []
    for side, (q, r) in enumerate(DIRECTIONS):
        other = laid.get((cell[0] + q, cell[1] + r))
        if other is not None and _meet(laid[cell].edges[side], other.edges[(side + 3) % 6]):
            found.append((cell[0] + q, cell[1] + r))
    return found


def _meet(edge: str, facing: str) -> bool:
    """Return whether plains face plains somewhere along a seam, whose sides are read in opposite directions."""
    places = range(6)
    return any(edge[k * len(edge) // 6] == "P" == facing[::-1][k * len(facing) // 6] for k in places)
