"""A game as a stack of moves, from the first draw to the final scoring.

`legal_moves`, `push`, `pop`. Drawing and dealing are moves too (`Draw`, `Deal`), so that the moves describe a game
completely and the draws of a real table can be recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.move_stack import MoveStack
from games.vikings.board import Board
from games.vikings.play import buying, carrying, preparing
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.moves import Arrange, Bid, Buy, Carry, Deal, Draw, Finish, Move, Remove, Start, Take, Use
from games.vikings.play.state import BUY, CARRY, DEAL, DRAW, OVER, Setup, State, next_round, opening
from games.vikings.scoring.sheet import Sheet, booked, score


class Game(MoveStack[State, Move]):
    """A game of Vikings, basic or advanced.

    >>> from games.vikings.play.state import Setup
    >>> game = Game(Setup(("Ann", "Bo")))
    >>> game.phase, game.player_to_move, game.awaits_chance
    ('draw', 'Ann', True)
    """

    ILLEGAL = IllegalMove

    def __init__(self, setup: Setup, moves: Iterable[Move] = ()) -> None:
        """Set the table up and play `moves`; raises `IllegalMove` at the first that breaks a rule."""
        self.setup = setup
        super().__init__(opening(setup), moves)

    def __repr__(self) -> str:
        """Return the number of moves, the round, the phase and the player to move."""
        return f"<Game: {len(self._moves)} moves, round {self.state.round}, {self.phase}, turn {self.player_to_move}>"

    @property
    def board(self) -> Board:
        """The current board; its stage is the scoring that comes next."""
        return self.state.board

    @property
    def phase(self) -> str:
        """The phase, one of the constants of `games.vikings.play.state`."""
        return self.state.phase

    @property
    def player_to_move(self) -> str | None:
        """The name of the player to move; None when the game is over."""
        return None if self.is_over else self.state.player.name

    @property
    def is_over(self) -> bool:
        """Whether the third big scoring is done."""
        return self.phase == OVER

    @property
    def awaits_chance(self) -> bool:
        """Whether the next move has to be drawing figures or dealing cards."""
        return self.phase in (DRAW, DEAL)

    @property
    def legal_moves(self) -> Iterator[Move]:
        """Every legal move of a player, without draws, deals and the effects of special cards."""
        if self.phase == CARRY:
            return carrying.moves(self.state)
        if self.is_over or self.awaits_chance:
            return iter(())
        return (move for moves in (preparing.moves, buying.moves) for move in moves(self.state))

    def why_illegal(self, move: Move) -> str | None:
        """Return the code of the rule that `move` breaks now; None if it is legal. See `games.vikings.play.illegal`."""
        if isinstance(move, Use):
            known = (move.special.player, move.special.name) in self.state.taken
            return None if known else "specials"
        if self.is_over:
            return "over"
        if isinstance(move, Carry | Finish):
            return carrying.refuse(self.state, move)
        if isinstance(move, Buy | Start | Take):
            return buying.refuse(self.state, move)
        return preparing.refuse(self.state, move)

    def _after(self, move: Move) -> State:
        return _after(self.state, move)

    def score(self) -> Sheet:
        """Return the score of the scoring that comes next; the final one when the game is over."""
        return score(self.state.scored_board)

    @property
    def winner(self) -> str | None:
        """The winner's name; None before the end or if victory is shared."""
        return self.score().winner if self.is_over else None


def _after(state: State, move: Move) -> State:
    if isinstance(move, Use):
        return _used(state, move)
    if isinstance(move, Draw | Deal | Bid | Remove | Arrange):
        return preparing.play(state, move)
    if isinstance(move, Carry | Finish):
        return carrying.play(state, move)
    played = buying.play(state, move)
    phase = buying.following(played)
    return replace(played, phase=phase) if phase != BUY else _passed_on(played)


def _passed_on(state: State) -> State:
    """Return the state with the next player to move, or at the scoring once everything is sold."""
    if state.offer.places:
        return replace(state, player_index=state.next_player_index, phase=BUY)
    if state.board.stage == "small":
        return next_round(replace(state, board=booked(state.scored_board).with_specials(())))
    return replace(state, player_index=state.first, phase=CARRY)


def _used(state: State, move: Use) -> State:
    """Return the state with a special card's points or gold booked, or another effect kept for the scorings to come."""
    special, player = move.special, state.board.player(move.special.player)
    if special.effect == "points" and state.phase != OVER:
        return state.with_player(replace(player, points=max(0, player.points + special.amount)))
    if special.effect == "gold" and state.phase != OVER:
        return state.with_player(replace(player, gold=max(0, player.gold + special.amount)))
    return replace(state, specials=(*state.specials, special))
