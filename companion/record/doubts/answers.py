"""Answers to questions about a photo that is no longer at hand, applied to its board document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.record.apply_event import position_after
from companion.record.doubts.asked import is_asked
from companion.record.entered_tile import likely_edges, tile_of
from companion.record.events.cells import CellEntered, Thing, TileLaid, TileRemoved
from companion.record.events.log import HAND, Event
from companion.record.from_board import events_of_board
from companion.record.position import Position
from companion.record.tile_edges import with_entered_edges
from games.documents import DocumentError
from games.fjords.board import LONGHOUSE, Board
from games.fjords.tiles import Tile
from games.hexgrid import Cell
from vision.facts import NONE, RegionsFact
from vision.reading.answers.answer import Answer
from vision.reading.answers.parse import parse_answers
from vision.reading.caveats import STRANGE, is_strange
from vision.vocabulary import COLOURS, RUNES

_PLACE = ("about", "q", "r", "edge", "px")
"""The fields that tell one question from another."""


def answered(document: object, answers: object) -> dict[str, Any]:
    """Return a board document after a person's answers, with the questions that are still open.

    Only the answered places change: without the photo nothing else can be concluded.

    Args:
        document: the board document, with ``ask``.
        answers: a list of questions with ``answer`` added, or one such question; each names its cell.

    Raises:
        DocumentError: one of the two does not have the form.
    """
    before = _mapping(document)
    board = Board.from_document(before)
    asked = [question for question in before.get("ask", ()) if is_asked(question)]
    said = [_mapping(answer) for answer in (answers if isinstance(answers, list) else [answers])]
    places = [_place(answer) for answer in said]
    candidates = [one for question in asked if _place(question) in places for one in question["candidates"]]
    names = (*board.owner, *(one for one in candidates if isinstance(one, str)), *COLOURS)
    after = _board_after(board, parse_answers(said, tuple(map(str, names))))
    ask = [*(question for question in asked if _place(question) not in places), *_runes_to_name(said)]
    caveats = _caveats_left(before.get("caveats"), is_strange(len(after["tiles"]), len(ask)))
    return {
        **after,
        "ask": ask,
        "unseen": before.get("unseen", []),
        **({"caveats": caveats} if caveats else {}),
    }


def _board_after(board: Board, answers: Iterable[Answer]) -> dict[str, Any]:
    """Return the document of a board after answers, with the places of its tiles in the photo.

    Raises:
        DocumentError: an answer names no cell.
    """
    position = Position()
    for event in events_of_board(board):
        position = position_after(position, event, HAND)
    for given in answers:
        if given.cell is None:
            raise DocumentError("q", "missing")
        for event in _events(Board.from_document(position.document()), given.cell, given):
            position = position_after(position, event, HAND)
    after = position.document()
    for tile in after["tiles"]:
        # Places in the photo are no part of a log, but the person still looks at the photo.
        seen = board.tiles.get((tile["q"], tile["r"]))
        tile.update({"px": seen.source["px"]} if seen is not None and "px" in seen.source else {})
    return after


def _caveats_left(caveats: object, strange: bool) -> list[object]:
    """Return the caveats that still hold after answers: all that concern the photo, and `STRANGE` if `strange`."""
    given = caveats if isinstance(caveats, list) else []
    return [code for code in given if code != STRANGE or strange]


def _runes_to_name(said: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a question for each piece that was said to be a rune stone: which rune is on it."""
    about = {"about": "stone", "candidates": [*RUNES, NONE], "confidence": 1 / len(RUNES), "covers": 1}
    return [
        {**{field: answer[field] for field in ("q", "r", "px") if field in answer}, **about}
        for answer in said
        if (answer.get("about"), answer.get("answer")) == ("piece", "stone")
    ]


def _mapping(document: object) -> Mapping[str, Any]:
    if not isinstance(document, Mapping):
        raise DocumentError("document", "type", document)
    return document


def _place(question: Mapping[str, Any]) -> list[Any]:
    return [question.get(field) for field in _PLACE]


def _events(board: Board, cell: Cell, given: Answer) -> list[Event]:
    """Return the events that an answer amounts to; none where only the photo could tell what follows."""
    q, r = cell
    tile = board.tiles.get(cell)
    if tile is None and given.about == "tile" and given.value != NONE:
        return [TileLaid(q=q, r=r, tile=tile_of(likely_edges(board, cell)))]
    if tile is None:
        return []
    if given.about in ("tile", "unseen", "edge", "terrain", "region"):
        if given.value == NONE:
            return [TileRemoved(q=q, r=r)]
        changed = _with_ground(tile, given)
        return [] if changed is None else [TileLaid(q=q, r=r, tile=changed)]
    things = _things(board, cell, given)
    return [] if things is None else [CellEntered(q=q, r=r, things=things)]


def _with_ground(tile: Tile, given: Answer) -> dict[str, Any] | None:
    """Return a tile with an answer about its ground; ``None`` where nothing changes."""
    document = tile.to_document()
    if isinstance(given.value, RegionsFact):
        fact = given.value
        return {**document, "edges": list(fact.edges), "regions": list(fact.regions), "touching": list(fact.touching)}
    if given.edge is None or tile.edges[given.edge] == given.value:
        return None
    return with_entered_edges(document, {given.edge: str(given.value)})


def _things(board: Board, cell: Cell, given: Answer) -> tuple[Thing, ...] | None:
    """Return the contents of a cell after an answer; ``None`` where it does not say enough of them."""
    pieces = tuple(Thing(piece.kind, piece.colour) for piece in board.pieces_at.get(cell, ()))
    runes = tuple(Thing(rune.kind, rune.colour) for rune in board.runes_at.get(cell, ()))
    value = str(given.value)
    if given.about in ("stone", "home"):
        houses = [piece.colour for piece in pieces if piece.kind == LONGHOUSE]
        colour = given.colour or (houses[0] if houses and value == "home" else None)
        return pieces if value == NONE else (*pieces, Thing(value, colour))  # type: ignore[arg-type]
    if value == NONE:
        return runes
    colours = [piece.colour for piece in pieces] or list(board.owner)
    if value == "stone":
        return (Thing("stone"),)
    if given.about == "colour":
        return (*(Thing(piece.kind, value) for piece in pieces), *runes)
    if not colours:
        return None
    return (Thing(value, colours[0]), *runes)  # type: ignore[arg-type]
