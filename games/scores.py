"""The parts of a score that all games have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class Line(Protocol):
    """One player's score."""

    def to_dict(self) -> dict[str, Any]:
        """Return the score as a row of the score document."""


L = TypeVar("L", bound=Line)


@dataclass(frozen=True)
class ScoreSheet(Generic[L]):
    """The score of every player, in the order of the document, and the winner's name; None for a tie."""

    scores: tuple[L, ...]
    winner: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the score document: ``scores`` and ``winner``."""
        return {"scores": [line.to_dict() for line in self.scores], "winner": self.winner}
