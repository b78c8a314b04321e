"""Tallies of uploaded photos, and answers to the questions about them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.language import N_
from companion.merge_photos import NothingRead, Refused, read_merged
from companion.problems import KNOWN, Problem, sentence
from companion.reader_service import CopyUsed, ReadsAnswers, ReadsFiles
from companion.record.doubts.answers import answered
from companion.record.doubts.certainty import doubts_in, has_winner, questions_that_matter
from companion.record.entered_tile import EDGES, JOINS, tile_of
from companion.scoring.caveats import caveats_in
from companion.scoring.fjords_tally import FjordsTally, tally_document
from companion.taught_copy import PIECES_LEFT_ASIDE, answerable_colours, read_copy_in_file
from companion.web.base.cells import cell_from
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence, wants_fragment, wants_page
from companion.web.base.sent_pictures import read, takes_pictures
from companion.web.base.store import library
from companion.web.board.overlay import CloseUp, close_up, close_up_of_cell
from companion.web.board.tappable import tiles_to_tap
from companion.web.board.tile_form import edges_of, preview_of
from companion.web.board.view import view_of
from companion.web.games.last_players import last_players
from companion.web.photos.choices import choices_of, place_of
from companion.web.photos.keeping import Keeping, keeping_of
from companion.web.photos.other_photos import (
    MAX_PHOTOS,
    OtherPhoto,
    close_up_elsewhere,
    from_field,
    other_photos,
    to_field,
)
from companion.web.photos.questions import PhotoQuestion, photo_question, place_of_question, with_other_answers
from companion.web.photos.verdict import verdict_of
from companion.web.table_context import services
from games.documents import DocumentError
from games.fjords.board import Board
from games.hexgrid import Cell
from games.incoming import parse_json
from vision.imaging.photo import PhotoError
from vision.reading.answers.answer import Answer
from vision.reading.answers.parse import parse_answers
from vision.reading.reading import Reading
from vision.vocabulary import COLOURS

_STATUS = {"too-large": 413, "not-an-image": 415, "empty": 400, "truncated": 400}
_MOST_ASKED = 6
"""Questions that come with a tally: the first is shown, the others are gone on to by who cannot answer it."""
_MANY = N_("That is more photos than one board needs; send at most {most}.")
_ONE_PHOTO = N_("Answers belong to one photo; send it by itself.")
_NO_CELL = N_("Choose a tile on the board first.")
_UNKNOWN = N_("This answer is not valid; tally the photo again.")

pages = Blueprint("photos", __name__, template_folder="templates")


@dataclass(frozen=True)
class _Sent:
    """What is known of the photos that were sent.

    Attributes:
        name: their file names.
        first: the index of the photo that the overlay belongs to.
        refused: those that could not be read, with the errors.
        size: width and height of the photo in pixels, where there is no reading.
        answers: all answers so far, as JSON.
        used: the profile that the photo was read with.
        is_at_hand: whether the page can send the one photo again.
        others: where further photos of the table show its tiles.
    """

    name: str
    first: int = 0
    refused: Refused = ()
    size: tuple[int, int] = (0, 0)
    answers: str = "[]"
    used: CopyUsed | None = None
    is_at_hand: bool = False
    others: tuple[OtherPhoto, ...] = ()


class _EachPhoto:
    """Reads the photos that were sent one after the other.

    Attributes:
        used: the profile that they were read with; where one of them shows another copy of the game, as for that one.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self.used: CopyUsed | None = None

    def __call__(self, _name: str, data: bytes) -> Reading:
        found = read_copy_in_file(services().read, data, self._answers)
        if self.used is None or not self.used.other_copy:
            self.used = found.used
        return found.reading


