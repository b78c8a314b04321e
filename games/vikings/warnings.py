"""Every breach of the rules on a board.

The board may be an impossible one; the answer lists its problems and never raises. A notice's tiles are pairs of row
and column; rows are numbered from 0 for the ships to 5 for the fishermen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.connected import components
from games.rulebook import RuleNotice
from games.vikings.board import Board, Player
from games.vikings.figures import FIGURES, FIGURES_OF_A_KIND, Cell, depth
from games.vikings.islands import ISLAND_TILES, fit, neighbours, opens_left
from games.vikings.play.boatswains import can_carry
from games.vikings.sentences import SENTENCES
from games.vikings.ships import SHIPS, loose_ships
from games.vikings.words import plural

SEATS = 4
"""The number of home fjords in the box."""


def status(board: Board) -> list[RuleNotice]:
    """Return every breach of the rules on a board; empty for a board that legal play can produce.

    It finds parts of islands that do not fit, unconnected tiles and ships, figures in another row, boatswains that
    still have to carry figures before the final scoring, and more things than the box holds. It never raises.
    """
    found = [notice for player in board.players for notice in _player_notices(board, player)]
    return [*found, *_box_notices(board)]


def idle_boatswain(player: Player) -> RuleNotice | None:
    """Return the notice on a player who can still carry figures, as all have to before the final scoring."""
    return _notice("idle-boatswain", player) if can_carry(player) else None


def place_of(cell: Cell) -> tuple[int, int]:
    """Return an island tile's place as notices give it: row 1 to 5 and column from 0."""
    return depth(cell[0]) + 1, cell[1]


def _player_notices(board: Board, player: Player) -> Iterator[RuleNotice]:
    for cells in _misfits(player):
        yield _notice("island-mismatch" if len(cells) == 2 else "island-ashore", player, map(place_of, cells))
    loose = sorted(map(place_of, _loose_tiles(player)))
    if loose:
        yield _notice("loose-tile", player, loose)
    adrift = loose_ships(ship.column for ship in player.ships)
    if adrift:
        yield _notice("loose-ship", player, ((0, column) for column in adrift))
    strayed = [place_of(tile.cell) for tile in player.island_tiles if tile.figure not in (None, tile.row)]
    if strayed:
        yield _notice("wrong-row", player, strayed)
    idle = idle_boatswain(player)
    if board.stage == "final" and idle is not None:
        yield idle


def _misfits(player: Player) -> Iterator[tuple[Cell, ...]]:
    """Yield pairs of adjacent tiles that do not fit, and single tiles that do not fit the shore of the home fjord."""
    for (row, column), tile in player.laid.items():
        beside = player.laid.get((row, column + 1))
        if column == 0 and opens_left(tile.part):
            yield (tile.cell,)
        if beside is not None and not fit(tile.part, beside.part):
            yield tile.cell, beside.cell


def _loose_tiles(player: Player) -> set[Cell]:
    """Return the cells of tiles that are not connected to the home fjord by adjacent tiles."""
    groups = components({cell: neighbours(cell) for cell in player.laid})
    return {cell for group in groups if all(column for _, column in group) for cell in group}


def _box_notices(board: Board) -> Iterator[RuleNotice]:
    for figure in FIGURES:
        on_islands = sum(tile.figure == figure for player in board.players for tile in player.island_tiles)
        if on_islands + sum(player.home[figure] for player in board.players) > FIGURES_OF_A_KIND:
            yield RuleNotice("too-many-figures", SENTENCES["too-many-figures"], words=(("figures", plural(figure)),))
    if sum(len(player.island_tiles) for player in board.players) > ISLAND_TILES:
        yield _notice("too-many-tiles")
    if sum(len(player.ships) for player in board.players) > SHIPS:
        yield _notice("too-many-ships")
    if len(board.players) > SEATS:
        yield _notice("too-many-players")
    # A document with questions was read from a photo of one fjord; the table may have more players.
    if len(board.source.get("players") or ()) == 1 and "ask" not in board.source:
        yield _notice("too-few-players")


def _notice(code: str, player: Player | None = None, tiles: Iterable[tuple[int, int]] = ()) -> RuleNotice:
    return RuleNotice(code, SENTENCES[code], player.name if player else None, tuple(tiles))
