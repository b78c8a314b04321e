"""Stored pictures: the camera's newest in memory, and those of recorded games if wanted."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for
from werkzeug import Response as AnyResponse

from companion.problems import Problem
from companion.record.storage.places import UNWRITABLE
from companion.web.base.store import demand_token, kept_folder, store_of, stored_game
from companion.web.games.album import Album
from companion.web.games.view import Moment
from companion.web.table_context import services

_KEY = "longhouse-album"
_MAX_DELAY_S = 2.0
"""Seconds within which all events of one of the camera's pictures are recorded; chosen by hand."""

pages = Blueprint("pictures", __name__)
pages.before_request(demand_token)


def set_up(app: Flask) -> Album:
    """Give the app its album."""
    app.extensions[_KEY] = Album(store_of(app).folder / "pictures")

    @app.context_processor
    def words() -> dict[str, object]:
        return {"album": album, "picture_then": picture_then}

    return album_of(app)


def album_of(app: Flask) -> Album:
    """Return an app's album."""
    return cast(Album, app.extensions[_KEY])


def album() -> Album:
    """Return the album of the app that answers the current request."""
    return album_of(current_app)


def picture_then(moment: Moment) -> str | None:
    """Return the address of the picture that shows a step; ``None`` where none is stored."""
    if not moment.entry:
        return None
    stored = stored_game(moment.game)
    entries = stored.timeline.entries
    seen = entries[moment.entry - 1].at
    later = (n for n in album().entries(stored.uid) if moment.entry <= n <= len(entries))
    # Events of one picture are recorded within this time; a later picture shows another position.
    entry = next((n for n in later if (entries[n - 1].at - seen).total_seconds() < _MAX_DELAY_S), None)
    # Browsers keep pictures, and another database gives its games the same numbers, but other unique names.
    return None if entry is None else url_for("pictures.show", game=stored.id, entry=entry, v=stored.uid)


@pages.post("/pictures/want")
def want() -> AnyResponse:
    """Store new pictures, or no more."""
    try:
        album().want(request.form.get("wanted") == "on")
    except OSError:
        raise Problem(UNWRITABLE, folder=kept_folder()) from None
    return redirect(url_for("table.page"), 303)


@pages.post("/pictures/delete")
def delete() -> AnyResponse:
    """Delete all pictures: those stored, and the newest in memory."""
    album().delete()
    services().pictures.forget()
    return redirect(url_for("table.page"), 303)


@pages.get("/games/<int:game>/pictures/<int:entry>.jpg")
def show(game: int, entry: int) -> Response:
    """Return the picture after an entry of a game's log."""
    jpeg = album().picture(stored_game(game).uid, entry)
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})
