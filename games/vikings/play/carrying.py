"""Big scorings: in turn each player's boatswains carry figures, then the player's gains are booked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.vikings.board import Player
from games.vikings.play.boatswains import can_carry, carries, carry, why_not
from games.vikings.play.moves import Carry, Finish
from games.vikings.play.state import CARRY, OVER, ROUNDS, State, next_round
from games.vikings.scoring.sheet import gains


def moves(state: State) -> Iterator[Carry | Finish]:
    """Yield every legal carrying of the player to move, and the end of it if that is legal."""
    return moves_of(state.player, state.round, state.setup.advanced)


def moves_of(player: Player, round_now: int, advanced: bool = False) -> Iterator[Carry | Finish]:
    """Yield every legal carrying of a player in the big scoring of a round, and the end of it if that is legal."""
    yield from map(Carry, carries(player, advanced))
    if not _must_carry(player, round_now):
        yield Finish()


def refuse(state: State, move: Carry | Finish) -> str | None:
    """Return the code of the first rule that such a move breaks; None if it is legal."""
    if state.phase != CARRY:
        return "phase"
    if isinstance(move, Carry):
        return why_not(state.player, move.cells, state.setup.advanced)
    return "must-carry" if _must_carry(state.player, state.round) else None


def _must_carry(player: Player, round_now: int) -> bool:
    """Return whether this is the last big scoring, and a figure can still be carried."""
    return round_now == ROUNDS and can_carry(player)


def play(state: State, move: Carry | Finish) -> State:
    """Return the state after a legal move of this kind."""
    if isinstance(move, Carry):
        return state.with_player(carry(state.player, move.cells, state.setup.advanced))
    return _finished(state)


def _finished(state: State) -> State:
    """Return the state after the big scoring of the player at turn is booked."""
    player = state.player
    gain = gains(state.scored_board.player(player.name), big=True, specials=state.specials)
    scored = state.with_player(replace(player, points=player.points + gain.points, gold=player.gold + gain.gold))
    if scored.next_player_index != scored.first:
        return replace(scored, player_index=scored.next_player_index)
    if scored.round < ROUNDS:
        return next_round(scored)
    return replace(scored, phase=OVER, board=replace(scored.board, stage="final"))
