"""The pages of all games: the list, import, set-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug import Response

from companion.language import N_, translator
from companion.problems import Problem, sentence
from companion.record.events.games import Seat, SetUp
from companion.record.events.log import HAND, Entry
from companion.record.exchange.files import TOO_LARGE, game_from, game_of_photo
from companion.record.storage.library import StoredGame, Unreadable
from companion.record.summary import summary_of
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence, wants_fragment
from companion.web.base.sent_tally import sent_id
from companion.web.base.store import (
    begin_lock,
    damaged_databases,
    demand_token,
    library,
    played_here,
    recorder,
    store_of,
    stored_game,
)
from companion.web.board.view import mark_for
from companion.web.games.last_players import with_last_players
from companion.web.games.live_record import tell_viewers, watched_setup
from companion.web.games.setup_form import SEATS, VARIANTS, form_of, setup_from, setup_of_board
from companion.web.games.view import game_row
from companion.web.table_context import table_context
from games.documents import DocumentError
from games.fjords.board import Board
from games.fjords.drawing.colours import COLOURS
from games.fjords.setup import RUNE_SETS
from games.incoming import LARGEST_DOCUMENT, parse_json

_GAMES_FOR_NAMES = 20
"""The last games, whose players are offered as names; chosen by hand."""
_FIRST_PLAYERS = (Seat("white", ("white",)), Seat("black", ("black",)))
"""Players that stand in the form before any were entered, to be changed at will."""
_NO_BOARD = N_("This is not a board; tally the photo again.")
_SAVED = N_("This tally is saved already; to save it with other answers, delete its game first.")
_SHOW_SAVED = N_("Show its game")
_KNOWN = N_("This game is already saved; delete it first to import it again.")

pages = Blueprint("games", __name__, url_prefix="/games", template_folder="templates")
pages.before_request(demand_token)


@pages.get("/")
def history() -> str:
    """List all games."""
    lang = language()
    listed = list(library().listed())
    summaries = [summary_of(stored) for stored in listed if isinstance(stored, StoredGame)]
    return render_template(
        "games/list.html",
        games=[game_row(s, lang) for s in summaries],
        damaged=damaged_databases(),
        aside=[refused.game for refused in listed if isinstance(refused, Unreadable)],
    )


@pages.post("/import")
def import_game() -> Response:
    """Import the game in the file of the field ``game``."""
    file = request.files.get("game")
    if file is None or not file.filename:
        return refuse(400, "no-game", N_("No file was sent; choose one and try again."))
    data = file.read(LARGEST_DOCUMENT + 1)
    if len(data) > LARGEST_DOCUMENT:
        return refuse(413, "too-large", TOO_LARGE)
    try:
        game = library().import_game(*game_from(data))
    except (Problem, DocumentError) as error:
        return refuse_sentence(422, "no-game", sentence(error, language()))
    except KeyError:
        return refuse(409, "known-game", _KNOWN)
    return redirect(url_for("one_game.page", game=game), 303)


@pages.post("/keep")
def keep() -> Response:
    """Import the board document of the field ``document`` as a game, and open the editor.

    The field ``tally`` names its photos, where it was read from some: of one tally there is one game.
    """
    try:
        uid, begun, entries = game_from(request.form.get("document", "").encode())
    except (Problem, DocumentError) as error:
        return refuse_sentence(422, "no-game", sentence(error, language()))
    tally = sent_id()
    try:
        game = library().import_game(tally or uid, begun, entries)
    except KeyError:
        return _continue_again(tally, entries) if tally else refuse(409, "known-game", _KNOWN)
    return redirect(url_for("hand.build", game=game), 303)


def _continue_again(tally: str, entries: Sequence[Entry]) -> Response:
    """Open the editor of a tally's game if that began with the board of these entries; else refuse to replace it."""
    game = library().number_of(tally)
    if game is None or not _begins_with(stored_game(game).timeline.entries, entries):
        return _saved_already(tally)
    return redirect(url_for("hand.build", game=game), 303)


