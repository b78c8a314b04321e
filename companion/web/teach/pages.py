"""The page *Teaching*: profiles to choose, share and fill."""

from __future__ import annotations

import io

from flask import Blueprint, Flask, redirect, render_template, request, send_file, url_for
from werkzeug import Response

from calibration.camera.target import PAPERS, draw_sheet, encode_sheet
from calibration.profile.archive import export_profile
from companion.language import N_, translator
from companion.plugins import games_taught
from companion.problems import KNOWN, sentence
from companion.profiles import ProfileStore, StoredProfile, file_stem
from companion.reader_service import NetworkReader, PhotoReader
from companion.sheet_words import sheet_words
from companion.taught_copy import PIECES_LEFT_ASIDE, taught_colours
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import demand_token, store_of
from companion.web.config import Config
from companion.web.teach import camera_pages, colour_pages, copy_pages, stone_pages
from companion.web.teach.tiles import mark_pages, photo_pages, stored_set_pages, tile_pages
from companion.web.teach.workspace import Workspace, set_up_workspace, workspace
from games.rulebook import find

pages = Blueprint("teach", __name__, url_prefix="/teach", template_folder="templates", static_folder="static")
pages.before_request(demand_token)

_GONE = N_("There is no such profile; go back to the list.")
_MIME = {"PDF": "application/pdf", "PNG": "image/png"}


def set_up(app: Flask, config: Config, read: PhotoReader) -> None:
    """Register the calibration pages, and give the reader the chosen profile."""
    reader = read if isinstance(read, NetworkReader) else NetworkReader()
    folder = store_of(app).folder / "profiles"
    set_up_workspace(app, Workspace(ProfileStore(folder, config.profile, reader.use), reader))
    app.register_blueprint(pages)
    tiles = (photo_pages, tile_pages, mark_pages, stored_set_pages)
    for part in (camera_pages, colour_pages, *tiles, stone_pages, copy_pages):
        app.register_blueprint(part.pages)


@pages.get("/")
def start() -> str:
    """Show the profiles, and the contents of the chosen one."""
    profiles = workspace().profiles
    entries = profiles.entries()
    chosen = next((e for e in entries if e.chosen), None)
    return render_template("teach/start.html", entries=entries, chosen=chosen, taught=_taught(chosen), why=_why)


@pages.post("/choose")
def choose() -> Response:
    """Choose a profile for the reader, or none."""
    try:
        workspace().profiles.choose(request.form.get("profile") or None)
    except KeyError:
        return refuse(404, "no-profile", _GONE)
    return redirect(url_for(".start"), 303)


@pages.post("/begin")
def begin() -> Response:
    """Make a new profile and choose it."""
    try:
        workspace().profiles.choose(workspace().profiles.create(request.form.get("name", "")))
    except KNOWN as error:
        return refuse_sentence(422, "profile", sentence(error, language()))
    return redirect(url_for(".start"), 303)


@pages.post("/import")
def import_profile_archive() -> Response:
    """Make a new profile of a zip file and choose it."""
    file = request.files.get("zip")
    if file is None or not file.filename:
        return refuse(400, "no-file", N_("No file was sent; choose one and try again."))
    try:
        workspace().profiles.choose(workspace().profiles.import_archive(file.read()))
    except KNOWN as error:
        return refuse_sentence(422, "profile", sentence(error, language()))
    return redirect(url_for(".start"), 303)


@pages.get("/<key>.zip")
def export(key: str) -> Response:
    """Return a profile as one file."""
    try:
        entry = workspace().profiles.entry(key)
        data = export_profile(entry.folder)
    except KeyError:
        return refuse(404, "no-profile", _GONE)
    except KNOWN as error:
        return refuse_sentence(422, "profile", sentence(error, language()))
    # The folder keeps its first name when the profile is renamed.
    name = file_stem(entry.profile.name if entry.profile else entry.folder.resolve().name)
    return send_file(io.BytesIO(data), "application/zip", as_attachment=True, download_name=f"{name}.zip")


@pages.post("/rename")
def rename() -> Response:
    """Name a profile anew."""
    try:
        workspace().profiles.rename(request.form.get("profile", ""), request.form.get("name", ""))
    except KeyError:
        return refuse(404, "no-profile", _GONE)
    except KNOWN as error:
        return refuse_sentence(422, "profile", sentence(error, language()))
    return redirect(url_for(".start"), 303)


@pages.post("/delete")
def delete() -> Response:
    """Delete a profile."""
    try:
        workspace().profiles.delete(request.form.get("profile", ""))
    except KeyError:
        return refuse(404, "no-profile", _GONE)
    except OSError:
        return refuse(422, "profile", N_("The profile cannot be deleted; check that its folder can be written to."))
    return redirect(url_for(".start"), 303)


@pages.get("/sheet-<paper>.<form>")
def sheet(paper: str, form: str) -> Response:
    """Return the calibration target, to print or to show on a tablet."""
    if paper not in PAPERS or form.upper() not in _MIME:
        return refuse(404, "no-sheet", N_("There is no such sheet."))
    data = encode_sheet(draw_sheet(paper, sheet_words(paper, language())), form.upper())
    name = f"longhouse-{paper}.{form}"
    return send_file(io.BytesIO(data), _MIME[form.upper()], as_attachment=form == "pdf", download_name=name)


def _why(entry: StoredProfile) -> str:
    return "" if entry.fault is None else sentence(entry.fault, language())


def _taught(entry: StoredProfile | None) -> dict[str, object]:
    """Return the contents of a profile for its card on the page."""
    profile = None if entry is None else entry.profile
    if profile is None:
        return {}
    say, names = translator(language()), list(taught_colours(profile))
    stones = 0 if profile.stones is None else len(profile.stones.stones)
    games = [(game, find(game).title(language()), bool(profile.games.get(game))) for game in games_taught()]
    seen = 0 if profile.seen_tiles is None else len(profile.seen_tiles.tiles)
    return {
        "lenses": profile.lenses,
        "colours": names,
        "left_aside": say(PIECES_LEFT_ASIDE).format(name=profile.name) if profile.has_outdated_piece_examples else "",
        "tiles": profile.tiles,
        "seen_tiles": seen,
        "stones": stones,
        "games": games,
    }
