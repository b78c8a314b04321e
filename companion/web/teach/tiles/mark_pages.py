"""The marks printed on the tiles of the open set, corrected for many tiles at once."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.tiles.contact_sheet import tile_picture
from companion.language import N_
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.base.store import demand_token
from companion.web.teach.tiles.sheet import NO_TILE, picture_address
from companion.web.teach.tiles.words import MARKS, mark_word, spoken
from companion.web.teach.workspace import workspace

pages = Blueprint("teach_marks", __name__, url_prefix="/teach/tiles/marks")
pages.before_request(demand_token)

_NO_MARK = N_("There is no such mark; go back to the sheet.")


@pages.get("/<mark>")
def page(mark: str) -> Response | str:
    """Show all tiles, with check boxes for a mark."""
    open_set, lang = workspace().tile_session, language()
    if mark not in MARKS:
        return refuse(404, "no-mark", _NO_MARK)
    if open_set is None:
        return refuse(404, "no-tile", NO_TILE)
    tiles = [
        {
            "name": known.tile.name,
            "picture": tile_picture(known, picture_address(known)),
            "label": spoken(known.tile, lang),
            "ticked": mark in known.tile.marks,
        }
        for known in open_set.known.tiles
    ]
    return render_template("teach/marks.html", word=mark_word(mark, lang), mark=mark, tiles=tiles)


@pages.post("/<mark>")
def save_marks(mark: str) -> Response:
    """Record which tiles have a mark."""
    here = workspace()
    if mark not in MARKS:
        return refuse(404, "no-mark", _NO_MARK)
    if here.tile_session is None:
        return refuse(404, "no-tile", NO_TILE)
    ticked = set(request.form.getlist("tile"))
    with here.lock:
        open_set = here.tile_session
        for known in open_set.known.tiles:
            name, marks = known.tile.name, known.tile.marks
            # An answer about one mark leaves questions about the tile's other marks open.
            if (name in ticked) == (mark in marks) and mark not in open_set.doubtful_marks.get(name, ()):
                continue
            others = tuple(other for other in marks if other != mark)
            open_set = open_set.with_marks(name, (*others, mark) if name in ticked else others)
        here.tile_session = open_set
    return redirect(url_for("teach_tiles.page", _anchor="sheet-title"), 303)
