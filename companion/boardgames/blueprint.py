"""The blueprint of one game's pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, flash, jsonify, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.boardgames.board_game import BoardGame, Document
from companion.boardgames.card import board_card
from companion.boardgames.kept_games import kept_game, record_changes
from companion.boardgames.photos import doubts_of, filled_in
from companion.boardgames.players import names_in, reseated, seats_of
from companion.boardgames.view import view_of
from companion.language import N_
from companion.problems import KNOWN, Problem, sentence
from companion.record.events.boards import BoardEntered
from companion.record.events.games import Ended
from companion.record.events.log import HAND, Event
from companion.record.exchange.files import TOO_LARGE, game_from
from companion.record.storage.library import StoredGame
from companion.record.summary import summary_of
from companion.scoring.caveats import caveats_in
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import demand_token, library, played_here
from companion.web.games.view import game_row
from companion.web.table_context import services
from games.documents import DocumentError
from games.incoming import LARGEST_DOCUMENT, parse_json
from games.rulebook import find
from vision.plugins import games_seen, reader_of
from vision.profile import Profile

_MAX_RECENT_GAMES = 12
"""Stored games of this kind that its page lists; chosen by hand."""
_NO_FILE = N_("No file was sent; choose one and try again.")
_NO_DOCUMENT = N_("This is not a board document; choose a JSON file that Longhouse exported.")
_OTHER_GAME = N_("This document is of another game; import it on that game's page or on the page “Games”.")
_DONE: dict[str, Callable[[Any], Event | None]] = {
    "undo": lambda timeline: timeline.to_undo(),
    "redo": lambda timeline: timeline.to_redo(),
    "end": lambda timeline: None if timeline.position.ended else Ended(),
}


def board_pages(board_game: BoardGame, import_name: str) -> Blueprint:
    """Return the blueprint of a game whose players each have a board of their own.

    Args:
        board_game: what is the game's own.
        import_name: ``__name__`` of the game's pages, beside which its templates and static files lie.
    """
    pages = Blueprint(
        board_game.name,
        import_name,
        url_prefix=f"/{board_game.name}",
        template_folder="templates",
        static_folder="static",
    )
    pages.before_request(demand_token)
    here = _Pages(board_game)
    for method, rule, view in (
        ("GET", "/", here.start),
        ("POST", "/new", here.begin),
        ("POST", "/import", here.import_game),
        ("GET", "/<int:game>/", here.page),
        ("POST", "/<int:game>/tap", here.tap),
        ("POST", "/<int:game>/photo", here.photo),
        ("POST", "/<int:game>/players", here.reseat),
        ("POST", "/<int:game>/do/<what>", here.do),
        ("GET", "/<int:game>/board.json", here.document),
        ("GET", "/<int:game>/result.png", here.card),
    ):
        pages.add_url_rule(rule, view.__name__, view, methods=[method])
    return pages


class _Pages:
    """The views of one game."""

    def __init__(self, board_game: BoardGame) -> None:
        self._board_game = board_game

    def start(self) -> str:
        """Show the form for a new game and the recorded games."""
        return self._start(None)

    def begin(self) -> AnyResponse | tuple[str, int]:
        """Begin a game with the players of the form."""
        try:
            names = [name for name in names_in(request.form, self._board_game) if name]
        except Problem as problem:
            return self._start(problem.sentence(language())), 422
        return self._begun(self._board_game.document(names))

    def import_game(self) -> AnyResponse:
        """Begin a game with the board document in the file that was sent in the field ``document``."""
        file = request.files.get("document")
        if file is None or not file.filename:
            return refuse(400, "no-document", _NO_FILE)
        data = file.read(LARGEST_DOCUMENT + 1)
        if len(data) > LARGEST_DOCUMENT:
            return refuse(413, "too-large", TOO_LARGE)
        try:
            document = parse_json(data)
        except DocumentError as error:
            return refuse_sentence(422, error.code, sentence(error, language()))
        except (ValueError, RecursionError):
            return refuse(422, "no-document", _NO_DOCUMENT)
        if isinstance(document, dict) and document.get("game") not in (None, self._board_game.name):
            return refuse(422, "other-game", _OTHER_GAME)
        try:
            find(self._board_game.name).read(document)
            game = library().import_game(*game_from(json.dumps(document).encode()))
        except DocumentError as error:
            return refuse_sentence(422, error.code, sentence(error, language()))
        except Problem as problem:
            return refuse_sentence(422, "no-document", problem.sentence(language()))
        return self._back(game)

    def page(self, game: int) -> str:
        """Show the board of the player whose index is ``player``."""
        return self._page(self._kept(game), request.args.get("player", 0, type=int))

    def tap(self, game: int) -> AnyResponse | str:
        """Change the board by a tap, and show it."""
        stored = self._kept(game)
        before = stored.timeline.position.document()
        player = _seat(before, request.form.get("player", 0, type=int))
        try:
            after = self._board_game.change(before, player, request.form)
            find(self._board_game.name).read(after)
        except (Problem, DocumentError) as error:
            return refuse_sentence(422, "tap", sentence(error, language()))
        record_changes(stored, after)
        return self._page(self._kept(game), player)

    @takes_pictures
    def photo(self, game: int) -> AnyResponse:
        """Fill in a player's board from the photo that was sent in the field ``photo``."""
        stored, read = self._kept(game), reader_of(self._board_game.name)
        file = request.files.get("photo")
        if read is None:
            abort(404)
        if file is None or not file.filename:
            return refuse(400, "no-photo", _NO_FILE)
        before = stored.timeline.position.document()
        player = _seat(before, request.form.get("player", 0, type=int))
        try:
            seen = read(decoded(file), getattr(services().read, "profile", None))
            after = filled_in(before, player, seen, self._board_game.unseen)
            find(self._board_game.name).read(after)
        except KNOWN as error:
            return refuse_sentence(422, "photo", sentence(error, language()))
        record_changes(stored, after)
        caveats = caveats_in(seen, language())
        for caveat in caveats:
            flash(caveat)  # above the board, so that the page is shown from its top on
        return self._back(game, anchor="doubts" if doubts_of(after["players"][player]) and not caveats else None)

    def reseat(self, game: int) -> AnyResponse:
        """Rename players, add some or leave some out."""
        stored = self._kept(game)
        before = stored.timeline.position.document()
        try:
            after = reseated(before, request.form, self._board_game)
        except Problem as problem:
            return refuse_sentence(422, "players", problem.sentence(language()))
        record_changes(stored, after)
        return self._back(game)

    def do(self, game: int, what: str) -> AnyResponse | str:
        """Undo, redo, or mark the game as finished."""
        if what not in _DONE:
            abort(404)
        event = _DONE[what](self._kept(game).timeline)
        if event is not None:
            library().add(game, HAND, event)
        return self._back(game)

    def document(self, game: int) -> Response:
        """Answer with the board document, as a file."""
        answer = jsonify(self._kept(game).timeline.position.document())
        return _file(answer, f"{self._board_game.name}-{game}.json")

    def card(self, game: int) -> Response:
        """Answer with the result as a picture to share."""
        picture = board_card(self._kept(game), self._board_game, language())
        return _file(Response(picture, mimetype="image/png"), f"{self._board_game.name}-{game}.png")

    def _start(self, problem: str | None) -> str:
        lang = language()
        stored = [k for k in library().games() if k.timeline.position.game == self._board_game.name]
        return render_template(
            self._board_game.start_template,
            book=find(self._board_game.name),
            board_game=self._board_game,
            problem=problem,
            values=request.form or _names_of_last(stored),
            games=[game_row(summary_of(k), lang) for k in stored[:_MAX_RECENT_GAMES]],
            names=sorted({p.name for k in stored for p in k.timeline.result.players}),
        )

    def _begun(self, document: Document) -> AnyResponse:
        return self._back(played_here(library().begin(HAND, BoardEntered(document=dict(document)))))

    def _back(self, game: int, anchor: str | None = None) -> AnyResponse:
        player = request.form.get("player", type=int)
        return redirect(url_for(f"{self._board_game.name}.page", game=game, player=player, _anchor=anchor), 303)

    def _kept(self, game: int) -> StoredGame:
        return kept_game(self._board_game.name, game)

    def _is_taught(self) -> bool:
        profile: Profile | None = getattr(services().read, "profile", None)
        return profile is not None and bool(profile.games.get(self._board_game.name))

    def _page(self, stored: StoredGame, player: int) -> str:
        document = stored.timeline.position.document()
        player, lang = _seat(document, player), language()
        return render_template(
            self._board_game.template,
            stored=stored,
            board_game=self._board_game,
            reads_photos=self._board_game.name in games_seen(),
            untaught=self._board_game.needs_teaching and not self._is_taught(),
            document=document,
            seats=seats_of(document, self._board_game),
            player=document["players"][player],
            doubts=len(doubts_of(document["players"][player])),
            asked=self._board_game.question(document, player, lang),
            seen=tuple(self._board_game.seen(document, player, lang)),
            view=view_of(stored.timeline.position.tally, player, lang),
            **self._board_game.variables(stored, player, lang),
        )


def _seat(document: Document, player: int) -> int:
    return max(0, min(player, len(document["players"]) - 1))


def _names_of_last(stored: list[StoredGame]) -> dict[str, str]:
    """Return the form's fields filled in with the players of the newest of these games."""
    players = stored[0].timeline.result.players if stored else ()
    return {f"name-{seat}": player.name for seat, player in enumerate(players)}


def _file(answer: Response, name: str) -> Response:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
