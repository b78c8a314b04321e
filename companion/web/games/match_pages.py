"""The page of a match of the Classic variant: three games, whose points are added up."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from companion.record.match import GAMES_OF_A_MATCH, match_of, points_of
from companion.web.base.languages import language
from companion.web.base.store import library, stored_game
from companion.web.games.redirect import to_own_page
from companion.web.games.view import game_row

pages = Blueprint("matches", __name__, url_prefix="/games/<int:game>")
pages.before_request(to_own_page)


@pages.get("/match")
def page(game: int) -> str:
    """Show the match that a game belongs to, with the points of each game and their sum."""
    match = match_of(stored_game(game), library().games())
    if match is None:
        abort(404)
    lang = language()
    return render_template(
        "games/match.html",
        game=game,
        match=match,
        games=[(game_row(summary, lang), points_of(summary)) for summary in match.games],
        missing=GAMES_OF_A_MATCH - len(match.games),
    )
