"""The page on which a tile set is taught: photos of the tiles, and the sheet of the tiles found in them."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from werkzeug import Response

from calibration.tiles.detected_photo import detect_tiles
from calibration.tiles.guide import preview_tiles
from calibration.tiles.session import TileSession
from companion.language import N_, translator
from companion.problems import KNOWN, sentence
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.base.sent_pictures import takes_pictures
from companion.web.base.store import demand_token
from companion.web.table_context import services
from companion.web.teach.pictures import jpeg_answer, polygon_points, small_jpeg
from companion.web.teach.tiles.open_set import LONGEST_NAME, stored_set
from companion.web.teach.tiles.sheet import NO_TILE, sheet_page
from companion.web.teach.uploads import Shot, refuse_without_shots, shots_sent
from companion.web.teach.workspace import Workspace, workspace

pages = Blueprint("teach_tiles", __name__, url_prefix="/teach/tiles")
pages.before_request(demand_token)

_HINTS = {
    "no-picture": N_("The camera is not sending a picture."),
    "none": N_("No tile is seen yet. Lay some face up, apart from each other."),
    "hold-still": N_("Hold still."),
    "nearer": N_("The tiles are small in the picture. Move closer, or lay out fewer at once."),
    "shine": N_("Something shines on the tiles. Move the lamp, or the camera."),
    "take": N_("This is a good picture; take it."),
}
_MAX_FILES, _MAX_PHOTOS = 12, 60
"""Photos sent at once, and photos of a set, at most; chosen by hand."""


@pages.get("/")
def page() -> str:
    """Show the instructions, and the tiles detected so far."""
    return sheet_page()


@pages.post("/photos")
@takes_pictures
def photos() -> Response | str:
    """Detect the tiles in photos, or in the camera's newest picture; an unusable one changes nothing."""
    here = workspace()
    shots = shots_sent()
    if not shots:
        return refuse_without_shots()
    if len(shots) > _MAX_FILES:
        return refuse(413, "too-many", N_("Send at most {most} photos."), most=_MAX_FILES)
    problems = [problem for shot in shots if (problem := _add_photo(here, shot, request.form.get("set", "")))]
    return sheet_page(problems=problems)


@pages.post("/look")
def assess_frame() -> str:
    """Assess the camera's newest picture, and show how to improve it."""
    services().table.touch()
    photo = services().pictures.newest
    if photo is None:
        return render_template("teach/_tiles_progress.html", hint=_HINTS["no-picture"], outlines=[], photo=None)
    found = preview_tiles(photo, workspace().reader.networks())
    outlines = [polygon_points(outline) for outline in found.outlines]
    good = found.hint == "take"
    return render_template(
        "teach/_tiles_progress.html", hint=_HINTS[found.hint], good=good, outlines=outlines, photo=photo
    )


@pages.get("/photo/<name>.jpg")
def shot(name: str) -> Response:
    """Return a photo of the open set."""
    data = workspace().tile_photos.get(name)
    if not data:
        return refuse(404, "no-photo", N_("There is no such photo any more."))
    return jpeg_answer(data)


@pages.get("/art/<name>.jpg")
def art(name: str) -> Response:
    """Return the picture of a tile."""
    open_set = workspace().tile_session
    try:
        if open_set is None:
            raise KeyError(name)
        return jpeg_answer(open_set.tile(name).art)
    except KeyError:
        return refuse(404, "no-tile", NO_TILE)


def _add_photo(here: Workspace, shot: Shot, wanted: str) -> str:
    """Add the tiles in a photo to the open set; return the error message, empty on success."""
    with here.lock:
        # Reserved before the photo is read, because another may arrive meanwhile.
        number = f"{max(map(int, here.tile_photos), default=0) + 1}"
        here.tile_photos[number] = b""
    try:
        photo = shot.open()
        found = detect_tiles(photo, number, here.reader.networks(), here.lens_of(photo), ())
    except KNOWN as error:
        here.tile_photos.pop(number, None)
        return shot.with_name(sentence(error, language()))
    with here.lock:
        open_set = here.tile_session or _new_or_kept_session(wanted)
        if len(open_set.photos) >= _MAX_PHOTOS:
            here.tile_photos.pop(number, None)
            return translator(language())(N_("Send at most {most} photos.")).format(most=_MAX_PHOTOS)
        here.tile_session = open_set.with_photo(found)
        here.tile_photos[number] = small_jpeg(photo)
    return ""


def _new_or_kept_session(wanted: str) -> TileSession:
    """Return a new set, or the one of this name in the profile, so that nothing stored is lost."""
    name = " ".join(wanted.split())[:LONGEST_NAME] or translator(language())(N_("My tiles"))
    return TileSession(name, stored_set(name))
