"""Turns of settlement: placing vikings, spending runes, and skipping players who cannot move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.fjords.board import VIKING, Piece, Rune
from games.fjords.play.moves import Ride, Settle, Wisdom
from games.fjords.play.state import OVER, SETTLEMENT, State
from games.fjords.runes import MOVE_RUNES, RIDES, WISDOM, legal_rides, wisdom_spaces
from games.fjords.settlement import legal_settlements
from games.fjords.turns import settlement_order


def begun(state: State) -> State:
    """Return the state in which settlement begins.

    The player to move begins: the one to the left of the player who laid the last tile, who also is the one to find
    that no remaining tile can be laid. The order of settlement breaks ties.
    """
    order = settlement_order([player.name for player in state.board.players], state.player.name)
    return at_turn(replace(state, board=replace(state.board, settlement_order=order), phase=SETTLEMENT))


def at_turn(state: State) -> State:
    """Return the state with the next player to move who can place a viking; the game is over where none can.

    A player who can place no viking, by plains or by an own rune, is skipped from now on.
    """
    for index in (*range(state.player_index, len(state.board.players)), *range(state.player_index)):
        here = replace(state, player_index=index)
        if next(moves(here), None) is not None:
            return here
    return replace(state, phase=OVER)


def moves(state: State) -> Iterator[Settle | Ride | Wisdom]:
    """Yield every legal move of settlement; a player who can move only by a rune has to."""
    colours = [colour for colour in state.player.colours if state.left(VIKING, colour) > 0]
    if not colours:
        return
    for cell in legal_settlements(state.board, state.player):
        for colour in colours:
            yield Settle(cell, colour)
    for rune in filter(state.has_rune, MOVE_RUNES):
        yield from _rune_moves(state, rune, colours)


def _rune_moves(state: State, rune: str, colours: list[str]) -> Iterator[Ride | Wisdom]:
    if rune in RIDES:
        for cell in legal_rides(state.board, state.player, rune):
            for colour in colours:
                yield Ride(rune, cell, colour)
        return
    for space, cells in wisdom_spaces(state.board, state.player).items():
        for cell in cells:
            for colour in colours:
                yield Wisdom(space, cell, colour)


def refuse(state: State, move: Settle | Ride | Wisdom) -> str | None:
    """Return the code of the first rule that a move of settlement breaks; None if it is legal."""
    if move.colour not in state.player.colours:
        return "colour"
    if state.left(VIKING, move.colour) <= 0:
        return "no-viking"
    if not state.board.is_vacant(move.cell):
        return "not-vacant"
    if isinstance(move, Settle):
        return None if move.cell in legal_settlements(state.board, state.player) else "not-joined"
    rune = move.rune if isinstance(move, Ride) else WISDOM
    if rune not in state.board.rules.runes:
        return "rune-absent"
    if not state.has_rune(rune):
        return "rune-reused"
    if isinstance(move, Ride):
        return None if move.cell in legal_rides(state.board, state.player, rune) else "not-reached"
    return None if move.cell in wisdom_spaces(state.board, state.player).get(move.space, ()) else "space"


def play(state: State, move: Settle | Ride | Wisdom) -> State:
    """Return the state after a legal move of settlement, the turn passed on."""
    board, spent = state.board.with_piece(Piece(VIKING, move.colour, move.cell)), state.spent
    if isinstance(move, Ride):
        spent |= {(state.player.name, move.rune)}
    if isinstance(move, Wisdom):
        board = board.with_rune(Rune(WISDOM, move.space, state.player.colours[0]))
        spent |= {(state.player.name, WISDOM)}
    return at_turn(replace(state, board=board, spent=spent, player_index=state.next_player_index))
