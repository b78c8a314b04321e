"""The page of the wheel: a round's figures, cards, auction and purchases, by the rules and on everybody's fjord."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug import Response

from companion.boardgames.board_game import Document
from companion.boardgames.kept_games import kept_game, record_changes, undo
from companion.boardgames.tools import Tool
from companion.language import player_name
from companion.problems import Problem
from companion.record.storage.library import StoredGame
from companion.vikings.course import STAGE_WORDS, facts_in
from companion.vikings.tools import coins, sails
from companion.vikings.wheel.drawing import fjord_to_lay, wheel_to_tap
from companion.vikings.wheel.purchase import purchase_of
from companion.vikings.wheel.tapping import at_the_wheel, turned
from companion.web.base.languages import language
from companion.web.base.replies import refuse_sentence
from games.vikings.drawing.parts import figure, island
from games.vikings.figures import FIGURES, Figure
from games.vikings.islands import PARTS
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.offer import PLACES
from games.vikings.play.state import ARRANGE, BUY, OPEN_SPECIALS, REMOVE, ROUNDS, START, State
from games.vikings.play.wheel_data import WheelData
from games.vikings.recorded_cards import round_in, with_special_cards
from games.vikings.words import word

_RAISES = (1, 2, 3, 5)


def add_to(pages: Blueprint) -> None:
    """Add the page to the game's."""
    pages.add_url_rule("/<int:game>/wheel", "wheel", show)
    pages.add_url_rule("/<int:game>/wheel/tap", "turn_wheel", turn, methods=["POST"])
    pages.add_url_rule("/<int:game>/wheel/undo", "undo_wheel", undo_last, methods=["POST"])


def show(game: int) -> Response | str:
    """Show the wheel as it stands."""
    try:
        return _page(_kept(game))
    except Problem as problem:
        return refuse_sentence(422, "wheel", problem.sentence(language()))


def turn(game: int) -> Response | str:
    """Apply a tap, and show the wheel."""
    stored = _kept(game)
    try:
        if request.form.get("do") != "choose":
            record_changes(stored, turned(stored.timeline.position.document(), request.form))
        if request.form.get("do") == "special" and "HX-Request" not in request.headers:
            return redirect(url_for("vikings.wheel", game=game), 303)
        return _page(_kept(game))
    except IllegalMove as error:
        return refuse_sentence(422, "wheel", error.message(language()))
    except Problem as problem:
        return refuse_sentence(422, "wheel", problem.sentence(language()))


def undo_last(game: int) -> Response:
    """Undo the last tap."""
    undo(_kept(game))
    return redirect(url_for("vikings.wheel", game=game), 303)


def _kept(game: int) -> StoredGame:
    return kept_game("vikings", game)


def _page(stored: StoredGame) -> str:
    document, lang = stored.timeline.position.document(), language()
    state, wheel = at_the_wheel(document)
    state = replace(state, board=with_special_cards(state.board, facts_in(stored.timeline.position)))
    chosen = _chosen(state)
    bought = None if chosen is None else purchase_of(state, chosen, lang)
    lays = state.phase == START if bought is None else bought.has_room
    return render_template(
        "vikings/wheel.html",
        stored=stored,
        document=document,
        phase=state.phase,
        round=round_in(document),
        stage=STAGE_WORDS[document["stage"]],
        is_final=document["stage"] == "final",
        is_over=round_in(document) > ROUNDS,
        advanced=wheel.advanced,
        without_auction=wheel.without_auction,
        specials=state.open_specials,
        room=OPEN_SPECIALS - len(state.open_specials),
        taken=[(player_name(player, lang), card) for player, card in state.taken],
        drawn=_counted(wheel, lang),
        missing=PLACES + wheel.advanced - len(wheel.drawn),
        cards_left=PLACES - len(wheel.cards),
        offered=_offered(state, lang),
        auction=state.auction,
        best=_shown(document, state.auction.best) if state.auction else "",
        bids=_bids(state),
        turn=state.player_index,
        who=_shown(document, state.player_index),
        seats=[(_shown(document, seat), player) for seat, player in enumerate(state.board.players)],
        wheel=wheel_to_tap(state, wheel, lang, chosen),
        parts=[Tool(part, word(part, lang), island(part)) for part in PARTS],
        sails=sails(lang),
        coins=coins(lang),
        bought=bought,
        fjord=fjord_to_lay(state, lang, chosen) if lays else Markup(),
    )


def _chosen(state: State) -> int | None:
    place = request.form.get("place", type=int)
    chosen = request.form.get("do") == "choose" and state.phase == BUY and place in state.offer.places
    return place if chosen else None


def _counted(wheel: WheelData, lang: str) -> list[tuple[Tool, int]]:
    return [(_tool(kind, lang), wheel.drawn.count(kind)) for kind in FIGURES]


def _offered(state: State, lang: str) -> list[tuple[Tool, int]]:
    """Return the figures that the player at turn may put back or lay out, each with how many there are."""
    if state.phase not in (REMOVE, ARRANGE):
        return []
    return [(_tool(kind, lang), state.drawn.count(kind)) for kind in dict.fromkeys(state.drawn)]


def _tool(kind: Figure, lang: str) -> Tool:
    return Tool(kind, word(kind, lang), figure(kind))


def _bids(state: State) -> list[int]:
    if state.auction is None:
        return []
    most = state.player.gold + state.player.points
    return [bid for bid in (state.auction.gold + more for more in _RAISES) if bid <= most]


def _shown(document: Document, seat: int | None) -> str:
    return "" if seat is None else player_name(document["players"][seat]["name"], language())
