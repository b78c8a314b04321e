"""The page on which the players' pieces are taught: a photo of them, and a name for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.colours.detect import detect_pieces
from calibration.colours.evaluate import count_named_by_network, count_named_by_palette
from calibration.colours.learn import LearnedColours, ShownPiece, keep_colours, learn_colours, shown_pieces
from calibration.colours.taps import ColourTap, parse_colour_taps
from companion.language import N_
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import demand_token
from companion.web.board.overlay import CloseUp
from companion.web.table_context import services
from companion.web.teach.named_rows import sent_rows
from companion.web.teach.pictures import jpeg_answer, picture_key, polygon_points
from companion.web.teach.profile_views import demanded, with_profile
from companion.web.teach.questions import detail, piece_answers
from companion.web.teach.uploads import demand_same, refuse_without_shots
from companion.web.teach.workspace import workspace
from vision.imaging.photo import Photo

pages = Blueprint("teach_colours", __name__, url_prefix="/teach/colours")
pages.before_request(demand_token)

_NO_PHOTO = N_("There is no photo of pieces yet.")
_OTHER_PHOTO = N_("Another photo of pieces has been taken meanwhile; name the pieces that it shows.")
_MAX_PIECES = 60
"""Pieces in one photo that are named, at most; chosen by hand."""
_TAPPED_RADIUS = 1 / 40
"""Radius of the ring around what was tapped and not found, in widths of the photo."""
_RING = np.array([[np.cos(turn), np.sin(turn)] for turn in np.linspace(0, 2 * np.pi, 24, endpoint=False)])
"""(24, 2) outline of what was tapped and not found, in radii."""


@dataclass(frozen=True, eq=False)
class _Row:
    """A row of the form: a place in the photo with its (n, 2) outline, pixels, and what is said to stand there."""

    px: tuple[float, float]
    outline: np.ndarray
    name: str
    kind: str


@pages.get("/")
def page() -> str:
    """Show the instructions, and the photo with the detected pieces."""
    return _page(_rows(_pieces_found()))


@pages.get("/photo.jpg")
def picture() -> Response:
    """Return the photo whose pieces are being named."""
    seen = workspace().pieces_to_name
    return refuse(404, "no-photo", _NO_PHOTO) if seen is None else jpeg_answer(seen.photo.pixels, 85)


@pages.post("/photo")
@takes_pictures
def photo() -> Response:
    """Detect the pieces in a photo, or in the camera's newest picture; only the last photo is held in memory."""
    file = request.files.get("photo")
    try:
        if file is not None and file.filename:
            taken = decoded(file)
        elif (newest := services().pictures.newest) is not None:
            taken = newest
        else:
            return refuse_without_shots()
        found = detect_pieces(taken, workspace().reader.networks())
        shown_pieces(found, "", ())  # refuses a blurred photo, which is then not kept
    except KNOWN as error:
        return refuse_sentence(422, "photo", sentence(error, language()))
    with workspace().lock:
        workspace().pieces_to_name = found
    return redirect(url_for(".page", _anchor="photo-to-name"), 303)


@pages.post("/learn")
@with_profile(lambda problem: _page(_rows_sent(), problem=problem))
def learn(profile: StoredProfile) -> str:
    """Learn the colours of the pieces under the names in the form, and store them in the profile."""
    seen, taps = demanded(workspace().pieces_to_name, "no-photo", _NO_PHOTO), _taps()
    demand_same(seen.photo, _OTHER_PHOTO)
    shown = shown_pieces(seen, "", taps) if taps else []
    learned = learn_colours([(seen, shown)])
    keep_colours(profile.folder, learned.palette)
    workspace().profiles.refresh()
    return _page(_rows(shown), learned)


def _pieces_found() -> list[ShownPiece]:
    """Return the pieces that were found in the photo, without names."""
    seen = workspace().pieces_to_name
    return [] if seen is None else shown_pieces(seen, "", ())


def _taps() -> tuple[ColourTap, ...]:
    """Return the rows of the form that name a piece."""
    named = (row for row in sent_rows(_MAX_PIECES) if row.name and row.kind)
    return parse_colour_taps([{"px": list(row.px), "name": row.name, "kind": row.kind} for row in named])


def _rows(shown: list[ShownPiece]) -> list[_Row]:
    return [_Row(s.px, s.outline, s.piece.name, s.piece.kind) for s in shown]


def _rows_sent() -> list[_Row]:
    """Return the rows of the form as they were filled in: what is refused need not be typed again."""
    outlines, seen = {_tenths(s.px): s.outline for s in _pieces_found()}, workspace().pieces_to_name
    radius = 0.0 if seen is None else seen.photo.width * _TAPPED_RADIUS
    rows = []
    for row in sent_rows(_MAX_PIECES):
        outline = outlines.get(_tenths(row.px), np.array(row.px) + radius * _RING)
        rows.append(_Row(row.px, outline, row.name, row.kind))
    return rows


def _tenths(px: tuple[float, float]) -> tuple[float, float]:
    """Return a place as the form gives it."""
    return round(px[0], 1), round(px[1], 1)


def _place(photo: Photo, row: _Row) -> CloseUp:
    """Return the detail of the photo with a piece, outlined."""
    radius = float(np.ptp(row.outline, axis=0).max()) / 2
    x, y = (row.outline.max(axis=0) + row.outline.min(axis=0)) / 2
    return detail(photo, (float(x), float(y)), radius, row.outline)


def _page(rows: list[_Row], learned: LearnedColours | None = None, problem: str = "") -> str:
    here = workspace()
    photo = None if here.pieces_to_name is None else here.pieces_to_name.photo
    gain = None
    if learned is not None:
        gain = count_named_by_network(learned.palette), count_named_by_palette(learned.palette), len(learned.shown)
    return render_template(
        "teach/colours.html",
        live=services().watches,
        chosen=here.profiles.chosen,
        photo=photo,
        of="" if photo is None else picture_key(photo.pixels),
        shown=[(n, row, polygon_points(row.outline)) for n, row in enumerate(rows)],
        answers=piece_answers(language()),
        places=[] if photo is None else [_place(photo, row) for row in rows],
        nowhere=None if photo is None else detail(photo, (0.0, 0.0), photo.width * _TAPPED_RADIUS),
        most=_MAX_PIECES,
        learned=learned,
        gain=gain,
        problem=problem,
    )
