"""A game as a stack of moves, from the first draw to the last viking.

Like python-chess's board: `legal_moves`, `push`, `pop`. Draws from the bag are moves too (`Draw`), so that the moves
describe a game completely and the draws of a real table can be recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.fjords.board import Board
from games.fjords.drawing.board import board_svg
from games.fjords.illegal import IllegalMove
from games.fjords.play import exploring, settling
from games.fjords.play.moves import Draw, Lay, Move
from games.fjords.play.state import EXPLORATION, OVER, State
from games.fjords.scoring import ScoreSheet, score
from games.fjords.setup import Setup
from games.hexgrid import Cell
from games.move_stack import MoveStack


class Game(MoveStack[State, Move]):
    """A game of Fjords in any variant, with any runes.

    >>> from games.fjords.setup import Seat, Setup
    >>> game = Game(Setup((Seat("Ann", ("white",)), Seat("Bo", ("red",)))))
    >>> game.phase, game.player_to_move, game.awaits_draw
    ('exploration', 'Ann', True)
    >>> move = next(game.legal_moves)
    >>> game.push(move)
    >>> game.pop() == move
    True
    """

    ILLEGAL = IllegalMove

    def __init__(self, setup: Setup, moves: Iterable[Move] = ()) -> None:
        """Set the table up and play `moves`; raises `IllegalMove` at the first that breaks a rule."""
        self.setup = setup
        self._tiles = {tile.name: tile for tile in setup.bag()}
        seats = [seat.name for seat in setup.seats]
        super().__init__(self._onward(State(setup.board(), seats.index(setup.first), tuple(self._tiles))), moves)

    def __repr__(self) -> str:
        """Return the number of moves, the phase and the player to move."""
        return f"<Game: {len(self._moves)} moves, {self.phase}, turn {self.player_to_move}>"

    @property
    def board(self) -> Board:
        """The current board."""
        return self.state.board

    @property
    def movers(self) -> tuple[str, ...]:
        """The name of the player who made each of `moves`."""
        return tuple(state.player.name for state in self._states[:-1])

    @property
    def phase(self) -> str:
        """The phase: ``exploration``, ``settlement`` or ``over``."""
        return self.state.phase

    @property
    def player_to_move(self) -> str | None:
        """The name of the player to move; None when the game is over."""
        return None if self.is_over else self.state.player.name

    @property
    def awaits_draw(self) -> bool:
        """Whether the next move has to be drawing a tile."""
        return self.phase == EXPLORATION and exploring.awaits_draw(self.state)

    @property
    def row(self) -> tuple[str, ...]:
        """The names of the tiles that the player to move may lay, whether or not they fit."""
        return exploring.open_tiles(self.state) if self.phase == EXPLORATION else ()

    @property
    def legal_moves(self) -> Iterator[Move]:
        """Every legal move; none when the game is over."""
        if self.phase == EXPLORATION:
            return exploring.moves(self.state, self._tiles)
        if self.is_over:
            return iter(())
        return settling.moves(self.state)

    def why_illegal(self, move: Move) -> str | None:
        """Return the code of the rule that `move` breaks now; None if it is legal. See `games.fjords.illegal`."""
        if self.is_over:
            return "over"
        if isinstance(move, Draw | Lay):
            return exploring.refuse(self.state, self._tiles, move) if self.phase == EXPLORATION else "phase"
        return settling.refuse(self.state, move) if self.phase != EXPLORATION else "phase"

    def _after(self, move: Move) -> State:
        if not isinstance(move, Draw | Lay):
            return settling.play(self.state, move)
        return self._onward(exploring.play(self.state, self._tiles, move))

    def _onward(self, state: State) -> State:
        """Return the state after everything that happens without a choice, including the change of phase."""
        state = exploring.after_forced_steps(state, self._tiles)
        return settling.begun(state) if exploring.ended(state) else state

    @property
    def is_over(self) -> bool:
        """Whether no player can place another viking."""
        return self.phase == OVER

    def score(self) -> ScoreSheet:
        """Return the score of the current board."""
        return score(self.board)

    @property
    def winner(self) -> str | None:
        """The winner's name: most points, on a tie the later in the order of settlement; None before the end."""
        return self.score().winner if self.is_over else None

    def svg(self, lang: str = "en", shade: Mapping[Cell, str] | None = None) -> str:
        """Return a drawing of the board; see `games.fjords.drawing.board.board_svg`."""
        return board_svg(self.board, lang, shade)
