"""The pages of one game: every step, export files, the printable sheet, deletion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug import Response

from companion.record.events.games import Ended, Paused, Resumed, Undone
from companion.record.events.log import HAND, Event
from companion.record.exchange.bg_stats import play_json, play_link
from companion.record.exchange.files import events_csv, for_spreadsheets, game_json, scores_csv
from companion.record.exchange.movetext import record_text
from companion.record.headline import headline, is_tie_broken, occasion
from companion.record.result_card.drawing import board_thumbnail, result_card
from companion.record.result_card.pen import small
from companion.record.storage.library import StoredGame
from companion.record.summary import summary_of
from companion.web.base.gone import GameGone
from companion.web.base.languages import language
from companion.web.base.store import demand_token, library, stored_game
from companion.web.games.live_record import tell_viewers
from companion.web.games.picture_pages import album
from companion.web.games.redirect import to_own_page
from companion.web.games.story import story_of
from companion.web.games.view import game_row, moment_of
from companion.web.limits.memo import Memo
from games.fjords.board import Board
from games.rulebook import rulebook_of

pages = Blueprint("one_game", __name__, url_prefix="/games/<int:game>")
pages.before_request(demand_token)
pages.before_request(to_own_page)

_THUMBNAIL_AGE_S, _THUMBNAIL_PX = 30 * 86_400, 240
"""Seconds for which a browser keeps the small drawing of a board, and its side in pixels; chosen by hand."""
_KEY = "longhouse-result-cards"
_CARDS = 40
"""Result cards that stay in memory, at 32 kB each; to draw one takes a second."""

_Make = Callable[[StoredGame], str | bytes | None]
_FILES: dict[str, tuple[str, _Make]] = {
    "game.json": ("application/json", game_json),
    "record.txt": ("text/plain", lambda stored: record_text(stored.timeline)),
    "story.txt": ("text/plain", lambda stored: story_of(stored, language())),
    "events.csv": ("text/csv", lambda stored: for_spreadsheets(events_csv(stored))),
    "scores.csv": ("text/csv", lambda stored: for_spreadsheets(scores_csv(stored))),
    "bgstats.json": ("application/json", play_json),
    "result.png": ("image/png", lambda stored: result_card(stored, language())),
}
_ACTIONS: dict[str, Callable[[Any], Event | None]] = {
    "undo": lambda timeline: timeline.to_undo(),
    "redo": lambda timeline: timeline.to_redo(),
    "pause": lambda timeline: None if timeline.position.paused else Paused(),
    "resume": lambda timeline: Resumed() if timeline.position.paused else None,
    "end": lambda timeline: None if timeline.position.ended else Ended(),
}


@pages.get("/")
def page(game: int) -> str:
    """Show a game after ``step`` steps, by default after all."""
    stored = stored_game(game)
    return render_template(
        "games/game.html",
        stored=stored,
        game=game_row(summary_of(stored), language()),
        moment=moment_of(stored, request.args.get("step", type=int), language()),
        timeline=stored.timeline,
        headline=headline(summary_of(stored), language()),
        tie_break=_tie_break(stored),
        bg_stats=play_link(stored),
        has_record=record_text(stored.timeline) is not None,
    )


@pages.get("/moment")
def moment(game: int) -> str:
    """Show the fragment of the page that depends on the scrubber."""
    step = request.args.get("step", type=int)
    return render_template("games/_moment.html", moment=moment_of(stored_game(game), step, language()))


@pages.get("/thumbnail")
def thumbnail(game: int) -> Response:
    """Return a small drawing of the last board; of games with a board for each player, that of the best player."""
    stored = stored_game(game)
    document = stored.timeline.position.document()
    book, ranking = rulebook_of(document), stored.timeline.result.ranking
    board = book.read(document)
    if isinstance(board, Board):
        # As SVG a board has 60 kB, and a list of twelve took a phone 0.4 s to draw (Lighthouse 12).
        answer = Response(board_thumbnail(board, _THUMBNAIL_PX), mimetype="image/webp")
    else:
        drawing = book.svg(board, language(), ranking[0][0].name if ranking else "")
        answer = Response(drawing, mimetype="image/svg+xml")
    # Its address holds the game's version, so that a change has an address of its own.
    answer.headers["Cache-Control"] = f"private, max-age={_THUMBNAIL_AGE_S}"
    return answer


@pages.get("/card.webp")
def card(game: int) -> Response:
    """Return the result card as the game's page shows it, in a quarter of the bytes."""
    stored, lang = stored_game(game), language()
    drawn = cast("Memo[bytes]", current_app.extensions.setdefault(_KEY, Memo[bytes](_CARDS)))
    key = stored.uid, stored.id, stored.timeline.last_number, lang
    answer = Response(drawn.get(key, lambda: small(result_card(stored, lang))), mimetype="image/webp")
    answer.headers["Cache-Control"] = f"private, max-age={_THUMBNAIL_AGE_S}"
    return answer


@pages.get("/sheet")
def sheet(game: int) -> str:
    """Show a sheet to print."""
    stored, lang = stored_game(game), language()
    summary = summary_of(stored)
    return render_template(
        "games/sheet.html",
        game=game_row(summary, lang),
        moment=moment_of(stored, None, lang),
        headline=headline(summary, lang),
        tie_break=_tie_break(stored),
        occasion=occasion(summary, stored.timeline.position.setup, lang),
    )


def _tie_break(stored: StoredGame) -> str:
    """Return the sentence that says what broke the tie for the first place; empty where nothing had to."""
    if not is_tie_broken(summary_of(stored)):
        return ""
    return rulebook_of(stored.timeline.position.document()).ties(language())


@pages.get("/files/<name>")
def export_game(game: int, name: str) -> Response:
    """Return a game as a file."""
    if name not in _FILES:
        abort(404)
    kind, make = _FILES[name]
    stored = stored_game(game)
    made = make(stored)
    if made is None:
        abort(404)
    answer = Response(made, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{stored.timeline.position.game}-{game}-{name}"'
    return answer


@pages.post("/do/<what>")
def do(game: int, what: str) -> Response:
    """Undo, redo, pause, resume or end; an action that is not possible changes nothing.

    Nor does undoing or redoing anything but the entry whose number is the field ``entry``, if it is there: the camera
    or another device may have changed the game since the page said what its button does.
    """
    if what not in _ACTIONS:
        abort(404)
    event = _ACTIONS[what](stored_game(game).timeline)
    meant = request.form.get("entry", type=int)
    is_another = meant is not None and isinstance(event, Undone) and event.entry != meant
    if event is not None and not is_another:
        library().add(game, HAND, event)
        tell_viewers()
    back = request.form.get("back")
    if back == "table":
        return redirect(url_for("table.page"), 303)
    page = "hand.build" if back == "build" else "one_game.page"
    return redirect(url_for(page, game=game, cell=request.form.get("cell") or None), 303)


@pages.get("/delete")
def ask_to_delete(game: int) -> str:
    """Ask whether a game is to be deleted."""
    stored = stored_game(game)
    return render_template("games/delete.html", game=game_row(summary_of(stored), language()), uid=stored.uid)


@pages.post("/delete")
def delete(game: int) -> Response:
    """Delete a game, if it is the one that was asked about: another database may have been opened meanwhile."""
    uid = stored_game(game).uid
    if request.form.get("uid", uid) != uid:
        raise GameGone
    album().delete(uid)
    library().delete(game)
    tell_viewers()
    return redirect(url_for("games.history"), 303)
