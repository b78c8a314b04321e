"""Hints on request: where a player's next viking matters most, in plain words and drawn on the board."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import cast

from flask import Blueprint, Flask, Response, current_app, render_template, request

from companion.language import N_, player_name
from companion.scoring.fjords_tally import FjordsTally
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_for_now
from companion.web.base.store import stored_game
from companion.web.board.board_key import board_key
from companion.web.board.hint_drawing import hint_svg
from companion.web.games.live_record import live_tally
from companion.web.games.redirect import to_own_page
from companion.web.replay.charts import signed
from games.fjords.analysis import Hint, hint
from games.fjords.board import VIKING, Board
from games.fjords.sentences import word

_KEY = "longhouse-hints"
_BUDGET_S = 3.0
"""Seconds for a hint; chosen by hand: people wait for it."""
_LOCK_TIMEOUT_S = 12.0
"""Seconds for which a request waits for other hints: about four of them; chosen by hand."""
_MAX_MOVES = 5
"""Moves that a hint shows, the best first; chosen by hand."""
_BUSY = N_("Another hint is being worked out; ask again in a moment.")

pages = Blueprint("hints", __name__)
pages.before_request(to_own_page)


@dataclass
class _HintSolver:
    """Computes one hint at a time, and keeps the last, because several viewers may ask at the same table."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    last: tuple[object, Hint] | None = None

    def solve(self, board: Board, player: str) -> Hint | None:
        key = board_key(board), player
        if not self.lock.acquire(timeout=_LOCK_TIMEOUT_S):
            return None
        try:
            if self.last is None or self.last[0] != key:
                self.last = (key, hint(board, player, _BUDGET_S))
            return self.last[1]
        finally:
            self.lock.release()


def set_up(app: Flask) -> None:
    """Give the app its solver of hints."""
    app.extensions[_KEY] = _HintSolver()

    @app.context_processor
    def words() -> dict[str, object]:
        return {"signed": signed}


@pages.get("/table/hint")
def of_table() -> str | Response:
    """Show the hint for a player of the live table."""
    tally = live_tally()
    return _no_player() if tally is None else _shown(tally, "live")


@pages.get("/games/<int:game>/hint")
def of_game(game: int) -> str | Response:
    """Show the hint for a player of a kept game."""
    return _shown(stored_game(game).timeline.fjords_tally, "built")


def _shown(tally: FjordsTally, layer: str) -> str | Response:
    """Return the fragment with a hint for the player that the request names, or the refusal."""
    name = request.args.get("player", "")
    if name not in (player.name for player in tally.board.players):
        return _no_player()
    found = cast(_HintSolver, current_app.extensions[_KEY]).solve(tally.board, name)
    if found is None:
        return refuse_for_now(503, "busy", _BUSY, round(_BUDGET_S))
    lang = language()
    moves = found.moves[:_MAX_MOVES]
    return render_template(
        "table/_hint.html",
        hint=found,
        moves=moves,
        name=player_name(name, lang),
        exploring=not any(piece.kind == VIKING for piece in tally.board.pieces),
        left_out=[word(rune, lang) for rune in found.left_out],
        drawing=hint_svg([(m.q, m.r) for m in moves], f"{layer}-{board_key(tally.board)}"),
    )


def _no_player() -> Response:
    return refuse(404, "no-player", N_("No player of this name is in this game."))
