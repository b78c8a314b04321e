"""The state of a game after some of its events."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.record.events.boards import FactRecorded
from companion.record.events.games import SetUp
from companion.scoring.tally import Tally, tally_of
from games.hexgrid import Cell
from vision.facts import HalfEdge

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
