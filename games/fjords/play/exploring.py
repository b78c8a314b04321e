"""Turns of exploration: drawing, laying a tile, building, and the end of the phase.

In the base and Epic games four tiles lie open. If none of them fits, a new row is drawn if the bag holds a tile that
fits, else the phase ends. In the Classic game a player draws one tile, or lays one set
aside before; a drawn tile that fits nowhere is set aside and another drawn; the phase ends with the turn in which
the last tile is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.fjords.board import LONGHOUSE, Board, Piece, Rune
from games.fjords.exploration import fits, may_hold_longhouse, placements, refusal
from games.fjords.play.moves import Draw, Lay
from games.fjords.play.state import State
from games.fjords.runes import HOME, MARK_RUNES, SECRET, secret_moves
from games.fjords.setup import CLASSIC, ROW, stone_count
from games.fjords.tiles import Tile
from games.fjords.vocabulary import RuneSet
from games.hexgrid import Cell

Tiles = Mapping[str, Tile]


def open_tiles(state: State) -> tuple[str, ...]:
    """Return the names of the tiles that the player to move may lay, whether or not they fit."""
    if state.board.rules.variant != CLASSIC:
        return () if awaits_draw(state) else state.row
    if state.drawn is not None:
        return (state.drawn,)
    return () if state.must_draw else state.aside


def awaits_draw(state: State) -> bool:
    """Return whether the next move has to be drawing a tile."""
    if state.board.rules.variant == CLASSIC:
        return state.must_draw and state.drawn is None
    return bool(state.bag) and len(state.row) < ROW


def ended(state: State) -> bool:
    """Return whether exploration has ended: by the rules of the variant, no tile is left to lay."""
    if state.board.rules.variant == CLASSIC:
        return not state.bag and state.drawn is None
    return not awaits_draw(state) and not state.row


def after_forced_steps(state: State, tiles: Tiles) -> State:
    """Return the state after everything in exploration that happens without a choice of a player.

    Classic: a drawn tile that fits nowhere is set aside. Other variants: if no tile of a full row fits, the row is
    drawn anew if the bag holds a tile that fits, else the phase ends.
    """
    if state.board.rules.variant == CLASSIC:
        if state.drawn is None or fits(state.board, tiles[state.drawn]):
            return state
        return replace(state, drawn=None, aside=(*state.aside, state.drawn), must_draw=True)
    if awaits_draw(state):
        return state
    if state.returning:
        return after_forced_steps(replace(state, bag=(*state.bag, *state.returning), returning=()), tiles)
    if any(fits(state.board, tiles[name]) for name in state.row):
        return state
    if any(fits(state.board, tiles[name]) for name in state.bag):
        return replace(state, row=(), returning=state.row)
    return replace(state, row=(), bag=(), aside=(*state.row, *state.bag))


def moves(state: State, tiles: Tiles) -> Iterator[Draw | Lay]:
    """Yield every legal move of exploration."""
    for name in open_tiles(state):
        for place in placements(state.board, tiles[name]):
            yield from _layings(state, tiles, Lay(name, place.cell, place.rotation))
    if awaits_draw(state) or (state.board.rules.variant == CLASSIC and state.drawn is None):
        for name in state.bag:
            yield Draw(name)


def _layings(state: State, tiles: Tiles, lay: Lay) -> Iterator[Lay]:
    """Yield the laying of a tile alone and with each longhouse, Home or Secret rune that the rules allow with it."""
    yield lay
    if may_hold_longhouse(tiles[lay.tile]) and not _stones(state, tiles[lay.tile]):
        for colour in state.player.colours:
            if state.left(LONGHOUSE, colour) > 0:
                yield replace(lay, house=colour)
                if state.has_rune(HOME):
                    yield replace(lay, house=colour, home=True)
    if state.has_rune(SECRET):
        for (start, _), ends in secret_moves(_laid(state, tiles, lay), state.player).items():
            for end in sorted(ends):
                yield replace(lay, secret=(start, end))


def _stones(state: State, tile: Tile) -> list[RuneSet]:
    """Return the kinds of rune stones placed on a tile when it is laid: its marks, as far as stones are left."""
    in_play = [rune for rune in MARK_RUNES if rune in tile.marks and rune in state.board.rules.runes]
    lying = [rune.kind for rune in state.board.runes]
    return [rune for rune in in_play if lying.count(rune) < stone_count(len(state.board.players), rune)]


def _laid(state: State, tiles: Tiles, lay: Lay) -> Board:
    tile = tiles[lay.tile]
    board = state.board.with_tile(lay.cell, tile.turned(lay.rotation))
    for kind in _stones(state, tile):
        board = board.with_rune(Rune(kind, lay.cell))
    return board


def refuse(state: State, tiles: Tiles, move: Draw | Lay) -> str | None:
    """Return the code of the first rule that a move of exploration breaks; None if it is legal."""
    if isinstance(move, Draw):
        if not awaits_draw(state) and (state.board.rules.variant != CLASSIC or state.drawn is not None):
            return "row-full"
        return None if move.tile in state.bag else "not-drawn"
    if awaits_draw(state):
        return "draw-first"
    if move.tile not in open_tiles(state):
        return "not-drawn"
    against = refusal(state.board, tiles[move.tile], move.cell, move.rotation)
    if against is not None:
        return against.code
    return _refuse_house(state, tiles[move.tile], move) or _refuse_secret(state, tiles, move)


def _refuse_house(state: State, tile: Tile, move: Lay) -> str | None:
    if move.house is None:
        return "home-alone" if move.home else None
    if move.house not in state.player.colours:
        return "colour"
    if not may_hold_longhouse(tile):
        return "longhouse-off-plains"
    if _stones(state, tile):
        return "rune-tile"
    if state.left(LONGHOUSE, move.house) <= 0:
        return "no-longhouse"
    return _refuse_rune(state, HOME) if move.home else None


def _refuse_rune(state: State, rune: str) -> str | None:
    if rune not in state.board.rules.runes:
        return "rune-absent"
    return None if state.has_rune(rune) else "rune-reused"


def _refuse_secret(state: State, tiles: Tiles, move: Lay) -> str | None:
    if move.secret is None:
        return None
    start, end = move.secret
    against = _refuse_rune(state, SECRET)
    if against is not None:
        return against
    ways = secret_moves(_laid(state, tiles, move), state.player)
    reached = {target for (cell, _), targets in ways.items() if cell == start for target in targets}
    return "secret" if move.house is not None or end not in reached else None


def play(state: State, tiles: Tiles, move: Draw | Lay) -> State:
    """Return the state after a legal move of exploration."""
    if isinstance(move, Draw):
        return _draw(state, move.tile)
    board, spent = _laid(state, tiles, move), state.spent
    if move.house is not None:
        board = board.with_piece(Piece(LONGHOUSE, move.house, move.cell))
    if move.home:
        board = board.with_rune(Rune(HOME, move.cell, state.player.colours[0]))
        spent |= {(state.player.name, HOME)}
    if move.secret is not None:
        board = _moved_house(board, state, move.secret)
        spent |= {(state.player.name, SECRET)}
    return replace(
        state,
        board=board,
        spent=spent,
        player_index=state.next_player_index,
        row=_less(state.row, move.tile),
        aside=_less(state.aside, move.tile),
        drawn=None,
        must_draw=False,
    )


def _draw(state: State, name: str) -> State:
    bag = _less(state.bag, name)
    if state.board.rules.variant == CLASSIC:
        return replace(state, bag=bag, drawn=name, must_draw=False)
    return replace(state, bag=bag, row=(*state.row, name))


def _moved_house(board: Board, state: State, secret: tuple[Cell, Cell]) -> Board:
    start, end = secret
    own = (p for p in board.pieces_at[start] if p.kind == LONGHOUSE and p.colour in state.player.colours)
    house = next(own)
    return board.without(house).with_piece(replace(house, cell=end))


def _less(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)
