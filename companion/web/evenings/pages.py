"""Evenings and tournaments: rounds with their pairings, results, standings, and a board for a big screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import cast

from babel.numbers import format_decimal
from flask import Blueprint, Flask, Response, abort, current_app, flash, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.language import N_, translator
from companion.numbers import signed_number
from companion.problems import Problem
from companion.record.evenings import renaming
from companion.record.evenings.export import evening_json, plays_json, results_csv, standings_csv
from companion.record.evenings.pairing import LARGEST, SMALLEST
from companion.record.evenings.state import EveningState, next_round, state_of
from companion.record.evenings.store import MAX_NAME, MAX_PLAYERS, MAX_ROUNDS, Evenings
from companion.record.exchange.files import for_spreadsheets
from companion.record.same_name import named_twice
from companion.record.storage.table_register import FJORDS, ClubTable
from companion.web.base.gone import EveningGone
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import demand_token, library, store_of
from companion.web.club.club import club
from games.rulebook import find, known

pages = Blueprint("evenings", __name__, url_prefix="/evenings", template_folder="templates", static_folder="static")
pages.before_request(demand_token)

_KEY = "longhouse-evenings"
_LONGEST_NAME, _MOST_POINTS = 60, 9999
"""Letters of a player's name, and points of a game, at most; chosen by hand."""
_NO_NAME = N_("Give the tournament a name.")
_FEW = N_("Name at least two players, one per line or separated by commas.")
_TWICE = N_("“{name}” is named twice; give each player a different name.")
_NO_NEW_NAME = N_("Choose a player of this tournament, and enter one name without a comma.")
_TAKEN = N_("“{name}” is another player of this tournament; give each player a different name.")
_MANY = N_("There are too many players; {most} can take part.")
_UNKNOWN = N_("The form has an unknown value; choose again.")
_OPEN = N_("This round is not over: enter the results that are missing, then pair the next one.")
_NO_POINTS = N_("Enter a whole number of points for every player.")
_NO_TIE = N_(
    "The result is saved, but {name} is not its winner: somebody has more points, and a winner can be chosen only "
    "among players who tie."
)
_LAST = N_("A tournament has at most {most} rounds.")

_FILES: dict[str, tuple[str, Callable[[EveningState], str | bytes]]] = {
    "standings.csv": ("text/csv", lambda state: for_spreadsheets(standings_csv(state))),
    "results.csv": ("text/csv", lambda state: for_spreadsheets(results_csv(state))),
    "evening.json": ("application/json", evening_json),
    "bgstats.json": ("application/json", plays_json),
}


def set_up(app: Flask) -> None:
    """Give the app its evenings."""
    app.extensions[_KEY] = Evenings(store_of(app).engine)
    app.jinja_env.filters["frozen"] = frozenset
    app.register_blueprint(pages)


@pages.get("/")
def start() -> str:
    """List the evenings, with the form for a new one."""
    return _start({}, None)


@pages.post("/")
def begin() -> AnyResponse | tuple[str, int]:
    """Begin an evening."""
    form = request.form
    name, rulebook = form.get("name", "").strip()[:MAX_NAME], form.get("rulebook", FJORDS)
    seats = form.get("seats", "2")
    try:
        if not name:
            raise Problem(_NO_NAME)
        if rulebook not in known() or seats not in map(str, range(SMALLEST, LARGEST + 1)):
            raise Problem(_UNKNOWN)
        players = _players(form.get("players", ""))
    except Problem as problem:
        return _start(form, problem.sentence(language())), 422
    number = _evenings().begin(name, rulebook, int(seats), players)
    return redirect(url_for(".page", evening=number), 303)


@pages.get("/<int:evening>/")
def page(evening: int) -> str:
    """Show an evening: its rounds, and the standings."""
    return render_template("evenings/page.html", **_variables(evening))


@pages.get("/<int:evening>/parts")
def parts(evening: int) -> str:
    """Show the fragment that changes while games are played."""
    return render_template("evenings/_board.html", **_variables(evening))


@pages.get("/<int:evening>/board")
def board(evening: int) -> str:
    """Show the board for a big screen: the present round and the standings."""
    return render_template("evenings/board.html", **_variables(evening))


@pages.post("/<int:evening>/round")
def pair(evening: int) -> AnyResponse:
    """Pair the next round."""
    state = _state(evening)
    if not state.is_complete:
        return refuse(409, "round-open", _OPEN)
    if len(state.rounds) >= MAX_ROUNDS:
        return refuse(409, "last-round", _LAST, most=MAX_ROUNDS)
    for seat in state.rounds[-1] if state.rounds else ():
        if seat.game is not None and seat.sitting.game is None:
            _evenings().attach(evening, seat.sitting.id, seat.game.id)
    tables = next_round(state)
    if _evenings().add_round(evening, len(state.rounds), tables):
        _invite(state, tables)
    return redirect(url_for(".page", evening=evening, _anchor=f"round-{len(state.rounds) + 1}"), 303)