@pages.post("/tally")
@takes_pictures
def tally() -> Response:
    """Tally the board in the photos of the field ``photo``; none of them is stored.

    The page sends a photo again with all ``answers`` to its questions so far, so that the server needs to keep none.
    """
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
    if len(files) > MAX_PHOTOS:
        return refuse(413, "too-many", _MANY, most=MAX_PHOTOS)
    try:
        said, answers = _answers(len(files))
        photos = [(file.filename or "", partial(read, file)) for file in files]
        reader = _EachPhoto(answers)
        merged = read_merged(photos, reader)
        counted = merged.tally()
    except NothingRead as nothing:
        return _all_refused(nothing.refused)
    except KNOWN as error:
        return _refused(error)
    name, first = ", ".join(merged.used), merged.numbers[0]
    if not wants_fragment() and not wants_page():
        return jsonify(file=merged.used[0], **counted.scores.to_dict(), board=counted.document)
    is_at_hand = len(files) == 1 and wants_fragment()
    others = other_photos(merged)
    return _shown(counted, _Sent(name, first, merged.refused, (0, 0), said, reader.used, is_at_hand, others))


def _answers(photos: int) -> tuple[str, tuple[Answer, ...]]:
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
        if "edge-0" in request.form and isinstance(data, list):
            data = [*data, *_tile_answers(_document())]
    except (ValueError, RecursionError):
        raise Problem(_UNKNOWN) from None
    names = answerable_colours(reader.profile) if isinstance(reader, ReadsAnswers) else _colours_in(data)
    return json.dumps(data, separators=(",", ":")), parse_answers(data, names)


def _colours_in(answers: object) -> tuple[str, ...]:
    """Return the usual colours and what else answers call one: the profile that names them may be the workers' own."""
    items = [item for item in answers if isinstance(item, Mapping)] if isinstance(answers, list) else []
    named = [item.get("colour") for item in items] + [item.get("answer") for item in items]
    return (*COLOURS, *(name for name in named if isinstance(name, str)))


def _document() -> Mapping[str, Any]:
    """Return the board document that was sent; raises `DocumentError` or `ValueError` where it is none."""
    document = parse_json(request.form.get("document", ""))
    if not isinstance(document, Mapping):
        raise DocumentError("document", "type", document)
    return document


