"""The result of best play at each viking of a game between two players."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from companion.record.position import Piece, Position
from companion.record.timeline import Timeline
from companion.web.games.view import shown_steps
from games.fjords.analysis import Hint, hint
from games.fjords.board import VIKING, Board
from games.fjords.scoring import score
from games.hexgrid import Cell

LARGEST_SWINGS = 3
"""Moves that are named as having decided a game, at most; chosen by hand."""
_POSITION_S = 0.7
"""Seconds for one position. Most are proved in 0.01 s; those that are not proved in 0.7 s rarely are in 3 s."""
_GAME_S = 20.0
"""Seconds for a whole game; positions before those that were reached in this time stay unknown."""


@dataclass(frozen=True)
class Valued:
    """The value of a position: how far the first player ends ahead of the second if both play best, in points.

    Attributes:
        step: the number of the step that follows, among those shown to people.
        value: the margin, an estimate where the bounds differ.
        lower: the least that it can be.
        upper: the most that it can be.
        mover: the name of the player who then placed a viking; empty at the end of the game.
        cell: where; ``None`` at the end of the game.
        best: where best play would have placed it; ``None`` where nothing is better than what was played.
    """

    step: int
    value: int
    lower: int
    upper: int
    mover: str = ""
    cell: Cell | None = None
    best: Cell | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the value is proved."""
        return self.lower == self.upper


@dataclass(frozen=True)
class Swing:
    """A viking that changed the value of best play: points that the player to move gave away."""

    before: Valued
    points: int


@dataclass(frozen=True)
class BestPlay:
    """The values of a game's positions.

    Attributes:
        values: before each viking, and at the end; ``None`` where the time did not suffice.
    """

    values: tuple[Valued | None, ...]

    @property
    def known(self) -> list[Valued]:
        """The known values; those are the last ones of the game."""
        return [value for value in self.values if value is not None]

    @cached_property
    def swings(self) -> tuple[Swing, ...]:
        """The largest swings, the largest first, between positions whose values are proved."""
        pairs = pairwise(self.known)
        found = [Swing(b, abs(a.value - b.value)) for b, a in pairs if b.is_exact and a.is_exact and a.value != b.value]
        return tuple(sorted(found, key=lambda swing: (-swing.points, swing.before.step))[:LARGEST_SWINGS])

    def rank(self, value: Valued) -> int:
        """Return the rank, from 1, of the swing that begins at this position; 0 where it is none of the largest."""
        return next((rank for rank, swing in enumerate(self.swings, 1) if swing.before is value), 0)


def is_computable_for(board: Board) -> bool:
    """Return whether best play can be computed: between two players, after the first viking."""
    return len(board.players) == 2 and any(piece.kind == VIKING for piece in board.pieces)


def best_play(timeline: Timeline, progress: Callable[[int, int], None] = lambda _done, _all: None) -> BestPlay:
    """Return the values of all positions of a game, the last ones first for as long as the time lasts.

    The vikings are placed one after the other on the last board, with all that was corrected in the meantime. Of those
    that stood on it when the record began the order is unknown; no position before them is valued.

    Args:
        timeline: the log of a game for whose last board `is_computable_for` is true.
        progress: called with how many positions are done, and how many there are.
    """
    end = time.monotonic() + _GAME_S
    vikings, opening = _vikings(timeline), _opening_step(timeline)
    valued = [number for number, (step, _) in enumerate(vikings) if step > opening]
    values: list[Valued | None] = [_end(timeline, vikings[-1][0] + 1)]
    for done, number in enumerate(reversed(valued)):
        progress(done, len(valued))
        values.append(_valued(timeline.position, vikings, number) if time.monotonic() < end else None)
    return BestPlay(tuple(reversed(values)))


def _opening_step(timeline: Timeline) -> int:
    """Return the number of the step that shows the board on which the record begins; 0 where it begins with a move."""
    return next((number for number, step in enumerate(shown_steps(timeline), 1) if step.opens), 0)


def _vikings(timeline: Timeline) -> list[tuple[int, Piece]]:
    """Return the vikings of the last board, each with the step since which it stood there, in this order."""
    since: dict[Piece, int] = {}
    for number, step in enumerate(shown_steps(timeline), 1):
        standing = [piece for piece in step.position.pieces if piece.kind == VIKING]
        since = {piece: since.get(piece, number) for piece in standing}
    last = (piece for piece in timeline.position.pieces if piece in since)
    return sorted(((since[piece], piece) for piece in last), key=lambda pair: pair[0])


def _end(timeline: Timeline, step: int) -> Valued:
    first, second = (row.total for row in score(Board.from_document(timeline.position.document())).scores)
    return Valued(step, first - second, first - second, first - second)


def _valued(last: Position, vikings: Sequence[tuple[int, Piece]], number: int) -> Valued:
    """Return the value of the position before a viking."""
    later = {piece for _, piece in vikings[number:]}
    board = Board.from_document(replace(last, pieces=tuple(p for p in last.pieces if p not in later)).document())
    step, viking = vikings[number]
    mover = board.owner[viking.colour or ""].name
    found = hint(board, mover, _POSITION_S)
    sign = 1 if mover == board.players[0].name else -1
    low, high = sorted((sign * found.lower, sign * found.upper))
    return Valued(step, sign * found.value, low, high, mover, viking.cell, _better(found, viking.cell))


def _better(found: Hint, cell: Cell) -> Cell | None:
    """Return the best cell, if that is better than the one that was chosen."""
    ranked = list(_swings(found))
    chosen = next((swing for place, swing in ranked if place == cell), None)
    if not ranked or chosen is None or ranked[0][1] <= chosen:
        return None
    return ranked[0][0]


def _swings(found: Hint) -> Iterator[tuple[Cell, int]]:
    for move in found.moves:
        yield (move.q, move.r), move.swing
