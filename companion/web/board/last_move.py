"""Violations of the rules in the moves of a recorded game: in the last one, and in each as the live page showed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.record.doubts.entered_sides import entered_sides
from companion.record.events.games import SetUp
from companion.record.events.log import SEEN, Entry, where
from companion.record.position import Position
from companion.record.timeline import Step, Timeline
from companion.scoring.doubtful_breaches import without_doubtful
from companion.scoring.fjords_tally import FjordsTally, tally_document
from companion.web.board.game_phase import is_same_picture, phase_of
from games.fjords.board import VIKING, Board, Piece
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warning import Warning
from games.fjords.turns import players_out
from games.hexgrid import Cell

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
    the players may move one after the other, and the only player who is left in the game places all remaining vikings.
    Several moves are a breach only where another player was passed over.

    Args:
        timeline: the game's log.
        now: the tally of the last position.
    """
    steps = list(timeline.steps())
    burst = next(_bursts(steps), range(0))
    return _violations(steps, burst, timeline.position, now)


def warnings_of_moves(timeline: Timeline) -> Mapping[int, tuple[Warning, ...]]:
    """Return the violations of all moves that the camera saw, by the log's number of the last entry of each move.

    They are those that the live page showed before the next move. Those about a cell that was corrected later are left
    out, because what was corrected had been misread.
    """
    steps = list(timeline.steps())
    found = {steps[burst[-1]].entry.number: _when_seen(steps, burst, end) for burst, end in _bursts_with_ends(steps)}
    return {number: warnings for number, warnings in found.items() if warnings}


def warnings_at(timeline: Timeline, entry: Entry) -> tuple[Warning, ...]:
    """Return the violations of the move whose last entry this is, in the manner of `warnings_of_moves`."""
    if entry.origin != SEEN or entry.event.event not in _BOARD_EVENTS:
        return ()
    steps = list(timeline.steps())
    for burst, end in _bursts_with_ends(steps):
        if steps[burst[-1]].entry.number == entry.number:
            return _when_seen(steps, burst, end)
    return ()


def _when_seen(steps: Sequence[Step], burst: range, end: int) -> tuple[Warning, ...]:
    """Return the violations of a move with the corrections before the next one, but none about what was misread.

    Args:
        steps: the whole game.
        burst: the indices of the steps of the move.
        end: the index of the first step of the next move.
    """
    position = steps[end - 1].position
    found = _violations(steps[:end], burst, position, tally_document(position.document()))
    wrong = _corrected_after(steps[burst[-1] + 1 :])
    return tuple(warning for warning in found if wrong.isdisjoint(warning.tiles))


def _corrected_after(steps: Sequence[Step]) -> set[Cell | None]:
    """Return the cells that were corrected in these steps."""
    return {where(step.entry.event) for step in steps if step.entry.origin != SEEN}


def _violations(steps: Sequence[Step], burst: range, position: Position, now: FjordsTally) -> tuple[Warning, ...]:
    """Return the violations in a move.

    Args:
        steps: the game up to the next move.
        burst: the indices of the steps of the move.
        position: the last position.
        now: its tally.
    """
    if not burst or burst[0] == 0:
        return ()
    earlier = steps[burst[0] - 1].position
    before = Board.from_document(earlier.as_known_later(position, _corrected_beside(steps, burst)).document())
    if not before.tiles:
        return ()
    settles = any(_is_viking(steps[number]) for number in burst)
    # Settlement has an order of its own, which the judge knows.
    to_move = None if settles else _player_to_move(before, position.setup)
    known = Known(player_to_move=to_move, last_tiles=_last_tiles(steps[: burst[0]]))
    judged = judge(before, now.board, known)
    lasting = set(now.notices)
    vikings = [piece for piece in judged.changes.placed if piece.kind == VIKING]
    sure = without_doubtful(judged.warnings, now.reading, entered_sides(position))
    new = [warning for warning in sure if warning not in lasting]
    return tuple(w for w in new if w.code != "several-moves" or _passes_over(now.board, vikings))


def _passes_over(board: Board, vikings: Sequence[Piece]) -> bool:
    """Return whether somebody placed a further viking though it was the turn of another, in whatever order.

    Args:
        board: the board with these vikings.
        vikings: those that were placed since it was seen last.
    """
    placed = {player.name: [v for v in vikings if v.colour in player.colours] for player in board.players}
    for own in placed.values():
        waiting = {name for name, others in placed.items() if len(others) < len(own) - 1}
        # Each further viking takes places from the others, so that a player who could settle after the first one was
        # passed over.
        if waiting and all(waiting - players_out(_without(board, own, first)) for first in own):
            return True
    return False


def _without(board: Board, vikings: Sequence[Piece], but: Piece) -> Board:
    """Return a board without these vikings, except one of them."""
    return replace(board, pieces=tuple(piece for piece in board.pieces if piece == but or piece not in vikings))


def _bursts(steps: Sequence[Step]) -> Iterator[range]:
    """Yield the indices of the steps of each of the camera's pictures in which something changed, the last first."""
    seen = [n for n, s in enumerate(steps) if s.entry.origin == SEEN and s.entry.event.event in _BOARD_EVENTS]
    while seen:
        last = first = seen.pop()
        while seen and is_same_picture(steps[seen[-1]].entry, steps[last].entry):
            first = seen.pop()
        yield range(first, last + 1)


def _bursts_with_ends(steps: Sequence[Step]) -> Iterator[tuple[range, int]]:
    """Yield the bursts, the last first, each with the index of the first step of the next one."""
    end = len(steps)
    for burst in _bursts(steps):
        yield burst, end
        end = burst[0]


def _corrected_beside(steps: Sequence[Step], burst: range) -> set[Cell]:
    """Return the cells that were corrected after the camera's last picture, without those that it changed itself."""
    seen = {where(steps[number].entry.event) for number in burst if steps[number].entry.origin == SEEN}
    later = {where(step.entry.event) for step in steps[burst[0] :] if step.entry.origin != SEEN}
    return {cell for cell in later - seen if cell is not None}


def _player_to_move(board: Board, setup: SetUp) -> str | None:
    """Return the name of the player whose turn it is; ``None`` where it may be that of several."""
    turns = phase_of(board, setup).at_turn
    return next(iter(turns)) if len(turns) == 1 else None


def _last_tiles(steps: Sequence[Step]) -> frozenset[Cell] | None:
    """Return the cells of which one is that of the last tile laid; none if a viking was placed after it.

    Tiles of one of the camera's pictures may have been laid in any order; of those of the first one nobody knows which
    was the last (``None``).
    """
    for number in reversed(range(len(steps))):
        event = steps[number].entry.event
        if event.event == "tile-laid":
            return _laid_together(steps, number)
        if _is_viking(steps[number]):
            return frozenset()
    return None


def _laid_together(steps: Sequence[Step], last: int) -> frozenset[Cell] | None:
    """Return the cells of tiles that may have been laid with the one of a step; ``None`` for the first picture."""
    if steps[last].entry.origin != SEEN:
        burst = range(last, last + 1)
    else:
        burst = next(_bursts(steps[: last + 1]))
        if burst[0] == 0:
            return None
    events = (steps[number].entry.event for number in burst)
    return frozenset((event.q, event.r) for event in events if event.event == "tile-laid")


def _is_viking(step: Step) -> bool:
    event = step.entry.event
    return event.event == "piece-placed" and event.kind == VIKING
