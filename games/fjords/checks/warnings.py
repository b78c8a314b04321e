"""Every breach of the rules on a board.

Like python-chess's ``Board.status()``: the board may be an impossible one, and the answer lists its problems and never
raises. The board is not corrected to fit the rules, because players want to know about the problems.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.fjords.board import LONGHOUSE, VIKING, Board, Piece, Player
from games.fjords.checks.components import component_warnings
from games.fjords.checks.warning import Warning
from games.fjords.landscape import FEWEST_NEIGHBOURS
from games.fjords.runes import HOME, HORSE, JOURNEY, MOVE_RUNES, home_owner
from games.fjords.settlement import lands
from games.fjords.tiles import MOUNTAIN, OCEAN, PLAINS
from games.hexgrid import Cell

START_TILES = 3
"""With fewer tiles than the game starts with, no tile can have two neighbours."""


def status(board: Board) -> list[Warning]:
    """Return every breach of the rules on a board; empty for a board that legal play can produce.

    It finds mismatched seams, tiles with fewer than two neighbours, a second landmass, two things on one tile, pieces
    off the plains, vikings cut off from their longhouses, and more pieces, stones or players than there are.
    It never raises.
    """
    found = (
        *_tile_warnings(board),
        *_crowded(board),
        *(warning for piece in board.pieces for warning in _off_plains(board, piece)),
        *(warning for player in board.players for warning in _player_warnings(board, player)),
        *component_warnings(board),
    )
    return list(dict.fromkeys(found))  # two pieces on one tile may break the same rule


def _tile_warnings(board: Board) -> Iterator[Warning]:
    land = board.landscape
    for one, other in land.mismatches():
        yield Warning("edge-mismatch", (one, other))
    if len(land.tiles) >= START_TILES:
        for cell in land.tiles:
            if len(land.beside(cell)) < FEWEST_NEIGHBOURS:
                yield Warning("few-neighbours", (cell,))
    if land.lesser_landmasses:
        lesser = {cell for mass in land.lesser_landmasses for cell, _ in mass}
        yield Warning("second-landmass", tuple(sorted(lesser)))


def _crowded(board: Board) -> Iterator[Warning]:
    for cell, pieces in board.pieces_at.items():
        if len(pieces) > 1:
            yield Warning("two-pieces", (cell,))
        if cell in board.runes_at and not _at_home(board, cell, pieces):
            yield Warning("piece-on-rune", (cell,))


def _at_home(board: Board, cell: Cell, pieces: tuple[Piece, ...]) -> bool:
    """Return whether a longhouse stands alone on its owner's Home rune."""
    runes = board.runes_at[cell]
    if len(pieces) != 1 or len(runes) != 1 or pieces[0].kind != LONGHOUSE or runes[0].kind != HOME:
        return False
    return home_owner(board, runes[0]) in (None, board.owner[pieces[0].colour])


def _off_plains(board: Board, piece: Piece) -> Iterator[Warning]:
    terrains = board.tiles[piece.cell].terrains
    if PLAINS in terrains:
        return
    in_play = board.rules.runes
    carried = (JOURNEY in in_play and OCEAN in terrains) or (HORSE in in_play and MOUNTAIN in terrains)
    if piece.kind == LONGHOUSE:
        yield Warning("longhouse-off-plains", (piece.cell,), board.owner[piece.colour].name)
    elif not carried:
        yield Warning("viking-off-plains", (piece.cell,), board.owner[piece.colour].name)


def cut_off_groups(board: Board, player: str | Player) -> list[frozenset[Cell]]:
    """Return the groups of own pieces, joined by plains seams, in which there is no longhouse."""
    player = board.player(player)
    houses = {p.cell for p in board.pieces if p.kind == LONGHOUSE and p.colour in player.colours}
    return [land for land in lands(board, player) if not land & houses]


def _player_warnings(board: Board, player: Player) -> Iterator[Warning]:
    groups = cut_off_groups(board, player)
    if len(groups) > sum(rune in board.rules.runes for rune in MOVE_RUNES):
        for group in groups:
            yield Warning("cut-off-viking", tuple(sorted(group)), player.name)
    if board.count(player, VIKING) > player.vikings:
        yield Warning("too-many-vikings", (), player.name)
    if board.count(player, LONGHOUSE) > player.longhouses:
        yield Warning("too-many-longhouses", (), player.name)
