"""The live table: the page, its fragments, the camera's picture, the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, current_app, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.language import N_
from companion.record.storage.library import StoredGame
from companion.record.storage.table_register import FJORDS
from companion.web.base.cells import text_of
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.board.tappable import tiles_to_tap
from companion.web.board.view import view_of
from companion.web.club.club import club
from companion.web.club.pages import club_page, row_at, table_here
from companion.web.games.live_record import live_tally
from companion.web.health import health_of
from companion.web.table.open_tiles_pages import row_of
from companion.web.table.state import TableState, table_state, table_view
from companion.web.table_context import services
from games.fjords.drawing.board import board_svg
from games.fjords.play.state import EXPLORATION
from games.hexgrid import Cell

_PICTURE_TIMEOUT_S = 5.0
"""Seconds for which a request waits for the camera's next picture."""

_FAILING_RETRY_S = 5
"""The database and the disk are checked anew every 3 s, and a thread that has ended is begun again within seconds."""

_MAX_QUESTIONS = 4
"""Questions that come with a board, at 7 kB each: the first is shown, and the next one if that cannot be answered."""

pages = Blueprint("table", __name__, template_folder="templates")


@pages.app_context_processor
def _words() -> dict[str, object]:
    return {"camera_address": _camera_address}


def _camera_address(at: int | None = None) -> str:
    """Return the address of the camera's picture for the visitor's device, of its newest or of one with a number."""
    # What all browsers of phones have in their name, and no other browser.
    is_phone = "Mobi" in request.user_agent.string
    return url_for("table.camera", small=1 if is_phone else None, at=at)


@pages.before_request
def _touch_table() -> None:
    if request.endpoint != "table.health":
        services().table.touch()


@pages.get("/")
def page() -> str | AnyResponse:
    """Show the live table.

    A club's own address shows the list of its tables, and that of a table with another game leads to the game's page.
    """
    if (club_table := table_here()) is not None and club_table.rulebook != FJORDS:
        own = f"{club_table.rulebook}.{'start' if club_table.game is None else 'page'}"
        return redirect(url_for(own, game=club_table.game), 303)
    if club_table is None and club() is not None:
        return club_page()
    here = services()
    # What changes while the page is made is then announced to it.
    shown = here.table.mark(here.table.snapshot)
    rows = [] if club_table is None or here.watches else [row_at(club_table)]
    return render_template(
        "table/page.html", config=here.config, shown=shown, first=True, rows=rows, **_page_variables()
    )


@pages.get("/table")
def table() -> str:
    """Show the fragment of the page that depends on the board."""
    return render_template("table/_table.html", **_page_variables())


@pages.get("/live")
def live() -> str:
    """Show the state of the camera."""
    return render_template("table/_live.html", snapshot=services().table.snapshot)


@pages.get("/camera.jpg")
def camera() -> Response:
    """Return the camera's newest picture, or wait for one that is newer than the number ``after``.

    With ``small`` it is one for a phone.
    """
    after, small = request.args.get("after", type=int), "small" in request.args
    found = services().pictures.newer(after or 0, 0 if after is None else _PICTURE_TIMEOUT_S, small)
    if found is None:
        return Response(status=204)
    number, jpeg = found
    return Response(jpeg, mimetype="image/jpeg", headers={"X-Picture": str(number)})


@pages.get("/board.json")
def board_json() -> Response:
    """Return the current board document."""
    tally = live_tally()
    return _no_board() if tally is None else jsonify(tally.document)


@pages.get("/board.svg")
def board_picture() -> Response:
    """Return a drawing of the current board."""
    tally = live_tally()
    return _no_board() if tally is None else Response(board_svg(tally.board, language()), mimetype="image/svg+xml")


@pages.get("/healthz")
def health() -> Response:
    """Return the state of the server for monitoring: 503 where something fails."""
    here = services()
    wrong = health_of(current_app).wrong(() if here.live is None else here.live.failing_threads)
    state: dict[str, object] = {"status": "failing", "wrong": wrong} if wrong else {"status": "ok"}
    answer = make_response(jsonify(**state, camera=here.table.snapshot.camera), 503 if wrong else 200)
    if wrong:
        answer.headers["Retry-After"] = str(_FAILING_RETRY_S)
    return answer


def _page_variables() -> dict[str, object]:
    """Return the template variables for the present state of the table."""
    here, state, lang = services(), table_state(), language()
    now = {"snapshot": here.table.snapshot, "picture": here.pictures.number}
    if state is None:
        return {**now, "view": None, "to_ask": []}
    return {**now, **here.drawn.get((state, lang), lambda: _board_variables(state, lang))}


def _board_variables(state: TableState, lang: str) -> Mapping[str, object]:
    """Return the template variables for a state of the table, with texts in a language (``en`` or ``ru``)."""
    here = table_view(state)
    doubtful = here.cells_in_doubt
    view = view_of(here.tally, lang, here.game_phase, here.warnings)
    return {
        "view": view,
        "row": row_of(here.tally) if view.game_phase.phase == EXPLORATION else [],
        "taps": tiles_to_tap(here.tally.board, view.board, lang, _address(here.stored)),
        "to_ask": [here.question(*place, lang) for place in doubtful[:_MAX_QUESTIONS]],
        "doubtful": list(dict.fromkeys(text_of(cell) for cell, _ in doubtful)),
        "questions": len(doubtful),
    }


def _address(stored: StoredGame | None) -> Callable[[Cell], str]:
    """Return a function from a cell to the address of its link, for browsers without scripts."""
    if stored is None:
        return lambda _: url_for("games.new", watched=1)
    return lambda cell: url_for("hand.build", game=stored.id, cell=text_of(cell))


def _no_board() -> Response:
    return refuse(404, "no-board", N_("No board has been seen yet."))
