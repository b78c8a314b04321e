"""The club's pages: its tables with their scores so far, and the forms that add, change and remove tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from werkzeug import Response

from companion.language import N_
from companion.problems import Problem
from companion.record.storage.table_register import FJORDS, MAX_NAME, MAX_PLAYERS, ClubTable
from companion.web.access import roles
from companion.web.access.invitation import Invitation
from companion.web.access.pages import invitation_to
from companion.web.access_codes import HOST
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import demand_token, library, store_of
from companion.web.club.club import Club, club
from companion.web.club.rows import TableRow, row_of
from companion.web.table_context import TableContext, services, table_context
from games.rulebook import find, known

pages = Blueprint("club", __name__, url_prefix="/club", template_folder="templates")
pages.before_request(demand_token)

_NO_NAME = N_("Name the table; the name is shown in the list and on the big screen.")
_NO_GAME = N_("There is no such game; choose one from the list.")
MOST_TABLES = 200
"""Tables of one club at most; each with a camera takes a process."""
_TOO_MANY = N_("There are too many tables already; remove one that nobody uses.")


def set_up(app: Flask) -> None:
    """Tell the app's templates that it holds a club, and which table a request is about."""
    app.register_blueprint(pages)

    @app.context_processor
    def words() -> dict[str, object]:
        return {"club": True, "club_table": table_here()}


@pages.get("/")
def page() -> str:
    """List the tables."""
    return club_page()


@pages.get("/rows")
def rows() -> str:
    """Show the fragment that lists the tables, which the page fetches again and again."""
    return render_template("club/_tables.html", rows=_rows(), invitations={})


@pages.get("/photo")
def photo() -> str:
    """Show the form for photos, which belong to no table."""
    here = services()
    return render_template("table/page.html", config=here.config, snapshot=here.table.snapshot, view=None, asked=None)


@pages.post("/tables")
def add() -> Response:
    """Add a table."""
    try:
        form = _form()
    except Problem as problem:
        return refuse_sentence(422, "table", problem.sentence(language()))
    here = _club()
    if len(here.tables) >= MOST_TABLES:
        return refuse(422, "too-many-tables", _TOO_MANY)
    number = store_of(current_app).register.add(form.name, rulebook=form.rulebook, players=form.players)
    here.context(number)
    return redirect(url_for("table.page", _anchor=f"table-{number}"), 303)


@pages.post("/tables/<int:number>")
def change(number: int) -> Response:
    """Change a table's name, game and players."""
    try:
        form = _form()
    except Problem as problem:
        return refuse_sentence(422, "table", problem.sentence(language()))
    table = _table(number)
    store_of(current_app).register.change(number, name=form.name, players=form.players)
    if form.rulebook != table.rulebook:
        _club().change_rulebook(number, form.rulebook)
    return redirect(url_for("table.page", _anchor=f"table-{number}"), 303)


@pages.post("/tables/<int:number>/remove")
def remove(number: int) -> Response:
    """Remove a table; its games stay among the games."""
    _table(number)
    _club().remove(number)
    return redirect(url_for("table.page"), 303)


def club_page() -> str:
    """Return the page that lists the tables, with the forms of a host."""
    listed = _rows()
    is_host = roles.role() == HOST
    invitations: dict[int, Invitation | None] = {}
    if is_host:
        invitations = {row.number: invitation_to(_context(row.number)) for row in listed}
    lang = language()
    return render_template(
        "club/list.html",
        rows=listed,
        invitations=invitations,
        players={table.id: ", ".join(table.players) for table in _club().tables},
        rulebooks=[(name, find(name).title(lang)) for name in sorted(known(), key=lambda name: name != FJORDS)],
        config=services().config,
    )


def table_here() -> ClubTable | None:
    """Return the table that the request is about; ``None`` outside of a club's tables."""
    here = table_context()
    return None if here is None else _table(here.number)


def row_at(table: ClubTable) -> TableRow:
    """Return the row of a table, in the visitor's language."""
    return row_of(table, _context(table.id), library(), language())


def _rows() -> list[TableRow]:
    here, lang, games = _club(), language(), library()
    pairs = ((table, here.context(table.id)) for table in here.tables)
    return [row_of(table, place, games, lang) for table, place in pairs if place is not None]


@dataclass(frozen=True)
class _Form:
    """The fields of a table."""

    name: str
    rulebook: str
    players: tuple[str, ...]


def _form() -> _Form:
    """Return the fields of the form; raises `Problem` where one of them is wrong."""
    name, rulebook = request.form.get("name", "").strip()[:MAX_NAME], request.form.get("rulebook", FJORDS)
    if not name:
        raise Problem(_NO_NAME)
    if rulebook not in known():
        raise Problem(_NO_GAME)
    names = (player.strip()[:MAX_NAME] for player in request.form.get("players", "").split(","))
    return _Form(name, rulebook, tuple(player for player in names if player)[:MAX_PLAYERS])


def _club() -> Club:
    return cast(Club, club())


def _context(number: int) -> TableContext:
    found = _club().context(number)
    if found is None:
        abort(404)
    return found


def _table(number: int) -> ClubTable:
    try:
        return store_of(current_app).register.table(number)
    except KeyError:
        abort(404)
