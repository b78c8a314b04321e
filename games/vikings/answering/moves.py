"""Legal moves at the wheel of Vikings and in a big scoring, and places for a tile or a ship."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games.answers import Described, NoAnswer
from games.documents import DocumentError
from games.envelope import Model
from games.language import N_
from games.vikings.board import Board
from games.vikings.figures import Sail
from games.vikings.islands import Part
from games.vikings.play import buying, carrying, preparing
from games.vikings.play.boatswains import can_carry
from games.vikings.play.laying import ship_places, tile_places
from games.vikings.play.moves import Move
from games.vikings.play.state import State
from games.vikings.play.wheel_data import SOLD, WHEEL, state_of, wheel_of
from games.vikings.recorded_cards import round_of
from games.vikings.warnings import SEATS

_NO_WHEEL = N_(
    "This document of Vikings holds no round at the wheel, and no figure that a boatswain could carry: "
    "play a round on the page, or ask for places with “place”."
)


class _Tile(Model):
    """An island tile as `place` reads it, or a ship."""

    part: Part | None = None
    sail: Sail | None = None


def moves(board: Board, player: str) -> list[Described]:
    """Return what a player may do now: at the wheel at the player's turn, or with boatswains before a big scoring.

    Raises:
        NoAnswer: The document holds no round, and nobody can be carried.
    """
    seat = [fjord.name for fjord in board.players].index(player)
    if WHEEL in board.source and 2 <= len(board.players) <= SEATS and wheel_of(board).phase != SOLD:
        state = state_of(board, wheel_of(board))
        found = _at_the_wheel(state) if state.player_index == seat else []
        return [_described(move) for move in found]
    if board.stage != "small" and can_carry(board.players[seat]):
        carried = carrying.moves_of(board.players[seat], round_of(board), wheel_of(board).advanced)
        return [_described(move) for move in carried]
    raise NoAnswer(_NO_WHEEL)


def _at_the_wheel(state: State) -> list[Move]:
    return [*preparing.moves(state), *buying.moves(state)]


def _described(move: Move) -> Described:
    """Return a move as a document: its kind, and its fields."""
    fields = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(move).items()}
    return {"move": type(move).__name__.lower(), **fields}


def place(board: Board, tile: Any) -> list[Described]:
    """Return the places in every fjord for an island tile, given by its ``part``, or for a ship, by its ``sail``.

    Raises:
        DocumentError: It is neither; the error names the field.
    """
    wanted = _Tile.parse(tile)
    if wanted.part is None and wanted.sail is None:
        raise DocumentError("part", "missing")
    if wanted.part is None:
        places = [(fjord, column) for fjord in board.players for column in ship_places(fjord)]
        return [{"player": fjord.name, "column": column} for fjord, column in places]
    cells = [(fjord, cell) for fjord in board.players for cell in tile_places(fjord, wanted.part)]
    return [{"player": fjord.name, "row": row, "column": column} for fjord, (row, column) in cells]
