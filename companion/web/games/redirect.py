"""Redirection of games other than Fjords to their own pages."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug import Response

from companion.web.base.store import stored_game, uncounted_game

_FILES_OF_ALL_GAMES = ("game.json", "bgstats.json", "scores.csv", "events.csv")
_ENDPOINTS_OF_ALL_GAMES = ("one_game.ask_to_delete", "one_game.delete", "one_game.thumbnail")


def to_own_page() -> Response | None:
    """Redirect a request for a Fjords page of another game to that game's own page."""
    game = (request.view_args or {}).get("game")
    if (
        game is None
        or request.endpoint in _ENDPOINTS_OF_ALL_GAMES
        or (request.view_args or {}).get("name") in _FILES_OF_ALL_GAMES
    ):
        return None
    if uncounted_game(game).timeline.position.board is None:
        return None
    # Only a board that can be counted is known to be of a game that has pages.
    return redirect(url_for(f"{stored_game(game).timeline.position.game}.page", game=game), 303)
