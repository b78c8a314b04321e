"""The pages of Vikings."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for
from markupsafe import Markup
from werkzeug import Response

from companion.boardgames.blueprint import board_pages
from companion.boardgames.board_game import BoardGame
from companion.boardgames.kept_games import kept_game
from companion.boardgames.players import names_in
from companion.problems import Problem
from companion.record.events.boards import BoardEntered, FactRecorded
from companion.record.events.log import HAND
from companion.record.storage.library import StoredGame
from companion.vikings.board import fjord_to_tap
from companion.vikings.course import SHORT_WORDS, STAGE_WORDS, facts_in, from_the_first_round, next_scoring, scorings
from companion.vikings.doubts import asked_places
from companion.vikings.drawing import draw_fjord
from companion.vikings.questions import next_question, seen_in_photo
from companion.vikings.specials import EFFECT_WORDS, cards_to_enter, shown_cards, with_card, without_card
from companion.vikings.tapping import change, new_player
from companion.vikings.tools import AMOUNTS, brushes, coins, sails
from companion.vikings.wheel import pages as wheel_pages
from companion.web.base.languages import language
from companion.web.base.replies import refuse_sentence
from companion.web.base.store import library, played_here
from games.vikings.board import Board
from games.vikings.play.boatswains import fewest
from games.vikings.play.state import ROUNDS
from games.vikings.reading import board_of
from games.vikings.recorded_cards import SPECIAL_CARDS_FACT, round_in, with_special_cards
from games.vikings.warnings import idle_boatswain, status


def _variables(stored: StoredGame, player: int, lang: str) -> dict[str, Any]:
    position = stored.timeline.position
    document, facts = position.document(), facts_in(position)
    board = board_of(document)
    return {
        "fjord": _fjord(with_special_cards(board, facts), player, lang),
        "brushes": brushes(lang),
        "sails": sails(lang),
        "coins": coins(lang),
        "amounts": AMOUNTS,
        "stages": STAGE_WORDS,
        "short": SHORT_WORDS,
        "round": round_in(document),
        "to_carry": fewest(board.players[player]),
        "to_carry_advanced": fewest(board.players[player], advanced=True),
        "effects": EFFECT_WORDS,
        "special_cards": shown_cards(document, facts),
        "cards_to_enter": cards_to_enter(document, facts, player),
        "scorings": scorings(stored.timeline),
    }


def _fjord(board: Board, player: int, lang: str) -> Markup:
    """Return the drawing of a player's fjord, with the places that the rules have something to say of."""
    fjord = board.players[player]
    wrong = [tile for notice in status(board) if notice.player == fjord.name for tile in notice.tiles]
    return fjord_to_tap(fjord, lang, wrong, asked_places(fjord))


BOARD_GAME = BoardGame(
    name="vikings",
    template="vikings/board_page.html",
    new_player=new_player,
    change=change,
    min_players=2,
    max_players=4,
    envelope={"stage": "final"},
    variables=_variables,
    question=next_question,
    seen=seen_in_photo,
    unseen=("points", "gold"),
    start_template="vikings/start.html",
    draw=draw_fjord,
)
pages = board_pages(BOARD_GAME, __name__)
wheel_pages.add_to(pages)


@pages.post("/first-round")
def first_round() -> Response:
    """Begin a game that is followed from its first round on."""
    try:
        names = [name for name in names_in(request.form, BOARD_GAME) if name]
    except Problem as problem:
        return refuse_sentence(422, "players", problem.sentence(language()))
    document = from_the_first_round(BOARD_GAME.document(names))
    return _back(played_here(library().begin(HAND, BoardEntered(document=document))))


@pages.post("/<int:game>/book")
def book(game: int) -> Response:
    """Book a small or big scoring and go on to the next one; the final one is left as it is.

    Nothing is booked where the form's ``round`` is another one: a second tap on the button means the same scoring. The
    third big one is refused while a boatswain can still carry somebody.
    """
    position = _kept(game).timeline.position
    document = position.document()
    if request.form.get("round", type=int) not in (None, round_in(document)):
        return _back(game)
    if document["stage"] == "big" and round_in(document) >= ROUNDS:
        for notice in filter(None, map(idle_boatswain, board_of(document).players)):
            return refuse_sentence(422, notice.code, notice.message(language()))
    if document["stage"] != "final":
        library().add(game, HAND, BoardEntered(document=next_scoring(document, facts_in(position))))
    return _back(game)


@pages.post("/<int:game>/special")
def add_special(game: int) -> Response:
    """Record the effect of a special card."""
    position = _kept(game).timeline.position
    try:
        cards = with_card(position.document(), facts_in(position), request.form)
    except Problem as problem:
        return refuse_sentence(422, "special", problem.sentence(language()))
    library().add(game, HAND, FactRecorded(what=SPECIAL_CARDS_FACT, data=cards))
    return _back(game)


@pages.post("/<int:game>/special/<int:number>/away")
def drop_special(game: int, number: int) -> Response:
    """Remove a special card, unless the form says ``of`` how many it is one, and there is another number by now."""
    position = _kept(game).timeline.position
    document, facts = position.document(), facts_in(position)
    if request.form.get("of", type=int) in (None, len(shown_cards(document, facts))):
        cards = without_card(document, facts, number)
        library().add(game, HAND, FactRecorded(what=SPECIAL_CARDS_FACT, data=cards))
    return _back(game)


def _kept(game: int) -> StoredGame:
    return kept_game(BOARD_GAME.name, game)


def _back(game: int) -> Response:
    return redirect(url_for(".page", game=game, player=request.form.get("player", type=int)), 303)