def _begins_with(known: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Return whether a log begins with these entries, whoever plays by it and when they were made."""
    logged, board = ([e.event for e in log if not isinstance(e.event, SetUp)] for log in (known, entries))
    return logged[: len(board)] == board


@pages.post("/save")
def save() -> Response:
    """Keep the board document of the field ``document``, read from a photo, as a game with the names of its players.

    The field ``tally`` names its photos: another page may show their tally as unsaved when it is saved already.
    """
    try:
        board = Board.from_document(parse_json(request.form.get("document", "")))
        setup = setup_of_board(board, {p.name: request.form.get(f"name-{p.name}", "") for p in board.players})
        saved = game_of_photo(board, setup, sent_id())
    except (Problem, DocumentError) as error:
        return refuse_sentence(422, "no-game", sentence(error, language()))
    except (ValueError, TypeError, RecursionError):
        return refuse(422, "no-game", _NO_BOARD)
    try:
        game = library().import_game(*saved)
    except KeyError:
        return _saved_already(sent_id())
    address = url_for("one_game.page", game=game)
    if wants_fragment():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def _saved_already(tally: str) -> Response:
    """Return the refusal to save a tally a second time, with a link to the game that it was saved as."""
    game, say = library().number_of(tally), translator(language())
    way = None if game is None else (url_for("one_game.page", game=game), say(_SHOW_SAVED))  # None: it was just deleted
    return refuse_sentence(409, "known-tally", say(_SAVED), way)


@pages.get("/new")
def new() -> str:
    """Show the form that sets a game up, filled in with the players of the last one."""
    setup = watched_setup() if request.args.get("watched") else SetUp()
    if (invited := _invited(setup)) is not None:
        return _form(form_of(invited), None)
    known = with_last_players(setup, library())
    return _form(form_of(known if known.players else replace(known, players=_FIRST_PLAYERS)), None)


@pages.post("/new")
def begin() -> Response | tuple[str, int]:
    """Begin a game, which is entered by hand or followed by the camera.

    Where no game of the watched table was followed when the form was shown, and one is now, by an answer or from
    another device, the form sets that one up: what was told of it so far belongs to it.
    """
    try:
        setup = setup_from(request.form)
    except Problem as problem:
        return _form(request.form, problem.sentence(language())), 422
    if not setup.watched:
        return redirect(url_for("hand.build", game=played_here(library().begin(HAND, setup))), 303)
    with begin_lock():
        meanwhile = recorder().current() if request.form.get("followed") == "" else None
        if meanwhile is None:
            recorder().follow(played_here(library().begin(HAND, setup)))
        else:
            _set_up_anew(meanwhile)
    tell_viewers()
    return redirect(url_for("table.page"), 303)


@pages.get("/<int:game>/set-up")
def set_up_again(game: int) -> str:
    """Show the form that corrects a game's set-up."""
    return _form(form_of(stored_game(game).timeline.position.setup), None, game)


@pages.post("/<int:game>/set-up")
def correct(game: int) -> Response | tuple[str, int]:
    """Correct a game's set-up."""
    try:
        _set_up_anew(stored_game(game))
    except Problem as problem:
        return _form(request.form, problem.sentence(language()), game), 422
    tell_viewers()
    return redirect(url_for("one_game.page", game=game), 303)


def _set_up_anew(stored: StoredGame) -> None:
    """Give a game the set-up in the form, where that is another one; raises `Problem` as `setup_from` does."""
    old = stored.timeline.position.setup
    setup = setup_from(request.form, old)
    if setup != old:
        library().add(stored.id, HAND, setup)


def _form(values: object, problem: str | None, game: int | None = None) -> str:
    return render_template(
        "games/setup.html",
        values=values,
        problem=problem,
        game=game,
        followed=recorder().current(),
        seats=range(4),
        colours=list(COLOURS),
        seen=[colour for seat in watched_setup().players for colour in seat.colours],
        known_names=_known_names(),
        mark_for=mark_for,
        variants=VARIANTS,
        runes=RUNE_SETS,
    )


def _invited(setup: SetUp) -> SetUp | None:
    """Return a set-up with those who play next at the table of the request; ``None`` where nobody is invited there."""
    here = table_context()
    names = () if here is None else store_of(current_app).register.table(here.number).players
    if not names:
        return None
    seen = [colour for seat in setup.players for colour in seat.colours]
    colours = list(dict.fromkeys([*seen, *COLOURS]))
    return replace(
        setup, players=tuple(Seat(name, (colour,)) for name, colour in zip(names[:SEATS], colours, strict=False))
    )


def _known_names() -> list[str]:
    """Return the names of the players of the last games, without those called by a colour."""
    latest = islice(library().newest_first(), _GAMES_FOR_NAMES)
    seats = (seat for stored in latest for seat in stored.timeline.position.setup.players)
    return list(dict.fromkeys(seat.name for seat in seats if seat.name not in COLOURS))
