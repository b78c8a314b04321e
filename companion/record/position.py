"""The state of a game after some of its events."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
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
from companion.record.tile_edges import named_beside, named_on, with_entered_edges, with_named_ground
from companion.scoring.tally import Tally, tally_of
from games.hexgrid import Cell
from vision.facts import HalfEdge

_PIECE_EVENTS = PiecePlaced | PieceRemoved | RunePlaced | RuneRemoved | CellEntered
_PIECE_KINDS = ("viking", "longhouse")
_KINDS_BESIDE_TILES = ("wisdom", "stone")
"""Rune stones that may lie in an empty space."""


@dataclass(frozen=True)
class Piece:
    """A viking, a longhouse or a rune stone in a cell, with its colour if it has one."""

    kind: str
    colour: str | None
    cell: Cell


@dataclass(frozen=True)
class Position:
    """The state of a game.

    Attributes:
        setup: the players and rules.
        tiles: data of the tile in each cell.
        pieces: vikings and longhouses.
        runes: rune stones.
        held: cells whose tile a person has entered; the camera does not change it.
        held_pieces: the same for the pieces in a cell.
        entered_edges: edges that a person has entered one by one, by their numbers; the camera goes on to see the rest
            of the tile.
        grounds: the terrains that a person has named at half edges: the camera reads all ground that looks alike so.
        board: the board document of a game whose players have a board each; else ``None``.
        facts: those of the game that no board document holds.
        paused: whether events of the camera are ignored.
        ended: whether the game is over.
    """

    setup: SetUp = field(default_factory=SetUp)
    tiles: Mapping[Cell, Mapping[str, Any]] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    runes: tuple[Piece, ...] = ()
    held: frozenset[Cell] = frozenset()
    held_pieces: frozenset[Cell] = frozenset()
    entered_edges: Mapping[Cell, Mapping[int, str]] = field(default_factory=dict)
    grounds: Mapping[HalfEdge, str] = field(default_factory=dict)
    board: Mapping[str, Any] | None = None
    facts: tuple[FactRecorded, ...] = ()
    paused: bool = False
    ended: bool = False

    def after(self, event: Event, origin: Origin) -> Position:
        """Return the position after an event; one that has no effect leaves it unchanged."""
        change = _CHANGES.get(type(event))
        if change is None or (origin != HAND and self._is_held(event)):
            return self
        if origin == HAND:
            return change(self._with_held(event), event)
        return change(self, self._with_entered_edges(event))

    def _with_entered_edges(self, event: Event) -> Event:
        """Return the event of a tile that the camera saw, with the edges and the ground that a person has entered."""
        if not isinstance(event, TileLaid):
            return event
        tile = with_named_ground(event.tile, named_on(self.grounds, event.cell))
        return replace(event, tile=with_entered_edges(tile, self.entered_edges.get(event.cell, {})))

    def _is_held(self, event: Event) -> bool:
        cell = where(event)
        if cell is None:
            return False
        if self.paused or self.ended:
            return True
        if isinstance(event, _PIECE_EVENTS):
            return cell in self.held_pieces
        return cell in self.held or (isinstance(event, TileMoved) and event.start in self.held)

    def _with_held(self, event: Event) -> Position:
        cell = where(event)
        if cell is None or isinstance(event, GroundNamed):
            return self
        if isinstance(event, _PIECE_EVENTS):
            return replace(self, held_pieces=self.held_pieces | {cell})
        if isinstance(event, TileLaid) and event.told is not None:
            edges = {side: event.tile["edges"][side] for side in event.told}
            known = self.entered_edges.get(cell, {})
            return replace(self, entered_edges={**self.entered_edges, cell: {**known, **edges}})
        moved = {event.start} if isinstance(event, TileMoved) else set()
        return replace(self, held=self.held | {cell} | moved)

    def as_known_later(self, later: Position, corrected: Collection[Cell]) -> Position:
        """Return this position with the set-up and the corrected cells of a later one.

        Players, rules and order are often entered after the beginning; corrections apply to the past, too.

        Args:
            later: a position of the same game.
            corrected: cells whose contents in the later position are already valid in this one.
        """
        tiles = {cell: tile for cell, tile in self.tiles.items() if cell not in corrected}
        return replace(
            self,
            setup=later.setup,
            tiles=tiles | {cell: tile for cell, tile in later.tiles.items() if cell in corrected},
            pieces=_with_corrected(self.pieces, later.pieces, corrected),
            runes=_with_corrected(self.runes, later.runes, corrected),
        )

    @property
    def game(self) -> str:
        """The name of the game."""
        return "fjords" if self.board is None else str(self.board["game"])

    @property
    def tally(self) -> Tally:
        """The tally of the board with the facts of the record; not cached, because tallies are large."""
        return tally_of(self.document(), [(event.what, event.data) for event in self.facts])

    def document(self) -> dict[str, Any]:
        """Return the board document of this position.

        A colour on the table that no listed player has becomes a player of that name.
        """
        if self.board is not None:
            return dict(self.board)
        pieces = [p for p in self.pieces if p.cell in self.tiles]
        runes = [r for r in self.runes if r.cell in self.tiles or r.kind in _KINDS_BESIDE_TILES]
        written: dict[str, Any] = {
            "format": "longhouse-board",
            "version": 1,
            "game": "fjords",
            "rules": self._rules(),
            "tiles": [{**tile, "q": q, "r": r} for (q, r), tile in self.tiles.items()],
            "pieces": [_to_document(p) for p in pieces],
            "runes": [_to_document(r) for r in runes],
        }
        if self.setup.players:
            written["players"] = [{"name": s.name, "colours": list(s.colours)} for s in self.setup.players]
            written["players"] += self._unlisted_players([*pieces, *runes])
        if self.setup.settlement_order:
            written["settlement_order"] = list(self.setup.settlement_order)
        return written

    def _rules(self) -> dict[str, Any]:
        """Return the rules; before anybody has entered a set-up, it is not known which runes are played."""
        known = self.setup.players or self.setup.runes
        return {"variant": self.setup.variant, **({"runes": list(self.setup.runes)} if known else {})}

    def _unlisted_players(self, things: list[Piece]) -> list[dict[str, Any]]:
        known = {colour for seat in self.setup.players for colour in seat.colours}
        names = {seat.name for seat in self.setup.players}
        found = [c for c in dict.fromkeys(thing.colour for thing in things) if c is not None and c not in known]
        players: list[dict[str, Any]] = []
        for colour in found:
            # A listed player may have the name of this colour; names must differ.
            name = next(n for k in itertools.count() if (n := colour + k * " (?)") not in names)
            names.add(name)
            players.append({"name": name, "colours": [colour]})
        return players


def _with_corrected(
    earlier: tuple[Piece, ...], later: tuple[Piece, ...], corrected: Collection[Cell]
) -> tuple[Piece, ...]:
    """Return the earlier pieces outside the corrected cells, with the later ones inside."""
    kept = [piece for piece in earlier if piece.cell not in corrected]
    return (*kept, *(piece for piece in later if piece.cell in corrected))


def _to_document(thing: Piece) -> dict[str, Any]:
    colour = {} if thing.colour is None else {"colour": thing.colour}
    return {"kind": thing.kind, **colour, "q": thing.cell[0], "r": thing.cell[1]}


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
