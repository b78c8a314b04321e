"""What of the last thing that happened in a kept game was against the rules."""

from __future__ import annotations

from companion.record.events import SEEN, SetUp, where
from companion.record.timeline import Step, Timeline
from companion.scoring.fjords_tally import FjordsTally
from companion.web.board.course import course_of
from games.fjords.board import VIKING, Board
from games.fjords.judge import Known, judge
from games.fjords.warnings import Warning
from games.hexgrid import Cell

_TOGETHER = 1.0
"""Seconds; what is recorded within such a time was seen in one picture."""
_TOLD = ("tile-laid", "tile-moved", "tile-removed", "piece-placed", "piece-removed", "rune-placed", "rune-removed")


def last_move_warnings(timeline: Timeline, now: FjordsTally) -> tuple[Warning, ...]:
    """Return what the rules say of what the camera saw last, with all that was corrected since.

    How the board lies is not told here; `games.fjords.warnings.status` says that. While a hand hides the table two
    players may move one after the other; only where one player has placed several vikings were they several moves.

    Args:
        timeline: the game's log.
        now: the board as it lies last, counted.
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
    # Who settles first is not who would have laid the next tile; the judge knows the order of settlement itself.
    turn = None if settles else _at_turn(before, position.setup)
    known = Known(turn=turn, last_tile=_last_tile(steps[: burst[0]]))
    judged = judge(before, now.board, known)
    lasting = set(now.notices)
    vikings = [p.colour for p in judged.changes.placed if p.kind == VIKING]
    greedy = len(set(vikings)) < len(vikings)
    return tuple(w for w in judged.warnings if w not in lasting and (w.code != "several-moves" or greedy))


def _last_burst(steps: list[Step]) -> range:
    """Return the numbers of the steps that the camera's last picture brought."""
    seen = [n for n, s in enumerate(steps) if s.entry.origin == SEEN and s.entry.event.event in _TOLD]
    if not seen:
        return range(0)
    first = seen[-1]
    for number in reversed(seen):
        if (steps[seen[-1]].entry.at - steps[number].entry.at).total_seconds() > _TOGETHER:
            break
        first = number
    return range(first, seen[-1] + 1)


def _corrected_beside(steps: list[Step], burst: range) -> set[Cell]:
    """Return the cells that were corrected since the camera's last picture, which changed nothing there itself."""
    seen = {where(steps[number].entry.event) for number in burst if steps[number].entry.origin == SEEN}
    later = {where(step.entry.event) for step in steps[burst[0] :] if step.entry.origin != SEEN}
    return {cell for cell in later - seen if cell is not None}


def _at_turn(board: Board, setup: SetUp) -> str | None:
    turns = course_of(board, setup).at_turn
    return next(iter(turns)) if len(turns) == 1 else None


def _last_tile(steps: list[Step]) -> tuple[int, int] | None:
    """Return the tile that was laid last, if nothing but pieces came after it."""
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
