"""Conversion between record texts of whole games and logs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.language import N_
from companion.problems import Problem
from companion.record.events.games import Ended, MoveRecorded, Seat, SetUp
from companion.record.events.log import Event
from companion.record.from_board import events_between
from companion.record.timeline import Timeline
from games.fjords.board import Board
from games.fjords.illegal import IllegalMove
from games.fjords.landscape import Landscape
from games.fjords.play.game import Game
from games.fjords.play.moves import parse_move
from games.fjords.play.record import RecordError, read_record, write_record
from games.fjords.setup import Seat as TableSeat
from games.fjords.setup import Setup
from games.fjords.tilesets.document import SHIPPED, shipped

_BROKEN = N_("The record text cannot be played again; see line {line}.")


def events_of_record(text: str) -> list[Event]:
    """Return the log of the game in a record text.

    Raises:
        Problem: the text is not a record, or contains an illegal move.
    """
    try:
        game = read_record(text)
    except RecordError as error:
        raise _Unplayable(error) from None
    return list(_log_of(game))


class _Unplayable(Problem):
    """A record with a line that cannot be played; where the rules forbid its move, the broken rule is named."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(_BROKEN, line=error.line)
        self._cause = error.__cause__

    def sentence(self, lang: str) -> str:
        said = super().sentence(lang)
        return f"{said} {self._cause.message(lang)}" if isinstance(self._cause, IllegalMove) else said


def _log_of(game: Game) -> Iterator[Event]:
    setup = game.setup
    again = Game(setup)
    yield _set_up(setup, again)
    board = Board(Landscape({}))
    for move in (None, *game.moves):
        if move is not None:
            yield MoveRecorded(move=str(move))
            again.push(move)
        yield from events_between(board, again.board)
        if again.board.settlement_order != board.settlement_order:
            yield _set_up(setup, again)
        board = again.board
    if again.is_over:
        yield Ended()


def _set_up(setup: Setup, game: Game) -> SetUp:
    return SetUp(
        players=tuple(Seat(seat.name, seat.colours) for seat in setup.seats),
        variant=setup.variant,
        runes=tuple(sorted(setup.runes)),
        settlement_order=game.board.settlement_order,
        first=setup.first,
        tiles=setup.tiles.name,
    )


def record_text(timeline: Timeline) -> str | None:
    """Return a game as a record text; ``None`` if its log does not contain every move.

    The moves must lead to the board of the log, which corrections by hand may contradict.
    """
    known = timeline.position.setup
    if known.tiles not in SHIPPED:
        return None
    seats = tuple(TableSeat(seat.name, seat.colours) for seat in known.players)
    moves = [step.entry.event.move for step in timeline.steps() if isinstance(step.entry.event, MoveRecorded)]
    try:
        setup = Setup(seats, known.variant, frozenset(known.runes), shipped(known.tiles), known.first)
        game = Game(setup, map(parse_move, moves))
    except (IllegalMove, ValueError):
        return None
    return write_record(game) if not list(events_between(game.board, timeline.fjords_tally.board)) else None
