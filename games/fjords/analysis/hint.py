"""The hint: the tiles where a player's next viking is worth most in the settlement phase."""

from dataclasses import dataclass
from typing import Any

from games.fjords.analysis.board_race import race_of
from games.fjords.analysis.outlook import outlook_of
from games.fjords.board import Board, Player
from games.fjords.runes import MOVE_RUNES

SECONDS = 5.0
"""The default time limit: in seconds; `benchmarks.speed.endgame` shows how often it is enough for a proof."""


@dataclass(frozen=True)
class Settlement:
    """A tile where the player may settle.

    Attributes:
        q: The tile's column.
        r: The tile's row.
        swing: What the viking is worth there in points: the margin after best play from there, less the margin if the
            player could pass instead. Zero means that the tile can wait.
        lower: The least that the swing can be, in points.
        upper: The most that the swing can be, in points.
    """

    q: int
    r: int
    swing: int
    lower: int
    upper: int


@dataclass(frozen=True)
class Hint:
    """What is known about a position for the player to move; a margin is the own total less the best other, in points.

    Attributes:
        exact: Whether `value` is proved to be the margin after best play.
        value: The margin at the end of the game after best play; an estimate if not exact.
        lower: A margin that the player is sure of, whatever the others do.
        upper: A margin that the player cannot be sure to surpass.
        moves: The tiles where the player may settle, best first.
        left_out: The rune sets in play whose moves are not considered.
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
    """Return the value of the settlement phase for `player`, who is to move, and of each tile to settle.

    These rules are considered: settling, being skipped when no viking can be placed, undisputed tiles, Strength, Water,
    Home and Friendship. For two players both are assumed to play best, and the value is exact unless time runs out. For
    one, three or four players the bounds hold for every line of play, and the value and the swings are estimates of a
    look-ahead in which all others play against `player`.

    A board does not show which Journey, Horse and Wisdom runes are unspent, so all are assumed to be spent. `left_out`
    names those of them that are in play.

    Args:
        board: The board, in the settlement phase.
        player: The player to move, or that player's name.
        time_limit: The seconds allowed; a proved answer comes as soon as it is found.

    Raises:
        KeyError: No player has that name.
    """
    race, cells = race_of(board, player)
    seen = outlook_of(race, time_limit)
    moves = tuple(Settlement(*cells[choice.tile], choice.swing, choice.lower, choice.upper) for choice in seen.choices)
    left_out = tuple(rune for rune in MOVE_RUNES if rune in board.rules.runes)
    return Hint(seen.exact, seen.value, seen.lower, seen.upper, moves, left_out)