def _tile_answers(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the answer that a form with a tile's edges amounts to."""
    cell = cell_from(request.form.get("cell", ""))
    if cell is None:
        raise Problem(_UNKNOWN)
    tile = tile_of(edges_of(request.form), request.form.get("join", ""))
    regions = {"regions": tile["regions"], "touching": tile["touching"]}
    return [{"about": "region", **place_of(document, cell), "answer": regions}]


@pages.post("/tally/answer")
def answer() -> Response:
    """Tally a photo's board after an answer, without the photo; the board document comes with the request."""
    try:
        document = _document()
        given = _tile_answers(document) if "edge-0" in request.form else parse_json(request.form.get("answer", ""))
        counted, others = tally_document(answered(document, given)), from_field(request.form.get("others", ""))
    except KNOWN as error:
        return _refused(error)
    except (ValueError, TypeError, RecursionError):
        return refuse(422, "answer", _UNKNOWN)
    return _shown(counted, _Sent(request.form.get("name", "")[:200], size=_size(), others=others))


@pages.post("/tally/cell")
def choices() -> Response:
    """Show the possible corrections of a cell; the board document comes with the request.

    Where none of the answers offered with a question was right, its field ``place`` says with which.
    """
    cell = cell_from(request.form.get("cell", ""))
    try:
        document = _document()
        board = Board.from_document(document)
        if cell is None or cell not in board.tiles:
            return refuse(422, "no-cell", _NO_CELL)
        found, others = choices_of(document, cell, language()), from_field(request.form.get("others", ""))
        detail = _close_up_on_board(board, cell, _size(), others)
        doubts = [doubt for doubt in doubts_in(document) if place_of_question(doubt) == request.form.get("place")]
        asked = [with_other_answers(board, doubt, language(), detail) for doubt in doubts]
    except (*KNOWN, ValueError, TypeError, RecursionError):
        return refuse(422, "answer", _UNKNOWN)
    given = {"choices": found, "detail": detail, "asked": asked[0] if asked else None}
    return make_response(render_template("photos/_choices.html", **given, edges=EDGES, joins=JOINS))


@pages.get("/tally/preview")
def preview() -> str | Response:
    """Show the tile of a form's edges."""
    return preview_of(request.args)


def _size() -> tuple[int, int]:
    """Return the size of the photo that was sent along with its board, in pixels."""
    return request.form.get("width", 0, int), request.form.get("height", 0, int)


def _refused(error: Exception, words: str = "") -> Response:
    """Return the response for an error, with its own sentence or these words."""
    code = getattr(error, "code", "unreadable")
    status = _STATUS.get(code, 422) if isinstance(error, PhotoError) else 422
    return refuse_sentence(status, code, words or sentence(error, language()))


def _all_refused(refused: Refused) -> Response:
    """Return the error of photos of which none could be read; of several each is named."""
    error = refused[0][1]
    if len(refused) == 1:
        return _refused(error)
    return _refused(error, " ".join(f"{name}: {sentence(why, language())}" for name, why in refused))


def _shown(counted: FjordsTally, sent: _Sent) -> Response:
    """Return the page, or the fragment of it, that shows the tally of the photos that were sent."""
    lang = language()
    doubts = doubts_in(counted.document)
    asked = questions_that_matter(counted.document, doubts)
    shown = asked or doubts  # once no doubt can change the score, what is left in doubt may still be answered
    view, caveats = view_of(counted, lang), caveats_in(counted.document, lang)
    return make_response(
        render_template(
            "photos/_tally.html" if wants_fragment() else "photos/page.html",
            view=view,
            verdict=verdict_of(view, has_winner(counted, asked)),
            caveats=caveats,
            taps=tiles_to_tap(counted.board, view.board, lang, lambda _: "#tally-state", "tallied-tile"),
            names=_names(),
            name=sent.name,
            first=sent.first,
            refused=[(each, sentence(error, lang)) for each, error in sent.refused],
            to_ask=[_question(counted, doubt, sent, lang) for doubt in shown[:_MOST_ASKED]],
            doubtful=dict.fromkeys(f"{doubt['q']},{doubt['r']}" for doubt in shown),
            questions=len(asked),
            other_doubts=len(doubts) - len(asked),
            answers=sent.answers,
            others=to_field(sent.others),
            used=sent.used,
            pieces_left_aside=PIECES_LEFT_ASIDE,
            keeping=_keeping(counted, sent),
            rereads=isinstance(services().read, ReadsAnswers | ReadsFiles),
            document=json.dumps(counted.document, separators=(",", ":")),
            size=sent.size if counted.reading is None else (counted.reading.width, counted.reading.height),
        )
    )


def _question(counted: FjordsTally, doubt: Mapping[str, Any], sent: _Sent, lang: str) -> PhotoQuestion:
    """Return the question about a doubt, with the detail of the photo that it is about."""
    return photo_question(counted.board, doubt, lang, _close_up(counted, (doubt["q"], doubt["r"]), sent))


def _keeping(counted: FjordsTally, sent: _Sent) -> Keeping | None:
    """Return what is offered for keeping the photo, which the page has to send again for that."""
    if counted.reading is None or not sent.is_at_hand:
        return None
    return keeping_of(counted.reading, sent.used, sent.answers != "[]")


def _names() -> dict[str, str]:
    """Return the names of the last game's players by their colours; without those called by a colour."""
    return {seat.colours[0]: seat.name for seat in last_players(library()) if seat.name not in seat.colours}


def _close_up(counted: FjordsTally, cell: Cell, sent: _Sent) -> CloseUp | None:
    """Return the detail of a photo that shows a cell, from the tiles' pixel positions where there is no reading."""
    own = close_up(counted.reading, cell)
    return own if own is not None else _close_up_on_board(counted.board, cell, sent.size, sent.others)


def _close_up_on_board(
    board: Board, cell: Cell, size: tuple[int, int], others: tuple[OtherPhoto, ...]
) -> CloseUp | None:
    # A document from elsewhere may say in so many words that a place is not known.
    seen = {at: px for at, tile in board.tiles.items() if (px := tile.source.get("px")) is not None}
    own = close_up_of_cell(seen, cell, size)
    return own if own is not None else close_up_elsewhere(others, seen, cell)
