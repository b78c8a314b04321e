"""A game as a stack of moves; the base of all games that are played move by move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from games.illegal import IllegalMove

S = TypeVar("S")
M = TypeVar("M")


class MoveStack(ABC, Generic[S, M]):
    """The positions of a game and the moves between them; `S` is the type of a position, `M` that of a move."""

    ILLEGAL: ClassVar[type[IllegalMove]] = IllegalMove
    """The class of the error that `push` raises."""

    def __init__(self, opening: S, moves: Iterable[M] = ()) -> None:
        """Begin at `opening` and play `moves`; raises `IllegalMove` at the first that breaks a rule."""
        self._states = [opening]
        self._moves: list[M] = []
        for move in moves:
            self.push(move)

    @property
    def state(self) -> S:
        """The current position."""
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
        """Make a move; raises `IllegalMove`, which names the broken rule, and leaves the game unchanged then."""
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
