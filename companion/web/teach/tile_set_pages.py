"""The page on which a tile set is taught: photos of the tiles, and a review of each detected tile."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import count

from flask import Blueprint, redirect, render_template, request, send_file, url_for
from werkzeug import Response

from calibration.tiles.contact_sheet import tile_picture
from calibration.tiles.detected_photo import DetectedPhoto, detect_tiles
from calibration.tiles.guide import preview_tiles
from calibration.tiles.session import TileSession, edges_at_distance, tiles_of_other_sets
from calibration.tiles.stored_sets import drop_tiles, keep_tiles, read_set
from companion.language import N_, translator
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import takes_pictures
from companion.web.base.store import demand_token
from companion.web.table_context import services
from companion.web.teach.pictures import jpeg_answer, polygon_points, small_jpeg
from companion.web.teach.profile_views import demanded, with_profile
from companion.web.teach.tile_words import MARKS, mark_name, spoken
from companion.web.teach.uploads import Shot, refuse_without_shots, shots_sent
from companion.web.teach.workspace import Workspace, workspace
from vision.tiles.tile_set import KnownSet, KnownTile

pages = Blueprint("teach_tiles", __name__, url_prefix="/teach/tiles")
pages.before_request(demand_token)

NO_TILE = N_("There is no such tile; go back to the sheet.")
_NO_SET = N_("There is no such set; go back to the list.")
_UNKEPT = N_("The tiles on the sheet are not saved yet; save them first, or start over.")
_NO_FILE = N_("No file was sent; choose one and try again.")
_NOTHING = N_("There are no tiles to save yet; take a photo of them.")
_HINTS = {
    "no-picture": N_("The camera is not sending a picture."),
    "none": N_("No tile is seen yet. Lay some face up, apart from each other."),
    "hold-still": N_("Hold still."),
    "nearer": N_("The tiles are small in the picture. Move closer, or lay out fewer at once."),
    "shine": N_("Something shines on the tiles. Move the lamp, or the camera."),
    "take": N_("This is a good picture; take it."),
}
_MAX_FILES, _MAX_PHOTOS, _MAX_NAME_LENGTH = 12, 60, 60
"""Photos sent at once, photos of a set, and letters of its name, at most; chosen by hand."""


@pages.get("/")
def page() -> str:
    """Show the instructions, and the tiles detected so far."""
    return _page()


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
    return _page(problems=problems)


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


@pages.post("/keep")
@with_profile(lambda problem: _page(problems=[problem]))
def keep(profile: StoredProfile) -> str:
    """Store the set in the profile, and show how many edges it lets be read at a distance."""
    here = workspace()
    open_set = here.tile_session
    known = demanded(open_set.known if open_set is not None and open_set.known.tiles else None, "nothing", _NOTHING)
    keep_tiles(profile.folder, known)
    here.profiles.refresh()
    return _page(gain=edges_at_distance(known, here.reader.networks()))


@pages.post("/anew")
def close_set() -> Response:
    """Close the open set without storing it; the profile stays as it is."""
    _set_session(None)
    return redirect(url_for(".page"), 303)


@pages.post("/open")
def open_stored_set() -> Response:
    """Open a set of the profile, to review or extend it."""
    known = _kept_set(request.form.get("set", ""))
    if known is None:
        return refuse(404, "no-set", _NO_SET)
    if _is_unsaved():
        return refuse(409, "not-kept", _UNKEPT)
    _set_session(TileSession(known.name, known))
    return redirect(url_for(".page"), 303)


@pages.get("/set.json")
def export() -> Response:
    """Return a set as one file."""
    known = _kept_set(request.args.get("set", ""))
    if known is None:
        return refuse(404, "no-set", _NO_SET)
    data = json.dumps(known.to_document(), ensure_ascii=False).encode()
    return send_file(io.BytesIO(data), "application/json", as_attachment=True, download_name=f"{known.name}.json")


@pages.post("/import")
@with_profile(lambda problem: refuse_sentence(422, "set", problem))
def import_set(profile: StoredProfile) -> Response:
    """Store a set from a file in the profile under a name of its own; open it if no unsaved set would be lost."""
    sent = request.files.get("file")
    file = demanded(sent if sent is not None and sent.filename else None, "no-file", _NO_FILE, 400)
    known = _named_apart(read_set(file.read()))
    keep_tiles(profile.folder, known)
    workspace().profiles.refresh()
    if not _is_unsaved():
        _set_session(TileSession(known.name, known))
    return redirect(url_for(".page"), 303)


@pages.post("/delete")
def delete() -> Response:
    """Delete a set from the profile."""
    here, name = workspace(), request.form.get("set", "")
    if _kept_set(name) is None or here.profiles.chosen is None:
        return refuse(404, "no-set", _NO_SET)
    drop_tiles(here.profiles.entry(here.profiles.chosen).folder, name)
    here.profiles.refresh()
    if here.tile_session is not None and here.tile_session.name == name:
        _set_session(None)
    return redirect(url_for(".page"), 303)


def kept_sets() -> tuple[KnownSet, ...]:
    """Return the sets in the chosen profile."""
    profile = workspace().chosen_profile
    return () if profile is None else profile.tiles


def address_of(known: KnownTile) -> str:
    """Return the address of a tile's picture."""
    return url_for("teach_tiles.art", name=known.tile.name)


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
    name = " ".join(wanted.split())[:_MAX_NAME_LENGTH] or translator(language())(N_("My tiles"))
    return TileSession(name, _kept_set(name))


