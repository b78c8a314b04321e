"""Export and import of games: the whole game as JSON, and tables of events and scores as CSV."""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from companion.language import N_
from companion.problems import Problem
from companion.record.events.games import Ended, SetUp, Undone
from companion.record.events.log import HAND, ORIGINS, PHOTO, Entry, Event, Origin, data_of, event_of, now
from companion.record.exchange.movetext import events_of_record
from companion.record.exchange.rehearsal import rehearse
from companion.record.from_board import events_of_board
from companion.record.storage.bounds import time_of
from companion.record.storage.library import StoredGame
from companion.record.timeline import Timeline, timeline_of
from games.documents import FORMAT as BOARD
from games.documents import DocumentError
from games.fjords.board import Board
from games.fjords.play.record import FIRST_LINE
from games.fjords.rulebook import RULEBOOK
from games.incoming import LARGEST_DOCUMENT, parse_json
from games.rulebook import rulebook_of

FORMAT, VERSION = "longhouse-game", 1
_MAX_EVENTS = 4_000
"""Events of an imported game at most."""
_UNKNOWN = N_(
    "This is not a game that can be imported; choose a file that Longhouse exported, a board, or a record text."
)
TOO_LARGE = N_("This file is too large for a game; choose a file that Longhouse exported.")

Game = tuple[str, datetime, list[Entry]]
"""An imported game: its unique name, its beginning, its log."""


def game_json(stored: StoredGame) -> str:
    """Return a whole game as JSON, which `game_from` reads without loss."""
    written = {
        "format": FORMAT,
        "version": VERSION,
        "game": stored.timeline.position.game,
        "id": stored.uid,
        "begun": stored.begun.isoformat(),
        "events": [
            {"number": e.number, "at": e.at.isoformat(), "origin": e.origin, **data_of(e.event)}
            for e in stored.timeline.entries
        ],
    }
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def game_from(data: bytes) -> Game:
    """Return the game in a file: an exported game, a board document, or a record text.

    It is replayed, and everything that pages and exports show of it is computed once.

    Raises:
        Problem: the file is none of these.
        DocumentError: it is one of the first two, but a field is invalid, or the game cannot be replayed.
    """
    uid, begun, entries = _read(data)
    stored = StoredGame(0, uid, begun, timeline_of(entries))
    rehearse(stored)
    for write in (game_json, events_csv, scores_csv):
        write(stored)
    return uid, begun, entries


def timeline_in(document: dict[str, Any]) -> Timeline:
    """Return the log of an exported game, as parsed from JSON; it can be replayed.

    Raises:
        Problem: it has too many events.
        DocumentError: a field is invalid, or the game cannot be replayed.
    """
    uid, begun, entries = _from_document(document)
    stored = StoredGame(0, uid, begun, timeline_of(entries))
    rehearse(stored)
    return stored.timeline


def _read(data: bytes) -> Game:
    if len(data) > LARGEST_DOCUMENT:
        raise Problem(TOO_LARGE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(_UNKNOWN) from None
    if text.lstrip().startswith(FIRST_LINE):
        return _begun_now(events_of_record(text))
    try:
        document = parse_json(text)
    except DocumentError:
        raise
    except (ValueError, RecursionError):
        raise Problem(_UNKNOWN) from None
    if not isinstance(document, dict):
        raise Problem(_UNKNOWN)
    if document.get("format") == FORMAT:
        return _from_document(document)
    if "tiles" in document and document.get("game", "fjords") == "fjords":
        return _begun_now(events_of_board(Board.from_document(document)))
    if document.get("format") == BOARD:
        rulebook_of(document).read(document)  # its errors name the fields as the document does
        return _begun_now([event_of({"event": "board-entered", "document": document})])
    raise Problem(_UNKNOWN)


def game_of_photo(board: Board, setup: SetUp, uid: str = "") -> Game:
    """Return the game of a board that was read from a photo; it is over where nobody can settle any more.

    Args:
        board: the board.
        setup: how the game is set up.
        uid: its unique name, 32 hexadecimal digits; a new one where it is empty.
    """
    ending = [Ended()] if RULEBOOK.over(board) else []
    return _begun_now([setup, *(e for e in events_of_board(board) if not isinstance(e, SetUp)), *ending], PHOTO, uid)


def _begun_now(events: Iterable[Event], origin: Origin = HAND, uid: str = "") -> Game:
    at = now()
    entries = [Entry(number, at, origin, event) for number, event in enumerate(events, start=1)]
    return uid or uuid.uuid4().hex, at, entries


def _from_document(document: dict[str, Any]) -> Game:
    if document.get("version") != VERSION:
        raise DocumentError("version", "unknown", document.get("version"))
    events, uid = document.get("events"), document.get("id")
    if not isinstance(events, list):
        raise DocumentError("events", "missing" if events is None else "type", events)
    if not isinstance(uid, str) or not re.fullmatch("[0-9a-f]{32}", uid):
        raise DocumentError("id", "missing" if uid is None else "value", uid)
    if len(events) > _MAX_EVENTS:
        raise Problem(TOO_LARGE)
    entries = [_entry(data, number) for number, data in enumerate(events, start=1)]
    return uid, _time(document.get("begun"), "begun"), entries


def _entry(data: object, number: int) -> Entry:
    field = f"events[{number - 1}]"
    if not isinstance(data, dict):
        raise DocumentError(field, "type", data)
    if data.get("number") != number:
        raise DocumentError(f"{field}.number", "value", data.get("number"))
    if data.get("origin") not in ORIGINS:
        raise DocumentError(f"{field}.origin", "unknown", data.get("origin"))
    event = event_of(data, field)
    if isinstance(event, Undone) and event.entry >= number:
        raise DocumentError(f"{field}.entry", "value", event.entry)
    return Entry(number, _time(data.get("at"), f"{field}.at"), data["origin"], event)


def _time(value: object, field: str) -> datetime:
    try:
        return time_of(value)
    except ValueError:
        raise DocumentError(field, "missing" if value is None else "value", value) from None


def events_csv(stored: StoredGame) -> str:
    """Return the log as CSV, a row for each event; undone ones are marked."""
    undone = stored.timeline.undone
    heading = ["number", "at", "origin", "event", "kind", "colour", "q", "r", "counts"]
    rows = []
    for entry in stored.timeline.entries:
        data = data_of(entry.event)
        about = [data.get(name, "") for name in ("event", "kind", "colour", "q", "r")]
        rows.append([entry.number, entry.at.isoformat(), entry.origin, *about, int(entry.number not in undone)])
    return csv_table(heading, rows)


def scores_csv(stored: StoredGame) -> str:
    """Return the scores as CSV, a row for each player, best first."""
    rows = [score.to_dict() for _, score in stored.timeline.result.ranking]
    heading = ["rank", *(rows[0] if rows else ["player"])]
    return csv_table(heading, [[rank, *row.values()] for rank, row in enumerate(rows, start=1)])


def for_spreadsheets(table: str) -> bytes:
    """Return a CSV table as UTF-8 with a byte order mark, by which spreadsheets recognise the encoding."""
    return table.encode("utf-8-sig")


def csv_table(heading: list[str], rows: Iterable[list[object]]) -> str:
    """Return a table as CSV, without anything that a spreadsheet would take for a formula."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(heading)
    table.writerows([_harmless(value) for value in row] for row in rows)
    return written.getvalue()


def _harmless(value: object) -> object:
    """Return a value that a spreadsheet does not interpret as a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
