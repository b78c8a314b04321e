"""A game as a stack of moves: what all games that are played by moves share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from games.illegal import IllegalMove

S = TypeVar("S")
M = TypeVar("M")


class MoveStack(ABC, Generic[S, M]):
    """The position after each move so far; `S` is what a position is, `M` what a move is."""

    ILLEGAL: ClassVar[type[IllegalMove]] = IllegalMove
    """The error of the game's own rules."""

    def __init__(self, opening: S, moves: Iterable[M] = ()) -> None:
        """Begin at `opening` and play `moves`; raises `IllegalMove` at the first that breaks a rule."""
        self._states = [opening]
        self._moves: list[M] = []
        for move in moves:
            self.push(move)

    @property
    def state(self) -> S:
        """Everything about the position."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves made so far."""
        return tuple(self._moves)

    @abstractmethod
    def why_illegal(self, move: M) -> str | None:
        """Return the code of the rule that `move` breaks now; None if it is legal."""

    @abstractmethod
    def _after(self, move: M) -> S:
        """Return the position after a legal move."""

    def push(self, move: M) -> None:
        """Make a move; raises `IllegalMove`, which says the rule it breaks, and then nothing has changed."""
        code = self.why_illegal(move)
        if code is not None:
            raise self.ILLEGAL(move, code)
        self._states.append(self._after(move))
        self._moves.append(move)

    def pop(self) -> M:
        """Take the last move back and return it; raises `IndexError` where none was made."""
        move = self._moves.pop()
        self._states.pop()
        return move
