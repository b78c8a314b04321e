"""The players of a game, of any rules, with their scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.scoring.tally import Tally


@dataclass(frozen=True)
class Player:
    """A player and the player's colours."""

    name: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """One player's line of the score document."""

    player: str
    line: Mapping[str, Any]

    @property
    def total(self) -> int:
        """Total points; where the line is of an intermediate scoring, the points gained in it."""
        return int(self.line.get("total", self.line.get("points", 0)))

    def to_dict(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        return dict(self.line)


@dataclass(frozen=True)
class Scores:
    """The scores in the order of the board's players, the winner's name if there is one, and who shares a victory."""

    scores: tuple[Score, ...]
    winner: str | None
    shared: tuple[str, ...] = ()

    @property
    def winners(self) -> frozenset[str]:
        """Names of the winner, or of all who share the victory."""
        return frozenset(self.shared if self.winner is None else (self.winner,))


@dataclass(frozen=True)
class Result:
    """The game, its players and their scores, and whether the board shows that it is over."""

    game: str
    players: tuple[Player, ...]
    scores: Scores
    is_decided: bool = False

    @property
    def ranking(self) -> list[tuple[Player, Score]]:
        """The players with their scores, best first; the winner of a tie comes first."""
        pairs = zip(self.players, self.scores.scores, strict=True)
        return sorted(pairs, key=lambda pair: (-pair[1].total, pair[1].player not in self.scores.winners))


def result_of(tally: Tally) -> Result:
    """Return the result of a tally."""
    lines = tuple(Score(line["player"], line) for line in tally.score["scores"])
    colours = tally.rulebook.colours
    return Result(
        tally.rulebook.name,
        tuple(Player(line.player, tuple(colours(tally.board, line.player))) for line in lines),
        Scores(lines, tally.score["winner"], tuple(tally.score.get("shared", ()))),
        tally.is_decided,
    )