def _kept_set(name: str) -> KnownSet | None:
    return next((known for known in kept_sets() if known.name == name), None)


def _named_apart(known: KnownSet) -> KnownSet:
    """Return a set under a name that no set of the profile has yet."""
    taken, base = {other.name for other in kept_sets()}, known.name.strip()[:_MAX_NAME_LENGTH] or "tiles"
    names = (f"{base} {number}" if number > 1 else base for number in count(1))
    return KnownSet(next(name for name in names if name not in taken), known.tiles)


def _is_unsaved() -> bool:
    """Return whether the open set has unsaved changes."""
    open_set = workspace().tile_session
    if open_set is None or not open_set.known.tiles:
        return False
    return not _have_same_tiles(open_set.known, _kept_set(open_set.name))


def _set_session(open_set: TileSession | None) -> None:
    here = workspace()
    with here.lock:
        here.tile_session = open_set
        here.tile_photos.clear()


def _page(problems: list[str] | None = None, gain: tuple[int, int, int] | None = None) -> str:
    here = workspace()
    open_set = here.tile_session
    sets = kept_sets()
    return render_template(
        "teach/tiles.html",
        live=services().watches,
        chosen=here.profiles.chosen,
        problems=problems or [],
        gain=gain,
        open_set=open_set,
        mark_words=[(mark, mark_name(mark, language())) for mark in MARKS],
        sets=sets,
        cards=[]
        if open_set is None
        else list(_tile_variables(open_set, [known for known in sets if known.name != open_set.name])),
        photos=[] if open_set is None else [_photo_variables(open_set, photo) for photo in open_set.photos],
        is_kept=not _is_unsaved(),
    )


def _have_same_tiles(known: KnownSet, kept: KnownSet | None) -> bool:
    """Return whether the tiles of a set, and their names, are those of a stored set; never where none is stored."""

    def tiles(one: KnownSet) -> list[object]:
        return [(k.tile.name, k.tile) for k in one.tiles]

    return kept is not None and tiles(known) == tiles(kept)


def _tile_variables(open_set: TileSession, others: list[KnownSet]) -> Iterator[dict[str, object]]:
    """Yield the template variables of each tile, doubtful ones first."""
    strange = tiles_of_other_sets(open_set.known, others)
    for known in sorted(open_set.all, key=lambda k: k.tile.name not in open_set.to_review):
        name = known.tile.name
        doubtful = open_set.doubts.get(name, ())
        yield {
            "name": name,
            "picture": tile_picture(known, address_of(known), doubtful),
            "doubtful": len(doubtful),
            "to_review": name in open_set.to_review,
            "label": spoken(known.tile, language()),
            "marks": [mark_name(mark, language()) for mark in known.tile.marks],
            "maybe": [mark_name(mark, language()) for mark in open_set.doubtful_marks.get(name, ())],
            "left_out": name in open_set.left_out,
            "times": len(open_set.sightings(name)),
            "alike": open_set.possible_duplicates.get(name),
            "strange": strange.get(name),
        }


def _photo_variables(open_set: TileSession, photo: DetectedPhoto) -> dict[str, object]:
    """Return the template variables of a photo of the open set."""
    names = {(seen, px): name for name in open_set.detected for seen, px in open_set.sightings(name)}
    return {
        "name": photo.name,
        "size": photo.size,
        "tiles": [
            (polygon_points(t.outline), t.px, names.get((photo.name, t.px), ""), t.fineness) for t in photo.tiles
        ],
        "face_down": photo.face_down,
    }
