"""The page of an unreadable game: its rows can be downloaded as they are, or deleted."""

from __future__ import annotations

import json
import re

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from werkzeug import Response as AnyResponse

from companion.record.storage.library import Unreadable
from companion.web.base.store import demand_token, library
from companion.web.games.live_record import tell_viewers
from companion.web.games.picture_pages import album

pages = Blueprint("aside", __name__, url_prefix="/games/<int:game>/aside")
pages.before_request(demand_token)

_UID = re.compile("[0-9a-f]{32}")
"""A game's unique identifier; a damaged one must not be used as the name of a folder."""


@pages.get("/")
def page(game: int) -> str | AnyResponse:
    """Show that a game cannot be read."""
    try:
        library().counted(game)
    except Unreadable:
        return render_template("games/unreadable.html", game=game)
    except KeyError:
        abort(404)
    return redirect(url_for("one_game.page", game=game), 303)


@pages.get("/rows.json")
def rows(game: int) -> Response:
    """Return the game's rows as a file."""
    written = json.dumps({"format": "longhouse-game-rows", **_raw(game)}, indent=1, default=repr) + "\n"
    answer = Response(written, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="game-{game}-rows.json"'
    return answer


@pages.post("/delete")
def delete(game: int) -> AnyResponse:
    """Delete an unreadable game; a readable one is deleted on its own page."""
    try:
        library().counted(game)
    except Unreadable:
        name = str(_raw(game)["id"])
        if _UID.fullmatch(name):
            album().delete(name)
        library().delete(game)
        tell_viewers()
        return redirect(url_for("games.history"), 303)
    except KeyError:
        abort(404)
    return redirect(url_for("one_game.ask_to_delete", game=game), 303)


def _raw(game: int) -> dict[str, object]:
    try:
        return library().raw(game)
    except KeyError:
        abort(404)