@pages.post("/<int:evening>/tables/<int:sitting>")
def enter(evening: int, sitting: int) -> AnyResponse:
    """Keep a result that is entered by hand: points of each player, and the winner where these tie."""
    found = next((s for s in _evenings().sittings(evening) if s.id == sitting), None)
    if found is None:
        abort(404)
    given = [signed_number(request.form.get(f"points-{seat}", "").strip()) for seat in range(len(found.players))]
    gained = [points for points in given if points is not None and abs(points) <= _MOST_POINTS]
    if len(gained) < len(given):
        return refuse(422, "no-points", _NO_POINTS)
    points = dict(zip(found.players, gained, strict=True))
    best = [name for name, number in points.items() if number == max(gained)]
    chosen = request.form.get("winner", "")
    _evenings().enter(evening, sitting, points, [chosen] if chosen in best else best)
    if chosen in points and chosen not in best:
        flash(translator(language())(_NO_TIE).format(name=chosen))
        return redirect(url_for(".page", evening=evening), 303)  # the top of the page, where the message is shown
    return redirect(url_for(".page", evening=evening, _anchor=f"round-{found.round}"), 303)


@pages.post("/<int:evening>/players")
def change_players(evening: int) -> AnyResponse:
    """Change who takes part from the next round on."""
    try:
        _evenings().change_players(evening, _players(request.form.get("players", "")))
    except Problem as problem:
        return refuse_sentence(422, "players", problem.sentence(language()))
    except KeyError:
        raise EveningGone from None
    return redirect(url_for(".page", evening=evening), 303)


@pages.post("/<int:evening>/name")
def correct_name(evening: int) -> AnyResponse:
    """Correct the name of a player in all rounds."""
    state = _state(evening)
    everybody = [standing.name for standing in state.standings]
    old, names = request.form.get("old", ""), _names(request.form.get("new", ""))
    if old not in everybody or len(names) != 1:
        return refuse(422, "no-name", _NO_NEW_NAME)
    if names[0] in everybody:
        return refuse(422, "known-name", _TAKEN, name=names[0])
    renaming.correct_name(_evenings(), state, old, names[0])
    for table in _club_tables(state.evening.rulebook):
        if old in table.players:
            invited = tuple(names[0] if name == old else name for name in table.players)
            store_of(current_app).register.change(table.id, players=invited)
    return redirect(url_for(".page", evening=evening), 303)


@pages.get("/<int:evening>/files/<name>")
def export_evening(evening: int, name: str) -> Response:
    """Return an evening as a file."""
    if name not in _FILES:
        abort(404)
    kind, make = _FILES[name]
    answer = Response(make(_state(evening)), mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{evening}-{name}"'
    return answer


@pages.get("/<int:evening>/remove")
def ask_to_remove(evening: int) -> str:
    """Ask whether an evening is to be removed, with the results that were entered by hand."""
    return render_template("evenings/remove.html", **_variables(evening))


@pages.post("/<int:evening>/remove")
def remove(evening: int) -> AnyResponse:
    """Remove an evening; its games stay among the games."""
    try:
        _evenings().remove(evening)
    except KeyError:
        raise EveningGone from None
    return redirect(url_for(".start"), 303)


def _evenings() -> Evenings:
    return cast(Evenings, current_app.extensions[_KEY])


def _state(number: int) -> EveningState:
    try:
        return state_of(_evenings().evening(number), _evenings(), library())
    except KeyError:
        raise EveningGone from None


def _variables(number: int) -> dict[str, object]:
    """Return the template variables of an evening's pages."""
    state = _state(number)
    return {
        "state": state,
        "evening": state.evening,
        "title": find(state.evening.rulebook).title(language()),
        "ties": find(state.evening.rulebook).ties(language()),
        "table_names": {frozenset(table.players): table.name for table in _club_tables() if table.players},
        "files": list(_FILES),
        "decimal": partial(format_decimal, format="0.##", locale=language()),
    }


def _club_tables(rulebook: str | None = None) -> list[ClubTable]:
    """Return the tables of the club, all or those at which a game is played; none where the app holds one table."""
    here = club()
    return [table for table in (here.tables if here else []) if rulebook in (None, table.rulebook)]


def _start(form: Mapping[str, str], problem: str | None) -> str:
    lang = language()
    return render_template(
        "evenings/start.html",
        evenings=_evenings().all(),
        titles={name: find(name).title(lang) for name in sorted(known(), key=lambda name: name != FJORDS)},
        seats=range(SMALLEST, LARGEST + 1),
        values=form,
        problem=problem,
    )


def _players(text: str) -> list[str]:
    """Return the names in a text, one on each line or with commas between them.

    Raises:
        Problem: there are fewer than two or too many, or one is named twice.
    """
    names = _names(text)
    if len(names) < SMALLEST:
        raise Problem(_FEW)
    if len(names) > MAX_PLAYERS:
        raise Problem(_MANY, most=MAX_PLAYERS)
    twice = named_twice(names)
    if twice is not None:
        raise Problem(_TWICE, name=twice)
    return names


def _names(text: str) -> list[str]:
    parts = (part.strip()[:_LONGEST_NAME] for line in text.splitlines() for part in line.split(","))
    return [name for name in parts if name]


def _invite(state: EveningState, tables: list[tuple[str, ...]]) -> None:
    """Write the players of a new round into the club's tables at which this game is played, in their order."""
    register, paired = store_of(current_app).register, (players for players in tables if len(players) > 1)
    for table, players in zip(_club_tables(state.evening.rulebook), paired, strict=False):
        register.change(table.id, players=players)
