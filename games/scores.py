"""What the scores of all games share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class Line(Protocol):
    """One player's score."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as a line of the score document."""


L = TypeVar("L", bound=Line)


@dataclass(frozen=True)
class ScoreSheet(Generic[L]):
    """The score of every player, in the order of the document, and who wins; nobody where they tie."""

    scores: tuple[L, ...]
    winner: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the score document: ``scores`` and ``winner``."""
        return {"scores": [line.to_dict() for line in self.scores], "winner": self.winner}
