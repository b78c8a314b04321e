"""Who played a game, of whatever rules, and with what score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.scoring.tally import Tally


@dataclass(frozen=True)
class Player:
    """Who sat at the table, and the colours that the player moved."""

    name: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """One player's line of the score document."""

    player: str
    line: Mapping[str, Any]

    @property
    def total(self) -> int:
        """All points; what was gained, where the line tells of a scoring on the way."""
        return int(self.line.get("total", self.line.get("points", 0)))

    def to_dict(self) -> dict[str, Any]:
        """Return the line as commands print it."""
        return dict(self.line)


@dataclass(frozen=True)
class Scores:
    """The lines of all players, in the order of the board's players, and the winner's name if there is one."""

    scores: tuple[Score, ...]
    winner: str | None
    shared: tuple[str, ...] = ()

    @property
    def winners(self) -> frozenset[str]:
        """Everyone who has won: the winner, or all who share the victory where the rules let them."""
        return frozenset(self.shared if self.winner is None else (self.winner,))


@dataclass(frozen=True)
class Result:
    """Who played what game, and with what score."""

    game: str
    players: tuple[Player, ...]
    scores: Scores

    @property
    def ranking(self) -> list[tuple[Player, Score]]:
        """The players with their scores, best first; who wins a tie stands first."""
        pairs = zip(self.players, self.scores.scores, strict=True)
        return sorted(pairs, key=lambda pair: (-pair[1].total, pair[1].player not in self.scores.winners))


def result_of(tally: Tally) -> Result:
    """Return the result of a board that was counted."""
    lines = tuple(Score(line["player"], line) for line in tally.score["scores"])
    colours = tally.rulebook.colours
    return Result(
        tally.rulebook.name,
        tuple(Player(line.player, tuple(colours(tally.board, line.player))) for line in lines),
        Scores(lines, tally.score["winner"], tuple(tally.score.get("shared", ()))),
    )
