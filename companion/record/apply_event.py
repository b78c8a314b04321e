"""What each event of a game changes, and what the camera must leave as a person has entered it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.record.events.boards import BoardChanged, BoardEntered, FactRecorded, changed
from companion.record.events.cells import (
    CellEntered,
    GroundNamed,
    PiecePlaced,
    PieceRemoved,
    RunePlaced,
    RuneRemoved,
    TileLaid,
    TileMoved,
    TileRemoved,
)
from companion.record.events.games import Ended, Paused, Resumed, SetUp
from companion.record.events.log import HAND, Event, Origin, where
from companion.record.position import Piece, Position
from companion.record.tile_edges import named_beside, named_on, with_entered_edges, with_named_ground

_PIECE_EVENTS = PiecePlaced | PieceRemoved | RunePlaced | RuneRemoved | CellEntered
_PIECE_KINDS = ("viking", "longhouse")


def position_after(position: Position, event: Event, origin: Origin) -> Position:
    """Return the position after an event; one that has no effect leaves it unchanged.

    What a person has entered stays as it is, whatever the camera sees there later.

    Args:
        position: the position before it.
        event: any event of a log but an undoing, which has no effect here.
        origin: who or what it came from.
    """
    change = _CHANGES.get(type(event))
    if change is None or (origin != HAND and _is_held(position, event)):
        return position
    if origin == HAND:
        return change(_with_held(position, event), event)
    return change(position, _with_entered_edges(position, event))


def _with_entered_edges(position: Position, event: Event) -> Event:
    """Return the event of a tile that the camera saw, with the edges and the ground that a person has entered."""
    if not isinstance(event, TileLaid):
        return event
    tile = with_named_ground(event.tile, named_on(position.grounds, event.cell))
    return replace(event, tile=with_entered_edges(tile, position.entered_edges.get(event.cell, {})))


def _is_held(position: Position, event: Event) -> bool:
    """Return whether an event of the camera counts for nothing: a person has entered what it is about, or it is late.

    While the game is paused, and once it is over, no event about a cell counts.
    """
    cell = where(event)
    if cell is None:
        return False
    if position.paused or position.ended:
        return True
    if isinstance(event, _PIECE_EVENTS):
        return cell in position.held_pieces
    return cell in position.held or (isinstance(event, TileMoved) and event.start in position.held)


def _with_held(position: Position, event: Event) -> Position:
    """Return the position in which the camera no longer changes what a person enters by an event."""
    cell = where(event)
    if cell is None or isinstance(event, GroundNamed):
        return position
    if isinstance(event, _PIECE_EVENTS):
        return replace(position, held_pieces=position.held_pieces | {cell})
    if isinstance(event, TileLaid) and event.told is not None:
        edges = {side: event.tile["edges"][side] for side in event.told}
        known = position.entered_edges.get(cell, {})
        return replace(position, entered_edges={**position.entered_edges, cell: {**known, **edges}})
    moved = {event.start} if isinstance(event, TileMoved) else set()
    return replace(position, held=position.held | {cell} | moved)


def _lay_tile(position: Position, event: TileLaid) -> Position:
    edges = event.tile["edges"]
    kept = {at: name for at, name in position.grounds.items() if at[0] != event.cell or name in edges[at[1]]}
    return replace(position, tiles={**position.tiles, event.cell: event.tile}, grounds=kept)


def _name_ground(position: Position, event: GroundNamed) -> Position:
    tile = position.tiles.get(event.cell)
    if tile is None:
        return position
    tiles = {**position.tiles, event.cell: with_named_ground(tile, {event.edge: event.terrain})}
    grounds = {**position.grounds, (event.cell, event.edge, event.half): event.terrain}
    return replace(position, tiles=tiles, grounds=grounds)


def _remove_tile(position: Position, event: TileRemoved) -> Position:
    cell = event.cell
    return replace(
        position,
        tiles={place: tile for place, tile in position.tiles.items() if place != cell},
        entered_edges={place: edges for place, edges in position.entered_edges.items() if place != cell},
        grounds=named_beside(position.grounds, cell),
        pieces=tuple(p for p in position.pieces if p.cell != cell),
        runes=tuple(r for r in position.runes if r.cell != cell),
    )


def _move_tile(position: Position, event: TileMoved) -> Position:
    start, end = event.start, event.cell
    tile = event.tile or position.tiles.get(start)
    if tile is None:
        return position

    def along(things: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(replace(thing, cell=end) if thing.cell == start else thing for thing in things)

    tiles = {place: known for place, known in position.tiles.items() if place not in (start, end)}
    return replace(
        position,
        tiles={**tiles, end: tile},
        entered_edges={at: edges for at, edges in position.entered_edges.items() if at not in (start, end)},
        grounds=named_beside(position.grounds, start, end),
        pieces=along(position.pieces),
        runes=along(position.runes),
    )


def _place_piece(position: Position, event: PiecePlaced) -> Position:
    return replace(position, pieces=(*position.pieces, Piece(event.kind, event.colour, event.cell)))


def _remove_piece(position: Position, event: PieceRemoved) -> Position:
    return replace(position, pieces=_without(position.pieces, Piece(event.kind, event.colour, event.cell)))


def _place_rune(position: Position, event: RunePlaced) -> Position:
    return replace(position, runes=(*position.runes, Piece(event.kind, event.colour, event.cell)))


def _remove_rune(position: Position, event: RuneRemoved) -> Position:
    return replace(position, runes=_without(position.runes, Piece(event.kind, event.colour, event.cell)))


def _set_cell(position: Position, event: CellEntered) -> Position:
    cell = event.cell
    pieces = [Piece(thing.kind, thing.colour, cell) for thing in event.things]
    return replace(
        position,
        pieces=(*(p for p in position.pieces if p.cell != cell), *(t for t in pieces if t.kind in _PIECE_KINDS)),
        runes=(*(r for r in position.runes if r.cell != cell), *(t for t in pieces if t.kind not in _PIECE_KINDS)),
    )


def _without(things: tuple[Piece, ...], thing: Piece) -> tuple[Piece, ...]:
    kept = list(things)
    if thing in kept:
        kept.remove(thing)
    return tuple(kept)


def _change_board(position: Position, event: BoardChanged) -> Position:
    return position if position.board is None else replace(position, board=changed(position.board, event))


def _record_fact(position: Position, event: FactRecorded) -> Position:
    for change in event.changes:
        position = _CHANGES[type(change)](position, change)
    return replace(position, facts=(*position.facts, event))


_CHANGES: Mapping[type, Callable[[Position, Any], Position]] = {
    TileLaid: _lay_tile,
    TileRemoved: _remove_tile,
    TileMoved: _move_tile,
    PiecePlaced: _place_piece,
    PieceRemoved: _remove_piece,
    RunePlaced: _place_rune,
    RuneRemoved: _remove_rune,
    CellEntered: _set_cell,
    GroundNamed: _name_ground,
    BoardEntered: lambda position, event: replace(position, board=event.document),
    BoardChanged: _change_board,
    FactRecorded: _record_fact,
    SetUp: lambda position, event: replace(position, setup=event),
    Paused: lambda position, _: replace(position, paused=True),
    Resumed: lambda position, _: replace(position, paused=False),
    Ended: lambda position, _: replace(position, ended=True),
}
