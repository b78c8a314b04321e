"""Violations of the rules in the last move of a recorded game."""

from __future__ import annotations

from companion.record.events import SEEN, SetUp, where
from companion.record.timeline import Step, Timeline
from companion.scoring.fjords_tally import FjordsTally
from companion.web.board.course import course_of
from games.fjords.board import VIKING, Board
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warning import Warning
from games.hexgrid import Cell

_BURST_S = 1.0
"""Events recorded within so many seconds come from the same picture."""
_BOARD_EVENTS = (
    "tile-laid",
    "tile-moved",
    "tile-removed",
    "piece-placed",
    "piece-removed",
    "rune-placed",
    "rune-removed",
)


def last_move_warnings(timeline: Timeline, now: FjordsTally) -> tuple[Warning, ...]:
    """Return the violations in the last move that the camera saw, with all later corrections.

    Warnings about the board itself are those of `games.fjords.checks.warnings.status`. While a hand hides the table,
    two players may move one after the other; a player makes several moves only by placing several vikings.

    Args:
        timeline: the game's log.
        now: the tally of the last position.
    """
    steps = list(timeline.steps())
    burst = _last_burst(steps)
    if not burst or burst[0] == 0:
        return ()
    earlier = steps[burst[0] - 1].position
    position = timeline.position
    before = Board.from_document(earlier.as_known_later(position, _corrected_beside(steps, burst)).document())
    if not before.tiles:
        return ()
    settles = any(_is_viking(steps[number]) for number in burst)
    # Settlement has an order of its own, which the judge knows.
    turn = None if settles else _at_turn(before, position.setup)
    known = Known(turn=turn, last_tile=_last_tile(steps[: burst[0]]))
    judged = judge(before, now.board, known)
    lasting = set(now.notices)
    vikings = [p.colour for p in judged.changes.placed if p.kind == VIKING]
    greedy = len(set(vikings)) < len(vikings)
    return tuple(w for w in judged.warnings if w not in lasting and (w.code != "several-moves" or greedy))


def _last_burst(steps: list[Step]) -> range:
    """Return the indices of the steps from the camera's last picture."""
    seen = [n for n, s in enumerate(steps) if s.entry.origin == SEEN and s.entry.event.event in _BOARD_EVENTS]
    if not seen:
        return range(0)
    first = seen[-1]
    for number in reversed(seen):
        if (steps[seen[-1]].entry.at - steps[number].entry.at).total_seconds() > _BURST_S:
            break
        first = number
    return range(first, seen[-1] + 1)


def _corrected_beside(steps: list[Step], burst: range) -> set[Cell]:
    """Return the cells that were corrected after the camera's last picture, without those that it changed itself."""
    seen = {where(steps[number].entry.event) for number in burst if steps[number].entry.origin == SEEN}
    later = {where(step.entry.event) for step in steps[burst[0] :] if step.entry.origin != SEEN}
    return {cell for cell in later - seen if cell is not None}


def _at_turn(board: Board, setup: SetUp) -> str | None:
    turns = course_of(board, setup).at_turn
    return next(iter(turns)) if len(turns) == 1 else None


def _last_tile(steps: list[Step]) -> tuple[int, int] | None:
    """Return the cell of the last tile laid, if no viking was placed after it."""
    for step in reversed(steps):
        event = step.entry.event
        if event.event == "tile-laid":
            return event.q, event.r
        if _is_viking(step):
            return None
    return None


def _is_viking(step: Step) -> bool:
    event = step.entry.event
    return event.event == "piece-placed" and event.kind == VIKING
