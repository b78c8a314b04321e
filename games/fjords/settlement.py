"""The settlement phase: where a player may settle, and which tiles are in whose reach.

The unit is the tile: a piece occupies its whole tile, and two tiles are joined if plains face plains somewhere on the
edge between them.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.connected import components
from games.fjords.board import Board, Player
from games.hexgrid import Cell


@dataclass(frozen=True)
class Claim:
    """The tiles that a player can reach by repeated settling: those no other player can reach, and the others."""

    secure: frozenset[Cell]
    contested: frozenset[Cell]

    @property
    def reach(self) -> frozenset[Cell]:
        """All tiles in the player's reach."""
        return self.secure | self.contested


def openings(board: Board, player: str | Player) -> frozenset[Cell]:
    """Return the vacant tiles next to a piece of `player` with plains facing plains, even if the supply is empty.

    The printed rule: a viking is placed on a vacant tile adjacent to one of the player's longhouses or vikings
    and connected to it by plains.
    """
    plains = board.landscape.plains
    return frozenset(cell for own in board.own_cells(player) for cell in plains[own] if board.is_vacant(cell))


def legal_settlements(board: Board, player: str | Player) -> frozenset[Cell]:
    """Return the tiles where `player` may settle now, without the help of a rune.

    There are none once the player's supply of vikings is used up. Raises `KeyError` for an unknown name.
    """
    if not board.vikings_left(player):
        return frozenset()
    return openings(board, player)


def reach(board: Board, player: str | Player) -> frozenset[Cell]:
    """Return the tiles that repeated settling could take if no other player moved and supplies were endless."""
    plains = board.landscape.plains
    front = list(openings(board, player))
    found = set(front)
    while front:
        for cell in plains[front.pop()]:
            if cell not in found and board.is_vacant(cell):
                found.add(cell)
                front.append(cell)
    return frozenset(found)


def claims(board: Board) -> dict[str, Claim]:
    """Return for each player, by name, the tiles in reach, divided into secure and contested ones."""
    reaches = {player.name: reach(board, player) for player in board.players}
    found = {}
    for name, own in reaches.items():
        others: frozenset[Cell] = frozenset().union(*(r for n, r in reaches.items() if n != name))
        found[name] = Claim(secure=own - others, contested=own & others)
    return found


def lands(board: Board, player: str | Player) -> list[frozenset[Cell]]:
    """Return the lands of a player: the groups of cells with own pieces that are joined by plains."""
    plains = board.landscape.plains
    return components({cell: plains[cell] for cell in sorted(board.own_cells(player))})


def placed_all(board: Board, player: str | Player) -> bool:
    """Return whether all vikings of `player` are on the board; only then undisputed tiles score."""
    return not board.vikings_left(player)
