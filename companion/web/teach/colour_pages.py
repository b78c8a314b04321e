"""The page on which the players' pieces are taught: a photo of them, and names by tapping."""

from __future__ import annotations

import cv2
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.colours.detect import detect_pieces
from calibration.colours.evaluate import count_named_by_network, count_named_by_palette
from calibration.colours.learn import LearnedColours, ShownPiece, keep_colours, learn_colours, shown_pieces
from calibration.colours.taps import ColourTap, parse_colour_taps
from companion.language import N_
from companion.problems import KNOWN, sentence
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import demand_token
from companion.web.services import services
from companion.web.teach.camera_pages import NO_PROFILE
from companion.web.teach.names import code_of
from companion.web.teach.workspace import desk

pages = Blueprint("calibrate_colours", __name__, url_prefix="/teach/colours")
pages.before_request(demand_token)

_MOST = 60


@pages.get("/")
def page() -> str:
    """Show what to do, and the photo with what was found in it."""
    table = desk().table
    return _page([] if table is None else shown_pieces(table, "", ()))


@pages.get("/photo.jpg")
def picture() -> Response:
    """Answer with the photo that is being named."""
    table = desk().table
    if table is None:
        return refuse(404, "no-photo", N_("There is no photo of pieces yet."))
    coded = cv2.imencode(".jpg", table.photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return Response(coded.tobytes(), mimetype="image/jpeg")


@pages.post("/photo")
@takes_pictures
def photo() -> Response:
    """Find the pieces in a photo, or in the camera's newest picture; only the newest is kept, and only in memory."""
    file = request.files.get("photo")
    try:
        if file is not None and file.filename:
            taken = decoded(file)
        elif (newest := services().pictures.newest) is not None:
            taken = newest
        else:
            return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
        found = detect_pieces(taken, desk().reader.networks())
    except KNOWN as error:
        return refuse_sentence(422, "photo", sentence(error, language()))
    with desk().lock:
        desk().table = found
    return redirect(url_for(".page"), 303)


@pages.post("/learn")
def learn() -> Response | str:
    """Learn the pieces under the names that were given."""
    here = desk()
    if here.shelf.chosen is None:
        return refuse(409, "no-profile", NO_PROFILE)
    if here.table is None:
        return refuse(409, "no-photo", N_("There is no photo of pieces yet."))
    try:
        taps = _taps()
        shown = shown_pieces(here.table, "", taps) if taps else []
        learned = learn_colours([(here.table, shown)])
        keep_colours(here.shelf.entry(here.shelf.chosen).folder, learned.palette)
    except KNOWN as error:
        return _page(shown_pieces(here.table, "", ()), problem=sentence(error, language()))
    here.shelf.refresh()
    return _page(shown, learned)


def _taps() -> tuple[ColourTap, ...]:
    """Return the rows of the form that name a piece."""
    form, rows = request.form, []
    for number in range(_MOST):
        name, kind = form.get(f"name-{number}", "").strip(), form.get(f"kind-{number}", "")
        x, y = form.get(f"x-{number}", type=float), form.get(f"y-{number}", type=float)
        if name and kind and x is not None and y is not None:
            rows.append({"px": [x, y], "name": code_of(name[:40]), "kind": kind})
    return parse_colour_taps(rows)


def _page(shown: list[ShownPiece], learned: LearnedColours | None = None, problem: str = "") -> str:
    here = desk()
    gain = None
    if learned is not None:
        gain = count_named_by_network(learned.palette), count_named_by_palette(learned.palette), len(learned.shown)
    return render_template(
        "teach/colours.html",
        live=services().live is not None,
        chosen=here.shelf.chosen,
        table=here.table,
        shown=[(n, s, " ".join(f"{x:.0f},{y:.0f}" for x, y in s.outline)) for n, s in enumerate(shown)],
        most=_MOST,
        learned=learned,
        gain=gain,
        problem=problem,
    )
