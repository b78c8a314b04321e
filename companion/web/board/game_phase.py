"""The phase of a game, and the players who may be at turn, from the board and the set-up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.record.events.cells import PiecePlaced
from companion.record.events.games import SetUp
from companion.record.events.log import Entry
from companion.record.timeline import Timeline
from games.fjords.board import VIKING, Board
from games.fjords.checks.warnings import START_TILES
from games.fjords.play.state import EXPLORATION, OVER, SETTLEMENT
from games.fjords.turns import may_move_next, players_out, settlement_order

_SAME_PICTURE_S = 1.0
"""Seconds up to which events that the camera saw count as seen in one picture, so that their order is unknown: each
event of a picture is written on its own, with the time at which it was."""


@dataclass(frozen=True)
class GamePhase:
    """The phase of a game.

    Attributes:
        phase: ``exploration``, ``settlement`` or ``over``.
        at_turn: the names of those who may be at turn; empty where that is not known.
        out: the names of those who can settle nowhere any more.
        ended: whether a person has declared the game over.
    """

    phase: str
    at_turn: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    ended: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the points are final, so that the leader has won."""
        return self.ended or self.phase == OVER


def phase_of(board: Board, setup: SetUp | None = None) -> GamePhase:
    """Return the phase of a game.

    During exploration the turn follows from the first player and the number of tiles laid beyond the three
    start tiles; afterwards from the settlement order and the number of vikings that each player has placed.

    Args:
        board: the board.
        setup: the players and the first of them; without it turns in exploration are unknown.
    """
    if not any(piece.kind == VIKING for piece in board.pieces):
        return GamePhase(EXPLORATION, _explorer(board, setup))
    out = players_out(board)
    if len(out) == len(board.players):
        return GamePhase(OVER, out=out)
    return GamePhase(SETTLEMENT, may_move_next(board), out)


def _explorer(board: Board, setup: SetUp | None) -> frozenset[str]:
    names = [seat.name for seat in setup.players] if setup is not None else []
    if setup is None or setup.first not in names:
        return frozenset()
    laid = max(0, len(board.tiles) - START_TILES)
    return frozenset((names[(names.index(setup.first) + laid) % len(names)],))


def is_same_picture(earlier: Entry, later: Entry) -> bool:
    """Return whether two entries of the camera may come from the same picture."""
    return (later.at - earlier.at).total_seconds() <= _SAME_PICTURE_S


def settled_order(timeline: Timeline) -> SetUp | None:
    """Return the set-up with the order of settlement that follows from the first viking; ``None`` where none does.

    None follows where the order is known already, nobody has settled, or several players have at once.
    """
    setup = timeline.position.setup
    names = {colour: seat.name for seat in setup.players for colour in seat.colours}
    if setup.settlement_order or len(setup.players) < 2:
        return None
    vikings = [
        (step, names.get(event.colour))
        for step in timeline.steps()
        if isinstance(event := step.entry.event, PiecePlaced) and event.kind == VIKING
    ]
    if not vikings:
        return None
    first = vikings[0][0]
    owners = {owner for step, owner in vikings if is_same_picture(first.entry, step.entry)}
    name = owners.pop() if len(owners) == 1 else None
    if name is None or any(p.kind == VIKING and names.get(p.colour or "") != name for p in first.position.pieces):
        return None
    return replace(setup, settlement_order=settlement_order([seat.name for seat in setup.players], name))
