"""Events that create a board, or turn one board into another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.record.events.cells import PiecePlaced, RunePlaced, TileLaid
from companion.record.events.games import Seat, SetUp
from companion.record.events.log import Event, event_of
from games.fjords.board import Board
from games.fjords.checks.changes import changes
from games.hexgrid import Cell

_PLACE_FIELDS = ("q", "r", "px", "confidence")


def tile_data(board: Board, cell: Cell) -> dict[str, Any]:
    """Return the data of the tile in a cell, without place and confidence."""
    return {key: value for key, value in board.tiles[cell].to_document().items() if key not in _PLACE_FIELDS}


def events_of_board(board: Board) -> Iterator[Event]:
    """Yield the set-up of a board, then its tiles, runes and pieces in the order of its document."""
    listed = bool(board.source.get("players"))
    yield SetUp(
        players=tuple(Seat(p.name, p.colours) for p in board.players) if listed else (),
        variant=board.rules.variant,
        runes=tuple(sorted(board.rules.runes)),
        settlement_order=board.settlement_order,
    )
    for q, r in board.tiles:
        yield TileLaid(q=q, r=r, tile=tile_data(board, (q, r)))
    for rune in board.runes:
        yield RunePlaced(kind=rune.kind, colour=rune.colour, q=rune.cell[0], r=rune.cell[1])
    for piece in board.pieces:
        yield PiecePlaced(kind=piece.kind, colour=piece.colour, q=piece.cell[0], r=piece.cell[1])


def events_between(before: Board, after: Board) -> Iterator[Event]:
    """Yield the events that turn one board into another in the same coordinates."""
    for data in changes(before, after).events():
        is_tile = data["event"] in ("tile-laid", "tile-moved")
        tile = {"tile": tile_data(after, (data["q"], data["r"]))} if is_tile else {}
        yield event_of({**data, **tile})
