"""What of the events of a watched table is against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.live.events import PIECE_PLACED, TILE_LAID, Event, fold
from companion.live.follow import Happening
from games.envelope import DocumentError
from games.fjords.board import VIKING, Board
from games.fjords.judge import Known, judge
from games.fjords.warnings import Warning as BoardWarning
from games.fjords.warnings import status
from games.hexgrid import Cell
from vision.reading.reading import Reading

_OF_TURNS = {"out-of-turn", "several-moves"}
_NOBODYS = "nobodys-piece"
_FIELDS = ("players", "rules", "settlement_order")


class Referee:
    """Judges what happens on one table."""

    def __init__(self, setup: Mapping[str, Any] | None = None) -> None:
        """Take who plays what; without it nothing is said of turns.

        Raises:
            DocumentError: the setup does not have the form.
        """
        if setup is not None and not isinstance(setup, Mapping):
            raise DocumentError("setup", "type", setup)
        self._setup = {field: setup[field] for field in _FIELDS if field in setup} if setup is not None else None
        self._last_tile: Cell | None = None
        self._open: tuple[Reading | None, tuple[Event, ...]] | None = None
        self._colours: frozenset[str] | None = None
        checked = Board.from_document(self.document(Reading(0, 0, (), ())))
        if checked.players:
            self._colours = frozenset(colour for player in checked.players for colour in player.colours)

    @property
    def colours(self) -> frozenset[str]:
        """The colours that the players of the setup play; none without players."""
        return self._colours or frozenset()

    def is_nobodys(self, event: Event) -> bool:
        """Say whether the event is about a piece of a colour that nobody plays."""
        colour = None if event.piece is None else event.piece.colour
        return self._colours is not None and colour is not None and colour not in self._colours

    def document(self, board: Reading) -> dict[str, Any]:
        """Return the board document with the players and the rules of the setup; pieces of nobody are left out."""
        document = {**board.to_document(), **(self._setup or {})}
        if self._colours is not None:
            document["pieces"] = [p for p in document["pieces"] if p["colour"] in self._colours]
        return document

    def judged(self, happening: Happening) -> list[BoardWarning]:
        """Return what is wrong once all that came at once is known: one of several tiles may be seen a frame later."""
        before, earlier = self._open or (happening.before, ())
        events = (*earlier, *happening.events)
        self._open = None if happening.settled else (before, events)
        return self.warnings(before, events, happening.after) if happening.settled and events else []

    def warnings(self, before: Reading | None, events: Sequence[Event], after: Reading) -> list[BoardWarning]:
        """Return what is wrong after the events, and was not before them; of what was first seen, all that is wrong."""
        board = Board.from_document(self.document(after))
        strange = [BoardWarning(_NOBODYS, (event.cell,)) for event in events if self.is_nobodys(event) and _came(event)]
        if before is None:
            return [*strange, *status(board)]
        happened = [event for event in events if not event.mended]
        if not happened:
            return strange
        # What was seen wrongly before was never a move.
        known = fold(before, [event for event in events if event.mended])
        judged = judge(Board.from_document(self.document(known)), board, Known(last_tile=self._last_tile))
        self._remember(happened)
        return strange + [w for w in judged.warnings if self._setup is not None or w.code not in _OF_TURNS]

    def _remember(self, events: Sequence[Event]) -> None:
        tiles = [event.cell for event in events if event.name == TILE_LAID]
        if tiles or any(event.piece is not None and event.piece.kind == VIKING for event in events):
            self._last_tile = tiles[0] if len(tiles) == 1 else None


def _came(event: Event) -> bool:
    return event.name == PIECE_PLACED
