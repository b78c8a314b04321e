"""Rule check of the events of a watched table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from companion.live.events import PIECE_PLACED, TILE_LAID, Event, fold
from companion.live.table_change import TableChange
from companion.scoring.doubtful_breaches import without_doubtful
from games.documents import DocumentError
from games.fjords.board import VIKING, Board
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warning import Warning as BoardWarning
from games.fjords.checks.warnings import status
from games.hexgrid import Cell
from vision.reading.reading import Reading

_CODES_OF_TURNS = {"out-of-turn", "several-moves"}
_NOBODYS_PIECE = "nobodys-piece"
_SAME_MOVE_S = 1.0
"""Seconds within which tiles may be reported one after the other though only one of them was just laid; by hand."""
_SETUP_FIELDS = ("players", "rules", "settlement_order")


class Referee:
    """Checks the events of one table against the rules."""

    def __init__(self, setup: Mapping[str, Any] | None = None) -> None:
        """Set the players and rules; without them there are no warnings about turns.

        Raises:
            DocumentError: the setup is malformed.
        """
        if setup is not None and not isinstance(setup, Mapping):
            raise DocumentError("setup", "type", setup)
        if setup is not None and not any(field in setup for field in _SETUP_FIELDS):
            raise DocumentError("players", "missing")  # Another file was named, or its fields are misspelled.
        self._setup = {field: setup[field] for field in _SETUP_FIELDS if field in setup} if setup is not None else None
        # The first look at a table does not show which of its tiles was laid last.
        self._last_tiles: frozenset[Cell] | None = None
        self._laid_at = -inf
        self._open: tuple[Reading | None, tuple[Event, ...]] | None = None
        self._colours: frozenset[str] | None = None
        checked = Board.from_document(self.document(Reading(0, 0, (), ())))
        if checked.players:
            self._colours = frozenset(colour for player in checked.players for colour in player.colours)

    @property
    def colours(self) -> frozenset[str]:
        """The colours of the players in the setup; none without players."""
        return self._colours or frozenset()

    def is_nobodys(self, event: Event) -> bool:
        """Return whether the event is about a piece of a colour that nobody plays."""
        colour = None if event.piece is None else event.piece.colour
        return self._colours is not None and colour is not None and colour not in self._colours

    def document(self, board: Reading) -> dict[str, Any]:
        """Return the board document with the players and rules of the setup, without pieces that nobody plays."""
        document = {**board.to_document(), **(self._setup or {})}
        if self._colours is not None:
            document["pieces"] = [p for p in document["pieces"] if p["colour"] in self._colours]
        return document

    def judged(self, change: TableChange) -> list[BoardWarning]:
        """Return the warnings about a change once it is settled: one of several tiles may be seen a frame later."""
        if change.before is None:  # the first look at a table, or at the next game's, in which nothing was played yet
            self._open = self._last_tiles = None
        before, earlier = self._open or (change.before, ())
        events = (*earlier, *change.events)
        self._open = None if change.settled else (before, events)
        return self._warnings(before, events, change.after, change.frame.at) if change.settled and events else []

    def _warnings(
        self, before: Reading | None, events: Sequence[Event], after: Reading, now: float
    ) -> list[BoardWarning]:
        """Return the warnings that are new after the events, at a time in seconds; all about the first board."""
        board = Board.from_document(self.document(after))
        strange = [
            BoardWarning(_NOBODYS_PIECE, (event.cell,)) for event in events if self.is_nobodys(event) and _came(event)
        ]
        if before is None:
            return [*strange, *without_doubtful(status(board), after)]
        happened = [event for event in events if not event.correction]
        if not happened:
            return strange
        # A corrected misreading was never a move; what was corrected on a new tile came with it.
        lying = {tile.cell for tile in before.tiles}
        known = fold(before, [event for event in events if event.correction and event.cell in lying])
        judged = judge(Board.from_document(self.document(known)), board, Known(last_tiles=self._last_tiles))
        self._remember(happened, now)
        warnings = without_doubtful(judged.warnings, after)
        return strange + [w for w in warnings if self._setup is not None or w.code not in _CODES_OF_TURNS]

    def _remember(self, events: Sequence[Event], now: float) -> None:
        tiles = frozenset(event.cell for event in events if event.name == TILE_LAID)
        if tiles:
            together = now - self._laid_at <= _SAME_MOVE_S
            self._last_tiles = tiles | (self._last_tiles or frozenset()) if together else tiles
            self._laid_at = now
        elif any(event.piece is not None and event.piece.kind == VIKING for event in events):
            self._last_tiles = frozenset()


def _came(event: Event) -> bool:
    return event.name == PIECE_PLACED
