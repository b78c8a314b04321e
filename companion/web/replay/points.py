"""The points of all players after each step of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.record.position import Position
from companion.record.timeline import Step, Timeline
from companion.web.games.view import shown_steps
from games.fjords.board import VIKING, Board, Player
from games.fjords.scoring import score


@dataclass(frozen=True)
class StepPoints:
    """The points after one of the steps that are shown to people.

    Attributes:
        number: the number of the step, from 1.
        step: the step.
        totals: the points of each player, in the order of the players.
        gains: what the step changed, in the same order.
    """

    number: int
    step: Step
    totals: tuple[int, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True)
class PointsOverTime:
    """The points of a whole game.

    Attributes:
        players: the players of the last board.
        steps: all shown steps.
    """

    players: tuple[Player, ...]
    steps: tuple[StepPoints, ...]

    @property
    def scored(self) -> Sequence[StepPoints]:
        """The steps from the last one without any points; all points of the game lie in them."""
        first = next((n for n, step in enumerate(self.steps) if any(step.totals)), len(self.steps))
        return self.steps[max(0, first - 1) :]

    @property
    def most(self) -> int:
        """The most points that a player had at any time."""
        return max((max(step.totals, default=0) for step in self.steps), default=0)


def points_over_time(timeline: Timeline) -> PointsOverTime:
    """Return the points of a game of Fjords after each shown step, by the players and rules that were entered last."""
    last = timeline.position
    players = Board.from_document(last.document()).players
    return PointsOverTime(players, tuple(_steps(timeline, players)))


def _steps(timeline: Timeline, players: Sequence[Player]) -> Iterator[StepPoints]:
    """Yield the points of all players after each step, with what they gained by it."""
    before = (0,) * len(players)
    for number, step in enumerate(shown_steps(timeline), 1):
        totals = _totals(step.position.as_known_later(timeline.position, ()), players)
        yield StepPoints(number, step, totals, tuple(now - then for now, then in zip(totals, before, strict=True)))
        before = totals


def _totals(position: Position, players: Sequence[Player]) -> tuple[int, ...]:
    # Nothing else scores before the first viking, and counting a board takes 5 ms.
    if not any(piece.kind == VIKING for piece in position.pieces):
        return (0,) * len(players)
    totals = {row.player: row.total for row in score(Board.from_document(position.document())).scores}
    return tuple(totals.get(player.name, 0) for player in players)
