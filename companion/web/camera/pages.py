"""The phone as the camera: its page, the frames it sends one after the other, and single shots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request, session, url_for

from companion.language import N_, translator
from companion.live.cameras.sources import PHONE
from companion.problems import Problem, sentence
from companion.web.access.pages import secure_page
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_for_now, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import store_of
from companion.web.camera.frames import FRAME_BYTES, frame_photo
from companion.web.camera.words import phone_status
from companion.web.services import Services
from companion.web.table_context import ALL_TABLES, TableContext, root_of, services, table_context
from vision.imaging.photo import PhotoError

pages = Blueprint("phone", __name__, url_prefix="/camera", template_folder="templates", static_folder="static")

_FRAME_TIMEOUT_S = 2.0
"""Seconds for which a frame waits for the live loop."""
_SENDER = "phone"
_NO_TABLE = N_("No table is watched; open “Camera” on the computer's page, and choose the phone there.")
_NO_TABLES = N_("No table waits for a phone; open a table's page on the computer, and choose the phone under “Camera”.")
_OTHER = N_("Another phone is the camera now.")
_NO_PHOTO = N_("No photo was sent; choose one and try again.")
_TWO = N_("Send one picture at a time.")


@pages.before_request
def _demand_table() -> Response | str | None:
    if table_context() is None and ALL_TABLES in current_app.extensions and request.endpoint == "phone.page":
        return _choice(current_app.extensions[ALL_TABLES]())
    if not services().watches:
        return refuse(409, "no-table", _NO_TABLE)
    return None


@pages.get("/")
def page() -> str:
    """Show the camera's page, or in a club the tables of which the phone can watch one."""
    return _page(None)


@pages.post("/claim")
def claim() -> Response:
    """Make this phone the camera, in place of any other."""
    _claim()
    return _status("ok")


@pages.post("/frame")
def frame() -> Response:
    """Accept one frame, a JPEG as the whole body; respond when the live loop has taken it."""
    here, sender = services(), session.get(_SENDER, "")
    if sender and not here.phone.is_claimed:
        # The server was restarted during a game: the phone continues without a new claim.
        here.phone.claim(sender)
    if not here.phone.is_from(sender):
        return refuse(409, "other-phone", _OTHER)
    if not here.phone.wanted:
        return _status("resting")
    # Read outside of the lock, so that a slow upload holds up nobody else.
    data = request.stream.read(FRAME_BYTES + 1)
    if not here.phone_turn.acquire(blocking=False):
        return refuse_for_now(429, "two-at-once", _TWO, 1)
    try:
        photo = frame_photo(data)
        taken = here.phone.send(photo, sender, _FRAME_TIMEOUT_S)
    except Problem as problem:
        return refuse_sentence(415, "no-frame", problem.sentence(language()))
    finally:
        here.phone_turn.release()
    return _status("ok" if taken else "resting")


@pages.post("/shot")
@takes_pictures
def shot() -> Response:
    """Accept a photo in the form's field ``photo``, for a phone whose browser allows the camera over TLS only."""
    file = request.files.get("photo")
    if file is None or not file.filename:
        return make_response(_page(translator(language())(_NO_PHOTO)), 400)
    try:
        with services().phone_turn:
            photo = decoded(file)
    except PhotoError as error:
        return make_response(_page(sentence(error, language())), 422)
    services().phone.show(photo, _claim())
    return make_response(_page(None, sent=True))


def _choice(contexts: Sequence[TableContext]) -> Response | str:
    """Return the page that asks a phone which of these tables it is to watch."""
    waiting = [here.number for here in contexts if _is_chosen(here.services)]
    if not waiting:
        return refuse(409, "no-table", _NO_TABLES)
    names = {table.id: table.name for table in store_of(current_app).register.tables()}
    tables = [(names[number], f"{root_of(number)}{url_for('phone.page')}") for number in waiting if number in names]
    return render_template("camera/choice.html", tables=tables)


def _is_chosen(here: Services) -> bool:
    return here.watches and here.cameras is not None and here.cameras.chosen == PHONE


def _claim() -> str:
    sender: str = session.setdefault(_SENDER, secrets.token_hex(8))
    services().phone.claim(sender)
    return sender


def _status(state: str) -> Response:
    here = services()
    words = translator(language())(phone_status(here.table.snapshot, here.phone.wanted, _is_chosen(here)))
    return jsonify(state=state, words=words, seeing=here.table.snapshot.seeing)


def _page(problem: str | None, sent: bool = False) -> str:
    """Return the camera's page, with what is wrong in the visitor's language."""
    return render_template("camera/page.html", problem=problem, sent=sent, secure_address=secure_page())
