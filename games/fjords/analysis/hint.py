"""The hint: where a player's next viking matters most in the settlement phase."""

from dataclasses import dataclass
from typing import Any

from games.fjords.analysis.bridge import race_of
from games.fjords.analysis.outlook import look
from games.fjords.board import Board, Player
from games.fjords.runes import MOVE_RUNES

SECONDS = 5.0


@dataclass(frozen=True)
class Settlement:
    """A tile where the player may settle.

    Attributes:
        q: The tile's column.
        r: The tile's row.
        swing: What the viking is worth there in points: the margin that best play brings after it, less the margin
            if the player could pass instead and the next player moved. Zero says that the tile can wait.
        lower: The least that the swing can be.
        upper: The most that the swing can be.
    """

    q: int
    r: int
    swing: int
    lower: int
    upper: int


@dataclass(frozen=True)
class Hint:
    """What is known of a board to the player who is to move; margins are own total minus best other total.

    Attributes:
        exact: Whether `value` is proved to be what best play brings.
        value: The margin at the end of the game after best play; if not exact, the best guess.
        lower: A margin that the player can be sure of, whatever the others do.
        upper: A margin that the player cannot be sure to surpass.
        moves: The tiles where the player may settle, best first.
        left_out: The rune sets in play whose moves are not looked at.
    """

    exact: bool
    value: int
    lower: int
    upper: int
    moves: tuple[Settlement, ...]
    left_out: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as the command prints it."""
        moves = [{"q": move.q, "r": move.r, "swing": move.swing} for move in self.moves]
        return {"exact": self.exact, "value": self.value, "moves": moves}


def hint(board: Board, player: str | Player, time_limit: float = SECONDS) -> Hint:
    """Tell what the settlement phase is worth to `player`, who is to move, and where a viking matters most.

    The rules carried: settling, being skipped when no viking can be placed, undisputed tiles, Strength, Water, Home
    and Friendship. For two players everybody is taken to play best, and the value is exact unless time runs out. For
    one, three or four the bounds hold whatever anybody does, and the value and the swings are guesses from looking
    ahead with all others playing against `player`.

    A board does not tell which Journey, Horse and Wisdom runes are still unspent. They are taken as spent: nobody
    settles by them any more. `left_out` names those of them that are in play.

    Args:
        board: The board, in the settlement phase.
        player: The player to move, or that player's name.
        time_limit: The seconds allowed; a proved answer comes as soon as it is found.

    Raises:
        KeyError: Nobody at the table has that name.
    """
    race, cells = race_of(board, player)
    seen = look(race, time_limit)
    moves = tuple(Settlement(*cells[choice.tile], choice.swing, choice.lower, choice.upper) for choice in seen.choices)
    left_out = tuple(rune for rune in MOVE_RUNES if rune in board.rules.runes)
    return Hint(seen.exact, seen.value, seen.lower, seen.upper, moves, left_out)
