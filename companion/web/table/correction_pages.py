"""Corrections of the live table: one tap answers a question, and any cell can be opened by tapping it.

A correction is an event of a game's log, so that it holds against later pictures. A table that is not recorded yet
is recorded from its first correction on.
"""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug import Response

from companion.language import N_
from companion.problems import sentence
from companion.record.events.cells import CellEntered, GroundNamed, TileLaid, TileRemoved
from companion.record.events.log import HAND, event_of
from companion.record.recorder import OTHER_BOARD
from companion.web.base.cells import cell_from, text_of
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence, wants_fragment
from companion.web.base.store import demand_token, follow_some_game, library, recorder
from companion.web.games.live_record import finished_here, live_tally, tell_viewers, watched_setup
from companion.web.table.state import table_state, table_view
from companion.web.table_context import services
from games.documents import DocumentError
from games.incoming import parse_json

pages = Blueprint("correcting", __name__, url_prefix="/table")
pages.before_request(demand_token)

_OTHER_BOARD = N_("The camera shows another board than the one of this game; nothing can be corrected here.")
_OVER = N_("This game is over; its board is corrected on the page of the game.")
_NO_CELL = N_("Choose a tile on the board first.")
_UNKNOWN = N_("This answer is no longer valid; look at the table and tap again.")


@pages.get("/cell")
def show() -> str | Response:
    """Show the questions about a cell, and the form that corrects it."""
    cell, state = cell_from(request.args.get("cell", "")), table_state()
    if cell is None or state is None:
        return refuse(422, "no-cell", _NO_CELL)
    here = table_view(state)
    if here.other_board:
        return refuse(409, "other-board", _OTHER_BOARD)
    questions = [found for of_tile in (False, True) if (found := here.question(cell, of_tile, language()))]
    picture = services().pictures.number
    return render_template(
        "table/cell.html", questions=questions, cell=text_of(cell), stored=here.stored, picture=picture
    )


@pages.post("/answer")
def answer() -> Response:
    """Record the answer to a question."""
    try:
        event = event_of(parse_json(request.form.get("event", "")))
    except DocumentError as error:
        return refuse_sentence(422, error.code, sentence(error, language()))
    except (ValueError, RecursionError):
        return refuse(422, "answer", _UNKNOWN)
    if not isinstance(event, CellEntered | GroundNamed | TileLaid | TileRemoved):
        return refuse(422, "answer", _UNKNOWN)
    if (refused := _refused_as_over()) is not None:
        return refused
    game = _game_to_correct()
    if game is None:
        return refuse(409, "other-board", _OTHER_BOARD)
    library().add(game, HAND, event)
    tell_viewers()
    return make_response("", 204) if wants_fragment() else redirect(url_for("table.page"), 303)


@pages.post("/keep")
def keep() -> Response:
    """Begin to record the table, and open a cell of it for correction."""
    if (refused := _refused_as_over()) is not None:
        return refused
    game = _game_to_correct()
    if game is None:
        return refuse(409, "other-board", _OTHER_BOARD)
    tell_viewers()
    return redirect(url_for("hand.build", game=game, cell=request.form.get("cell")), 303)


def _refused_as_over() -> Response | None:
    """Return the refusal of a correction that would begin a second game of a board whose game is over, else nothing."""
    is_over = recorder().current() is None and finished_here() is not None
    return refuse(409, "over", _OVER) if is_over else None


def _game_to_correct() -> int | None:
    """Return the followed game, begun now if there is none; ``None`` where the table shows another board."""
    following = follow_some_game(lambda: library().begin(HAND, watched_setup()))
    # The present reading is recorded before the correction of it.
    live_tally()
    stored = following.current()
    return None if stored is None or following.state == OTHER_BOARD else stored.id
