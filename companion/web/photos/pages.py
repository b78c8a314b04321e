"""The addresses of photos: their tally, answers about them, and the possible corrections of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import cv2
from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.language import N_
from companion.merge_photos import NothingRead, Refused, read_merged
from companion.problems import KNOWN, sentence
from companion.reader_service import CopyUsed
from companion.record.doubts.answers import answered
from companion.record.doubts.certainty import doubts_in
from companion.record.entered_tile import EDGES, JOINS
from companion.scoring.fjords_tally import tally_document
from companion.taught_copy import read_copy_in_file
from companion.web.base.cells import cell_from
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence, wants_fragment, wants_page
from companion.web.base.sent_pictures import decoded, read, takes_pictures
from companion.web.base.sent_tally import sent_id
from companion.web.board.tile_form import preview_of
from companion.web.photos.choices import choices_of
from companion.web.photos.other_photos import MAX_PHOTOS, close_up_in_photos, from_field, other_photos
from companion.web.photos.questions import place_of_question, with_other_answers
from companion.web.photos.tally_form import (
    UNKNOWN_ANSWER,
    has_tile_edges,
    sent_answers,
    sent_document,
    sent_size,
    tile_answers,
)
from companion.web.photos.tally_result import SentPhotos, refusals, tally_page
from companion.web.table_context import services
from games.fjords.board import Board
from games.incoming import parse_json
from vision.imaging.photo import PhotoError
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

_PHOTO_ERROR_STATUS = {"too-large": 413, "not-an-image": 415, "empty": 400, "truncated": 400}
_TOO_MANY = N_("That is more photos than one board needs; send at most {most}.")
_NO_PHOTO = N_("No photo was sent; choose one and try again.")
_NO_CELL = N_("Choose a tile on the board first.")
_QUALITY = 90
"""JPEG quality of a photo that the browser cannot show itself; chosen by hand, so that close-ups show no blocks."""

pages = Blueprint("photos", __name__, template_folder="templates")


@pages.post("/tally")
@takes_pictures
def tally() -> Response:
    """Tally the board in the photos of the field ``photo``; none of them is stored.

    The page sends a photo again with all ``answers`` to its questions so far, so that the server needs to keep none.
    """
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        return refuse(400, "no-photo", _NO_PHOTO)
    if len(files) > MAX_PHOTOS:
        return refuse(413, "too-many", _TOO_MANY, most=MAX_PHOTOS)
    try:
        answers_json, answers = sent_answers(len(files))
        photos = [(file.filename or "", partial(read, file)) for file in files]
        reader = _SentPhotoReader(answers)
        merged = read_merged(photos, reader)
        counted = merged.tally()
    except NothingRead as nothing:
        return _all_refused(nothing.refused)
    except KNOWN as error:
        return _refused(error)
    if not wants_fragment() and not wants_page():
        return jsonify(file=merged.used[0], **counted.scores.to_dict(), board=counted.document)
    sent = SentPhotos(
        name=", ".join(merged.used),
        first=merged.numbers[0],
        refused=merged.refused,
        answers=answers_json,
        used=reader.used,
        is_at_hand=len(files) == 1 and wants_fragment(),
        others=other_photos(merged),
        id=merged.id,
    )
    return tally_page(counted, sent)


@pages.post("/tally/answer")
def answer() -> Response:
    """Tally a photo's board after an answer, without the photo; the board document comes with the request."""
    try:
        document = sent_document()
        given = tile_answers(document) if has_tile_edges() else parse_json(request.form.get("answer", ""))
        counted, others = tally_document(answered(document, given)), from_field(request.form.get("others", ""))
    except KNOWN as error:
        return _refused(error)
    except (ValueError, TypeError, RecursionError):
        return refuse(422, "answer", UNKNOWN_ANSWER)
    sent = SentPhotos(request.form.get("name", "")[:200], size=sent_size(), others=others, id=sent_id())
    return tally_page(counted, sent)


@pages.post("/tally/cell")
def choices() -> Response:
    """Show the possible corrections of a cell; the board document comes with the request.

    Where none of the answers offered with a question was right, its field ``place`` says with which.
    """
    cell = cell_from(request.form.get("cell", ""))
    try:
        document = sent_document()
        board = Board.from_document(document)
        if cell is None or cell not in board.tiles:
            return refuse(422, "no-cell", _NO_CELL)
        found, others = choices_of(document, cell, language()), from_field(request.form.get("others", ""))
        detail = close_up_in_photos(board, cell, sent_size(), others)
        doubts = [doubt for doubt in doubts_in(document) if place_of_question(doubt) == request.form.get("place")]
        asked = [with_other_answers(board, doubt, language(), detail) for doubt in doubts]
    except (*KNOWN, ValueError, TypeError, RecursionError):
        return refuse(422, "answer", UNKNOWN_ANSWER)
    given = {"choices": found, "detail": detail, "asked": asked[0] if asked else None}
    return make_response(render_template("photos/_choices.html", **given, edges=EDGES, joins=JOINS))


@pages.get("/tally/preview")
def preview() -> str | Response:
    """Show the tile of a form's edges."""
    return preview_of(request.args)


@pages.post("/tally/picture")
@takes_pictures
def picture() -> Response:
    """Return the photo of the field ``photo`` as a JPEG, for browsers that cannot show its format, such as HEIC.

    It is upright, and may be smaller than the photo: the header ``X-Photo-Size`` gives the photo's width and height.
    """
    file = request.files.get("photo")
    if file is None or not file.filename:
        return refuse(400, "no-photo", _NO_PHOTO)
    try:
        photo = decoded(file)
    except PhotoError as error:
        return _refused(error)
    jpeg = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    return Response(jpeg, mimetype="image/jpeg", headers={"X-Photo-Size": f"{photo.width} {photo.height}"})


def _refused(error: Exception, words: str = "") -> Response:
    """Return the response for an error, with its own sentence or these words."""
    code = getattr(error, "code", "unreadable")
    status = _PHOTO_ERROR_STATUS.get(code, 422) if isinstance(error, PhotoError) else 422
    return refuse_sentence(status, code, words or sentence(error, language()))


def _all_refused(refused: Refused) -> Response:
    """Return the error of photos of which none could be read; several are named with the reasons."""
    error = refused[0][1]
    if len(refused) == 1:
        return _refused(error)
    return _refused(error, " ".join(f"{names}: {why}" for names, why in refusals(refused, language())))


class _SentPhotoReader:
    """Reads the photos that were sent, one after the other, with the answers about them.

    Attributes:
        used: how the profile was used for them; if one of them shows another copy of the game, how for that one.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self.used: CopyUsed | None = None

    def __call__(self, _name: str, data: bytes) -> Reading:
        found = read_copy_in_file(services().read, data, self._answers)
        if self.used is None or not self.used.other_copy:
            self.used = found.used
        return found.reading
