"""Games whose players each have a board of their own are shown on pages of their own."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug import Response

from companion.web.base.store import kept_game, played_game

_FOR_ALL = ("game.json", "scores.csv", "events.csv")
_DELETING = ("one_game.ask_to_delete", "one_game.delete")


def to_own_page() -> Response | None:
    """Send whoever asks for a page of Fjords about a game of another kind on to that game's own page."""
    game = (request.view_args or {}).get("game")
    if game is None or request.endpoint in _DELETING or (request.view_args or {}).get("name") in _FOR_ALL:
        return None
    if played_game(game).timeline.position.board is None:
        return None
    # Only a board that can be counted is known to be of a game that has pages.
    return redirect(url_for(f"{kept_game(game).timeline.position.game}.page", game=game), 303)
