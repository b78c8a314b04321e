"""The final score: buildings, ships, shares and gold, less free spaces and shares that were never issued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games import scores as sheets
from games.nusfjord.board import Board, Harbour


@dataclass(frozen=True)
class Score:
    """One player's points by kind; deductions are negative."""

    player: str
    buildings: int
    ships: int
    shares: int
    gold: int
    free_spaces: int
    unissued: int

    @property
    def total(self) -> int:
        """All the points together."""
        return self.buildings + self.ships + self.shares + self.gold + self.free_spaces + self.unissued

    def to_dict(self) -> dict[str, Any]:
        """Return the score with its total, as the commands print it."""
        return {**asdict(self), "total": self.total}


@dataclass(frozen=True)
class ScoreSheet(sheets.ScoreSheet[Score]):
    """The score of every player, the winner, and the players who share the victory."""

    shared: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the score document: ``scores``, ``winner`` and ``shared``."""
        return {**super().to_dict(), "shared": list(self.shared)}


def score(board: Board) -> ScoreSheet:
    """Count the points of every player, by the printed rules.

    Players who tie for most points share the victory, and there is no single winner. A solo player wins.
    """
    scores = tuple(harbour_score(harbour) for harbour in board.harbours)
    best = _best(scores)
    return ScoreSheet(scores, best[0], ()) if len(best) == 1 else ScoreSheet(scores, None, best)


def harbour_score(harbour: Harbour) -> Score:
    """Count the points of one harbour."""
    return Score(
        player=harbour.name,
        buildings=sum(building.points for building in harbour.buildings),
        ships=sum(ship.points for ship in harbour.ships),
        shares=harbour.shares_owned,
        gold=harbour.gold,
        free_spaces=-harbour.free_spaces,
        unissued=-harbour.unissued,
    )


def _best(scores: Sequence[Score]) -> tuple[str, ...]:
    most = max((row.total for row in scores), default=0)
    return tuple(row.player for row in scores if row.total == most)
