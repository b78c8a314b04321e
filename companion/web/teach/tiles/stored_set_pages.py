"""The tile sets of a profile: the open set is stored, and stored ones are opened, exported, imported and deleted."""

from __future__ import annotations

import io
import json
from itertools import count

from flask import Blueprint, redirect, request, send_file, url_for
from werkzeug import Response

from calibration.tiles.session import TileSession, edges_at_distance
from calibration.tiles.stored_sets import drop_tiles, keep_tiles, read_set
from companion.language import N_
from companion.profiles import StoredProfile
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import demand_token
from companion.web.teach.profile_views import demanded, with_profile
from companion.web.teach.tiles.open_set import LONGEST_NAME, is_unsaved, replace_open_set, stored_set, stored_sets
from companion.web.teach.tiles.sheet import sheet_page
from companion.web.teach.workspace import workspace
from vision.tiles.tile_set import KnownSet

pages = Blueprint("teach_tile_sets", __name__, url_prefix="/teach/tiles")
pages.before_request(demand_token)

_NO_SET = N_("There is no such set; go back to the list.")
_UNKEPT = N_("The tiles on the sheet are not saved yet; save them first, or start over.")
_NO_FILE = N_("No file was sent; choose one and try again.")
_NOTHING = N_("There are no tiles to save yet; take a photo of them.")


@pages.post("/keep")
@with_profile(lambda problem: sheet_page(problems=[problem]))
def keep(profile: StoredProfile) -> str:
    """Store the set in the profile, and show how many edges it lets be read at a distance."""
    here = workspace()
    open_set = here.tile_session
    known = demanded(open_set.known if open_set is not None and open_set.known.tiles else None, "nothing", _NOTHING)
    keep_tiles(profile.folder, known)
    here.profiles.refresh()
    return sheet_page(gain=edges_at_distance(known, here.reader.networks()))


@pages.post("/anew")
def close_set() -> Response:
    """Close the open set without storing it; the profile stays as it is."""
    replace_open_set(None)
    return redirect(url_for("teach_tiles.page"), 303)


@pages.post("/open")
def open_stored_set() -> Response:
    """Open a set of the profile, to review or extend it."""
    known = stored_set(request.form.get("set", ""))
    if known is None:
        return refuse(404, "no-set", _NO_SET)
    if is_unsaved():
        return refuse(409, "not-kept", _UNKEPT)
    replace_open_set(TileSession(known.name, known))
    return redirect(url_for("teach_tiles.page"), 303)


@pages.get("/set.json")
def export() -> Response:
    """Return a set as one file."""
    known = stored_set(request.args.get("set", ""))
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
    known = _with_free_name(read_set(file.read()))
    keep_tiles(profile.folder, known)
    workspace().profiles.refresh()
    if not is_unsaved():
        replace_open_set(TileSession(known.name, known))
    return redirect(url_for("teach_tiles.page"), 303)


@pages.post("/delete")
def delete() -> Response:
    """Delete a set from the profile."""
    here, name = workspace(), request.form.get("set", "")
    if stored_set(name) is None or here.profiles.chosen is None:
        return refuse(404, "no-set", _NO_SET)
    drop_tiles(here.profiles.entry(here.profiles.chosen).folder, name)
    here.profiles.refresh()
    if here.tile_session is not None and here.tile_session.name == name:
        replace_open_set(None)
    return redirect(url_for("teach_tiles.page"), 303)


def _with_free_name(known: KnownSet) -> KnownSet:
    """Return a set under a name that no set of the profile has yet."""
    taken, base = {other.name for other in stored_sets()}, known.name.strip()[:LONGEST_NAME] or "tiles"
    names = (f"{base} {number}" if number > 1 else base for number in count(1))
    return KnownSet(next(name for name in names if name not in taken), known.tiles)
