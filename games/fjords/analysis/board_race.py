"""The translation of a board into the `Race` that the searches work on."""

from collections.abc import Iterator

from games.fjords.analysis.race import Race, Stone
from games.fjords.board import VIKING, Board, Player
from games.fjords.runes import FRIENDSHIP, HOME, STRENGTH, WATER, home_owner
from games.fjords.scoring import score
from games.fjords.settlement import openings, reach
from games.fjords.tiles import OCEAN
from games.hexgrid import Cell, neighbours


def race_of(board: Board, player: str | Player) -> tuple[Race, tuple[Cell, ...]]:
    """Return the race on a board with `player` to move, and the cell of each of its tiles.

    Only tiles in a player's reach take part. The other players follow in settlement order, or in the order of the list
    where the board does not give a settlement order for all of them.

    Raises `KeyError` for an unknown name.
    """
    players = _in_turn(board, board.player(player))
    cells = tuple(sorted(frozenset().union(*(reach(board, one) for one in players))))
    number = {cell: tile for tile, cell in enumerate(cells)}
    plains = board.landscape.plains
    sheet = {line.player: line for line in score(board).scores}
    race = Race(
        near=tuple(_mask(number, plains[cell]) for cell in cells),
        open=tuple(_mask(number, openings(board, one)) for one in players),
        supplies=tuple(board.vikings_left(one) for one in players),
        points=tuple(
            line.vikings + line.strength + line.water + line.home for line in (sheet[one.name] for one in players)
        ),
        worth=tuple(_worth(board, one, cells) for one in players),
        stones=tuple(_stones(board, players, number)),
    )
    return race, cells


def _in_turn(board: Board, first: Player) -> list[Player]:
    players, order = list(board.players), board.settlement_order
    if all(player.name in order for player in players):
        players.sort(key=lambda player: order.index(player.name))
    start = players.index(first)
    return players[start:] + players[:start]


def _mask(number: dict[Cell, int], cells: frozenset[Cell] | tuple[Cell, ...]) -> int:
    return sum(1 << number[cell] for cell in cells if cell in number)


def _worth(board: Board, player: Player, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    """Return what a viking of this player scores on each cell: one, and one for each rune that pays for it there."""
    paying = list(_paying(board, player))
    return tuple(1 + sum(cell in paid for paid in paying) for cell in cells)


def _paying(board: Board, player: Player) -> Iterator[frozenset[Cell]]:
    """Yield for each Strength, Water and own Home rune the cells where it pays for this player's vikings."""
    land = board.landscape
    for rune in board.runes:
        if rune.kind == STRENGTH or (rune.kind == HOME and home_owner(board, rune) == player):
            yield frozenset(neighbours(rune.cell))
        elif rune.kind == WATER:
            yield frozenset(cell for cell, _ in land.joined(land.regions_of(rune.cell, OCEAN)))


def _stones(board: Board, players: list[Player], number: dict[Cell, int]) -> Iterator[Stone]:
    for rune in board.runes:
        if rune.kind == FRIENDSHIP:
            around = frozenset(neighbours(rune.cell))
            vikings = [piece.colour for piece in board.pieces if piece.kind == VIKING and piece.cell in around]
            counts = tuple(sum(colour in player.colours for colour in vikings) for player in players)
            yield Stone(_mask(number, around), counts)
