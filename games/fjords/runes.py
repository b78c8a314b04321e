"""The rune stones: what they score, and the moves that they allow.

Strength, Water, Friendship and Home score at the end. Journey, Horse and Wisdom are spent in the settlement
phase instead of a normal turn. Secret moves a longhouse during exploration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from games.fjords.board import LONGHOUSE, VIKING, Board, Player, Rune
from games.fjords.landscape import FEWEST_NEIGHBOURS
from games.fjords.tiles import MOUNTAIN, OCEAN, PLAINS
from games.fjords.vocabulary import RuneSet
from games.hexgrid import Cell, neighbour, neighbours, opposite

STRENGTH: Final = "strength"
WATER: Final = "water"
FRIENDSHIP: Final = "friendship"
HOME: Final = "home"
JOURNEY: Final = "journey"
HORSE: Final = "horse"
WISDOM: Final = "wisdom"
SECRET: Final = "secret"
MOVE_RUNES = (JOURNEY, HORSE, WISDOM)
MARK_RUNES: tuple[RuneSet, ...] = (STRENGTH, WATER, FRIENDSHIP)
RIDES: Mapping[str, str] = MappingProxyType({JOURNEY: OCEAN, HORSE: MOUNTAIN})
RIDE_STEPS = 3
SECRET_STEPS = 2
FRIENDSHIP_POINTS = 2
"""Points of every player with most vikings around a Friendship stone (rule book)."""


def ride_cells(board: Board, player: str | Player, rune: str) -> frozenset[Cell]:
    """Return every tile within one to three steps by ocean (Journey) or mountain (Horse), vacant or not.

    A step crosses a seam between two regions of the terrain, beginning on a tile with an own piece. Pieces on the way
    do not block. Raises `KeyError` if `rune` is neither of the two, or the player is unknown.
    """
    terrain = RIDES[rune]
    land = board.landscape
    start = [node for cell in board.own_cells(player) for node in land.regions_of(cell, terrain)]
    return frozenset(cell for cell, _ in land.joined(start, RIDE_STEPS))


def legal_rides(board: Board, player: str | Player, rune: str) -> frozenset[Cell]:
    """Return the vacant tiles that `player` reaches by the Journey or the Horse rune, taken as still unspent.

    See `ride_cells` for the steps. The tile need not have plains. Empty when no viking is left in supply.
    """
    if not board.vikings_left(player):
        return frozenset()
    return frozenset(cell for cell in ride_cells(board, player, rune) if board.is_vacant(cell))


def wisdom_spaces(board: Board, player: str | Player) -> dict[Cell, frozenset[Cell]]:
    """Return the spaces where `player` may lay the Wisdom rune and where the viking may go from each.

    The space is empty, next to two tiles or more, and one of them has an own piece and plains on the edge that
    faces the space; the viking goes to a vacant tile with plains on its edge that faces the space. A space with
    a rune in it is taken. Spaces that lead nowhere are left out.
    """
    if not board.vikings_left(player):
        return {}
    own = board.own_cells(player)
    found = {}
    for space in board.landscape.empty_neighbours:
        joined = across_space(board, space)
        targets = frozenset(cell for cell in joined if board.is_vacant(cell))
        if targets and joined & own and space not in board.runes_at:
            found[space] = targets
    return found


def across_space(board: Board, space: Cell) -> frozenset[Cell]:
    """Return the tiles that a Wisdom rune in `space` joins: those with plains on the edge that faces it.

    None, where fewer than two tiles, of whatever terrain, lie next to the space.
    """
    sides = board.landscape.empty_neighbours.get(space, [])
    if len(sides) < FEWEST_NEIGHBOURS:
        return frozenset()
    facing = ((neighbour(space, side), opposite(side)) for side in sides)
    return frozenset(cell for cell, edge in facing if PLAINS in board.tiles[cell].edges[edge])


def secret_moves(board: Board, player: str | Player) -> dict[tuple[Cell, str], frozenset[Cell]]:
    """Return where the Secret rune lets each own longhouse go, by the longhouse's cell and colour.

    Up to two tiles, each step plains to plains, to a vacant tile, not through other houses and not off a Home
    rune. Longhouses that can go nowhere are left out.
    """
    colours = board.player(player).colours
    found = {}
    for piece in board.pieces:
        if piece.kind == LONGHOUSE and piece.colour in colours and not _on_home(board, piece.cell):
            targets = _walk(board, piece.cell)
            if targets:
                found[piece.cell, piece.colour] = targets
    return found


def _on_home(board: Board, cell: Cell) -> bool:
    return any(rune.kind == HOME for rune in board.runes_at.get(cell, ()))


def _walk(board: Board, start: Cell) -> frozenset[Cell]:
    reached, front = {start}, {start}
    for _ in range(SECRET_STEPS):
        front = {cell for here in front for cell in board.landscape.plains[here]} - reached
        front = {c for c in front if all(piece.kind != LONGHOUSE for piece in board.pieces_at.get(c, ()))}
        reached |= front
    return frozenset(cell for cell in reached if board.is_vacant(cell))


def home_owner(board: Board, rune: Rune) -> Player | None:
    """Return the owner of a Home rune; None if the rune has no colour."""
    return board.owner.get(rune.colour) if rune.colour is not None else None


def _vikings_on(board: Board, cells: Iterable[Cell]) -> dict[str, int]:
    """Return how many vikings each player, by name, has on `cells`."""
    counts = {player.name: 0 for player in board.players}
    for cell in cells:
        for piece in board.pieces_at.get(cell, ()):
            if piece.kind == VIKING:
                counts[board.owner[piece.colour].name] += 1
    return counts


def _of_kind(board: Board, kind: str) -> list[Rune]:
    return [rune for rune in board.runes if rune.kind == kind]


def strength_points(board: Board) -> dict[str, int]:
    """Return the points for Strength: one for every viking on a tile next to the rune."""
    return _summed_by_player(board, (_vikings_on(board, neighbours(rune.cell)) for rune in _of_kind(board, STRENGTH)))


def water_points(board: Board) -> dict[str, int]:
    """Return the points for Water: one for every viking on a tile that an ocean region joins to the rune's tile."""
    land = board.landscape
    return _summed_by_player(
        board,
        (
            _vikings_on(board, {cell for cell, _ in land.joined(land.regions_of(rune.cell, OCEAN))})
            for rune in _of_kind(board, WATER)
        ),
    )


def friendship_points(board: Board) -> dict[str, int]:
    """Return the points for Friendship: for each rune two to every player with most vikings around it."""
    return _summed_by_player(
        board, (_majority_points(_vikings_on(board, neighbours(r.cell))) for r in _of_kind(board, FRIENDSHIP))
    )


def _majority_points(counts: dict[str, int]) -> dict[str, int]:
    """Return the points of one Friendship rune, given each player's vikings around it."""
    best = max(counts.values(), default=0)
    return {name: FRIENDSHIP_POINTS if best and count == best else 0 for name, count in counts.items()}


def home_points(board: Board) -> dict[str, int]:
    """Return the points for Home: one for each own viking on a tile next to the own rune."""
    points = {player.name: 0 for player in board.players}
    for rune in _of_kind(board, HOME):
        owner = home_owner(board, rune)
        if owner is not None:
            points[owner.name] += _vikings_on(board, neighbours(rune.cell))[owner.name]
    return points


def _summed_by_player(board: Board, counts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return the sums of numbers by player; every player of the board has one."""
    points = {player.name: 0 for player in board.players}
    for count in counts:
        for name, number in count.items():
            points[name] += number
    return points
