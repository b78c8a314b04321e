"""The parts of a game's page that show how it went: the chart of points, the list of moves, best play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from companion.language import N_, player_name
from companion.record.storage.library import StoredGame
from companion.web.base.languages import language
from companion.web.base.replies import refuse, wants_fragment
from companion.web.base.store import demand_token, game_with_tally, stored_game
from companion.web.board.last_move import warnings_of_moves
from companion.web.board.view import Mark, mark_for
from companion.web.games.redirect import to_own_page
from companion.web.limits.memo import Memo
from companion.web.replay.best_play import BestPlay, is_computable_for
from companion.web.replay.charts import best_play_chart, points_chart, signed
from companion.web.replay.moves import Move, marks_on_slider, moves_of
from companion.web.replay.points import PointsOverTime, points_over_time
from companion.web.replay.solver import BestPlaySolver, Key, Progress
from companion.web.replay.swings import SwingRow, swing_rows, swings_on_board
from games.fjords.board import Player

pages = Blueprint("replay", __name__, url_prefix="/games/<int:game>", template_folder="templates")
pages.before_request(demand_token)
pages.before_request(to_own_page)

_KEY = "longhouse-replay"
_COUNTED_GAMES = 20
"""Games whose points over time stay in memory, at 0.2 MB each."""
_NOT_FOR_THIS = N_("Best play is computed for two-player games once a viking has been placed.")


@dataclass(frozen=True)
class _Caches:
    """Cached computations about the app's games."""

    points: Memo[PointsOverTime]
    solver: BestPlaySolver


@dataclass(frozen=True)
class Replay:
    """Template data of a game's course.

    Attributes:
        chart: the chart of points.
        players: the players with their marks.
        rows: the steps that changed points.
        totals: the points of each player after each of these steps.
        best_play: what is known of best play.
        for_best_play: whether it can be asked for.
    """

    chart: Markup
    players: tuple[tuple[str, Mark], ...]
    rows: tuple[Move, ...]
    totals: tuple[tuple[int, ...], ...]
    best_play: BestPlayView
    for_best_play: bool


@dataclass(frozen=True)
class BestPlayView:
    """Template data of best play.

    Attributes:
        progress: of the work on it; ``None`` where it was not asked for.
        found: the result, once there is one.
        chart: the chart of its values.
        swings: the largest swings.
        board: the last board with these.
        steps: the number of steps of the game.
    """

    progress: Progress | None = None
    found: BestPlay | None = None
    chart: Markup | None = None
    swings: tuple[SwingRow, ...] = ()
    board: Markup | None = None
    steps: int = 0


def set_up(app: Flask) -> None:
    """Register the pages with the app, a cache of computations for them, and the functions that templates call."""
    app.extensions[_KEY] = _Caches(Memo(_COUNTED_GAMES), BestPlaySolver())
    app.register_blueprint(pages)

    @app.context_processor
    def words() -> dict[str, object]:
        return {"replay_of": replay_of, "signed_points": signed}


def replay_of(stored: StoredGame) -> Replay | None:
    """Return how a game went; ``None`` where only its last board is known, or nobody has scored yet."""
    if not stored.timeline.has_moves:
        return None
    points, lang = _points(stored), language()
    if not points.players or not points.most:
        return None
    rows = [step for step in points.scored if any(step.gains)]
    board = stored.timeline.fjords_tally.board
    return Replay(
        chart=points_chart(points, lang),
        players=tuple((player_name(p.name, lang), mark_for(p.colours[0])) for p in points.players),
        rows=tuple(moves_of(rows, points.players, {}, lang)),
        totals=tuple(step.totals for step in rows),
        best_play=_best_play(stored, lang),
        for_best_play=is_computable_for(board),
    )


@pages.get("/moves")
def moves(game: int) -> str:
    """Show the list of moves; within the page of a replay, mark them on its slider, too."""
    stored = stored_game(game)
    points = _points(stored)
    listed = moves_of(points.steps, points.players, warnings_of_moves(stored.timeline), language())
    if not wants_fragment():
        return render_template("replay/moves.html", stored=stored, moves=listed)
    marks = marks_on_slider(listed)
    return render_template("replay/_moves.html", stored=stored, moves=listed, marks=marks, steps=len(points.steps))


@pages.get("/best-play")
def best_play(game: int) -> str | AnyResponse:
    """Show how far best play is worked out."""
    stored = stored_game(game)
    if not wants_fragment():
        return redirect(url_for("one_game.page", game=game, _anchor="best-play"), 303)
    return _shown(stored)


@pages.post("/best-play")
def work_out(game: int) -> str | Response | AnyResponse:
    """Begin to work out best play in the background."""
    stored, tally = game_with_tally(game)
    if not is_computable_for(tally.board):
        return refuse(409, "no-best-play", _NOT_FOR_THIS)
    _caches().solver.start(_key(stored), stored.timeline)
    if not wants_fragment():
        return redirect(url_for("one_game.page", game=game, _anchor="best-play"), 303)
    return _shown(stored)


def _shown(stored: StoredGame) -> str:
    return render_template("replay/_best_play.html", stored=stored, best=_best_play(stored, language()), fresh=True)


def _best_play(stored: StoredGame, lang: str) -> BestPlayView:
    """Return what is known by now of best play in a game, as the page shows it."""
    progress = _caches().solver.of(_key(stored))
    if progress is None or progress.result is None or not progress.result.known:
        return BestPlayView(progress)
    found, board = progress.result, stored.timeline.fjords_tally.board
    players: tuple[Player, ...] = board.players
    return BestPlayView(
        progress,
        found,
        best_play_chart(found, players, lang),
        swing_rows(found, players, lang),
        swings_on_board(found, board, lang),
        len(_points(stored).steps),
    )


def _points(stored: StoredGame) -> PointsOverTime:
    return _caches().points.get(_key(stored), lambda: points_over_time(stored.timeline))


def _key(stored: StoredGame) -> Key:
    """Return what changes with a game; one that was deleted may be saved again under its name, with other answers."""
    return stored.uid, stored.id, stored.timeline.last_number


def _caches() -> _Caches:
    return cast(_Caches, current_app.extensions[_KEY])
