"""The score: a point for each viking, undisputed tiles, the points of runes, and the winner."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from games import scores as sheets
from games.fjords.board import VIKING, Board
from games.fjords.runes import friendship_points, home_points, strength_points, water_points
from games.fjords.settlement import claims, placed_all


@dataclass(frozen=True)
class Score:
    """One player's points by kind, and the numbers of tiles that the player can still reach."""

    player: str
    vikings: int
    undisputed: int
    strength: int
    water: int
    friendship: int
    home: int
    secure: int
    contested: int

    @property
    def total(self) -> int:
        """All the points together; what is secure or contested only counts once it is undisputed or settled."""
        return self.vikings + self.undisputed + self.strength + self.water + self.friendship + self.home

    def to_dict(self) -> dict[str, Any]:
        """Return the score with its total, as the commands print it."""
        return {**asdict(self), "total": self.total}


ScoreSheet = sheets.ScoreSheet[Score]
"""The score of every player of Fjords, and the winner."""


def score(board: Board) -> ScoreSheet:
    """Return the score of a board in its present state, by the printed rules.

    Each viking is a point. A player whose vikings are all on the board scores a point for each tile that no other
    player can reach. Runes score by their own rules. A tie goes to the tied player later in
    `board.settlement_order`; without that order a tie has no winner.
    """
    open_to = claims(board)
    strength, water = strength_points(board), water_points(board)
    friendship, home = friendship_points(board), home_points(board)
    scores = []
    for player in board.players:
        name = player.name
        secure = len(open_to[name].secure)
        scores.append(
            Score(
                player=name,
                vikings=board.count(player, VIKING),
                undisputed=secure if placed_all(board, player) else 0,
                strength=strength[name],
                water=water[name],
                friendship=friendship[name],
                home=home[name],
                secure=secure,
                contested=len(open_to[name].contested),
            )
        )
    return ScoreSheet(tuple(scores), _winner(scores, board.settlement_order))


def _winner(scores: list[Score], order: tuple[str, ...]) -> str | None:
    best = max((score.total for score in scores), default=0)
    tied = [score.player for score in scores if score.total == best]
    if len(tied) == 1:
        return tied[0]
    if not tied or any(name not in order for name in tied):
        return None
    return max(tied, key=order.index)
