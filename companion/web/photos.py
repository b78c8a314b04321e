"""Photos that visitors send, and what they score."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.language import N_
from companion.problems import sentence
from companion.tally import tally_photo
from companion.web.languages import language
from companion.web.replies import refuse, refuse_sentence, wants_fragment, wants_page
from companion.web.services import services
from companion.web.view import view_of
from games.envelope import DocumentError
from vision.photo import PhotoError

_STATUS = {"too-large": 413, "not-an-image": 415, "empty": 400, "truncated": 400}

pages = Blueprint("photos", __name__)


@pages.post("/tally")
def tally() -> Response:
    """Count the board in the photo that was sent in the field ``photo``; it is not kept."""
    file = request.files.get("photo")
    if file is None or not file.filename:
        return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
    lang = language()
    try:
        counted = tally_photo(file.read(), services().read)
    except PhotoError as error:
        return refuse_sentence(_STATUS.get(error.code, 422), error.code, sentence(error, lang))
    except DocumentError as error:
        return refuse_sentence(422, error.code, sentence(error, lang))
    if not wants_fragment() and not wants_page():
        return jsonify(file=file.filename, **counted.scores.to_dict(), board=counted.document)
    template = "_tallied.html" if wants_fragment() else "tallied.html"
    return make_response(render_template(template, view=view_of(counted, lang), name=file.filename))
