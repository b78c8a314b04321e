"""The state of the live table: the board, the phase of the game, warnings and questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.record.doubts.asked import Asked
from companion.record.recorder import OTHER_BOARD
from companion.record.storage.library import StoredGame
from companion.scoring.fjords_tally import FjordsTally
from companion.web.base.store import recorder
from companion.web.board.game_phase import GamePhase, phase_of
from companion.web.board.last_move import last_move_warnings
from companion.web.board.overlay import close_up
from companion.web.board.questions import Question, cells_in_doubt, open_doubts, question, questions_to_ask
from companion.web.games.live_record import finished_here, live_tally
from companion.web.table_context import services
from games.fjords.checks.warning import Warning
from games.hexgrid import Cell


@dataclass(frozen=True)
class TableState:
    """Everything that the live table's page depends on, beside what the camera does.

    States are equal, and hash alike, where the page shows the same of them.

    Attributes:
        tally: the board, counted; the same object as long as the board has not changed.
        standing: the warnings that held before the present turn, while the turn is not complete; otherwise ``None``.
        log: the name of the followed game and the number of its last entry; ``None`` where no game is followed.
        other_board: whether the table shows another board than that of the followed game.
        is_over: whether the board is that of a game that was followed until it was over.
        stored: the followed game.
    """

    tally: FjordsTally
    standing: tuple[Warning, ...] | None
    log: tuple[str, int] | None
    other_board: bool
    is_over: bool
    stored: StoredGame | None = field(compare=False)


@dataclass(frozen=True)
class TableView:
    """The live table, evaluated.

    Attributes:
        tally: the board, counted.
        stored: the followed game; ``None`` where the table is not recorded.
        other_board: whether the table shows another board than that of the followed game.
        game_phase: the phase of the game.
        warnings: violations in the last move.
        doubts: open questions about the board, the least confident first.
    """

    tally: FjordsTally
    stored: StoredGame | None
    game_phase: GamePhase
    warnings: tuple[Warning, ...]
    doubts: Sequence[Asked]
    other_board: bool = False

    @property
    def cells_in_doubt(self) -> list[tuple[Cell, bool]]:
        """The cells with open questions, and whether each is about the tile."""
        return cells_in_doubt(self.doubts)

    def question(self, cell: Cell, of_tile: bool, lang: str) -> Question | None:
        """Return the question about a cell, with the detail of the picture that shows it."""
        return question(self.tally.board, cell, of_tile, self.doubts, lang, close_up(self.tally.reading, cell))


def table_state() -> TableState | None:
    """Return the state of the live table; ``None`` before any board was seen."""
    tally, standing = live_tally(), services().table.snapshot.standing
    if tally is None:
        return None
    stored = recorder().current()
    log = None if stored is None else (stored.uid, stored.timeline.last_number)
    is_other = stored is not None and recorder().state == OTHER_BOARD
    return TableState(tally, standing, log, is_other, stored is None and finished_here() is not None, stored)


def table_view(state: TableState) -> TableView:
    """Return the live table in a state, evaluated."""
    tally, standing, stored = state.tally, state.standing, state.stored
    if standing is not None:
        tally = replace(tally, notices=tuple(w for w in tally.notices if w in standing))
    if stored is None:
        # An answer would begin a second game of the board that is saved already.
        return TableView(tally, None, phase_of(tally.board), (), () if state.is_over else _doubts(tally, None))
    if state.other_board:
        return TableView(tally, None, phase_of(tally.board), (), (), other_board=True)
    game_phase = phase_of(tally.board, stored.timeline.position.setup)
    warnings = last_move_warnings(stored.timeline, tally) if standing is None else ()
    return TableView(tally, stored, game_phase, warnings, _doubts(tally, stored))


def _doubts(tally: FjordsTally, stored: StoredGame | None) -> list[Asked]:
    asked = questions_to_ask(tally.board, tally.reading.ask if tally.reading is not None else ())
    if stored is None:
        return asked
    position = stored.timeline.position
    named = {(cell, edge) for cell, edge, _ in position.grounds}
    return open_doubts(asked, position.held, position.held_pieces, position.entered_edges, named)
