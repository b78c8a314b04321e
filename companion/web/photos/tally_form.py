"""What a page sends about photos: the answers so far, the board as it was read, and a tile's edges."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import request

from companion.language import N_
from companion.problems import Problem
from companion.reader_service import ReadsAnswers, ReadsFiles
from companion.record.entered_tile import tile_of
from companion.taught_copy import answerable_colours
from companion.web.base.cells import cell_from
from companion.web.board.tile_form import edges_of
from companion.web.photos.choices import place_of
from companion.web.table_context import services
from games.documents import DocumentError
from games.incoming import parse_json
from vision.reading.answers.answer import Answer
from vision.reading.answers.parse import parse_answers
from vision.vocabulary import COLOURS

UNKNOWN_ANSWER = N_("This answer is not valid; tally the photo again.")
_ONE_PHOTO = N_("Answers belong to one photo; send it by itself.")


def sent_answers(photos: int) -> tuple[str, tuple[Answer, ...]]:
    """Return the answers that were sent with a photo, as JSON and parsed.

    Raises:
        DocumentError: they are malformed.
        Problem: there are several photos, the reader knows of no answers, or a tile's edges are malformed.
    """
    sent = request.form.get("answers", "")
    if not sent:
        return "[]", ()
    reader = services().read
    if photos > 1 or not isinstance(reader, ReadsAnswers | ReadsFiles):
        raise Problem(_ONE_PHOTO)
    try:
        data = parse_json(sent)
        if has_tile_edges() and isinstance(data, list):
            data = [*data, *tile_answers(sent_document())]
    except (ValueError, RecursionError):
        raise Problem(UNKNOWN_ANSWER) from None
    names = answerable_colours(reader.profile) if isinstance(reader, ReadsAnswers) else _colours_in(data)
    return json.dumps(data, separators=(",", ":")), parse_answers(data, names)


def _colours_in(answers: object) -> tuple[str, ...]:
    """Return the usual colours and what else answers call one: the profile that names them may be the workers' own."""
    items = [item for item in answers if isinstance(item, Mapping)] if isinstance(answers, list) else []
    named = [item.get("colour") for item in items] + [item.get("answer") for item in items]
    return (*COLOURS, *(name for name in named if isinstance(name, str)))


def sent_document() -> Mapping[str, Any]:
    """Return the board document that was sent; raises `DocumentError` or `ValueError` where it is none."""
    document = parse_json(request.form.get("document", ""))
    if not isinstance(document, Mapping):
        raise DocumentError("document", "type", document)
    return document


def has_tile_edges() -> bool:
    """Return whether the form with a tile's edges was sent."""
    return "edge-0" in request.form


def tile_answers(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the answer that the form with a tile's edges amounts to; raises `Problem` where it is malformed."""
    cell = cell_from(request.form.get("cell", ""))
    if cell is None:
        raise Problem(UNKNOWN_ANSWER)
    tile = tile_of(edges_of(request.form), request.form.get("join", ""))
    regions = {"regions": tile["regions"], "touching": tile["touching"]}
    return [{"about": "region", **place_of(document, cell), "answer": regions}]


def sent_size() -> tuple[int, int]:
    """Return the size of the photo that was sent along with its board, in pixels."""
    return request.form.get("width", 0, int), request.form.get("height", 0, int)
