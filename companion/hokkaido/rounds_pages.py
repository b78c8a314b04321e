"""The page of a game's rounds, and the card requests of the page of a board."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.boardgames.kept_games import kept_game
from companion.hokkaido import cards, rounds
from companion.hokkaido.round_form import order_in, round_in
from companion.problems import Problem
from companion.record.events.boards import FactRecorded
from companion.record.events.log import HAND
from companion.record.storage.library import StoredGame
from companion.web.base.languages import language
from companion.web.base.replies import refuse_sentence
from companion.web.base.store import library
from games.hokkaido.city import COLOURS, Board
from games.hokkaido.goals import GOALS, MORE_GOALS, met
from games.hokkaido.play.draft import ROUNDS, clockwise, laying_order
from games.hokkaido.words import goal_words, word


def add_to(pages: Blueprint) -> None:
    """Add these pages to the game's; what is posted needs the form's token like every post."""
    pages.add_url_rule("/<int:game>/rounds", "rounds", show)
    pages.add_url_rule("/<int:game>/rounds", "keep_round", keep, methods=["POST"])
    pages.add_url_rule("/<int:game>/rounds/goals", "keep_goals", keep_goals, methods=["POST"])
    pages.add_url_rule("/<int:game>/places", "places", places)
    pages.add_url_rule("/<int:game>/cards", "keep_card", keep_card, methods=["POST"])


def known_cards() -> dict[int, list[str]]:
    """Return the cards in all recorded games, by number."""
    games = [stored for stored in reversed(library().games()) if stored.timeline.position.game == "hokkaido"]
    return cards.known_cards(event for stored in games for event in stored.timeline.position.facts)


def show(game: int) -> str:
    """Show the rounds so far, and the next one to fill in."""
    return _page(_kept(game), None, None)


def keep(game: int) -> AnyResponse | tuple[str, int] | str:
    """Record the round of the form with its goals; or show, with ``order``, who takes first."""
    stored = _kept(game)
    document = stored.timeline.position.document()
    cities = Board.from_document(document).cities
    try:
        if request.form.get("order"):
            return _page(stored, None, order_in(request.form, [city.name for city in cities]))
        recorded = rounds.recorded_rounds(stored.timeline.steps())
        played = round_in(request.form, cities, recorded)
    except Problem as problem:
        return _page(stored, problem.sentence(language()), None), 422
    library().add(game, HAND, played.event(document, rounds.rewarded(document, played, recorded)))
    return redirect(url_for("hokkaido.rounds", game=game), 303)


def keep_goals(game: int) -> AnyResponse | tuple[str, int]:
    """Record the goals in play and their points."""
    stored = _kept(game)
    try:
        goals = rounds.goals_in(request.form)
    except Problem as problem:
        return _page(stored, problem.sentence(language()), None), 422
    library().add(stored.id, HAND, goals)
    return redirect(url_for("hokkaido.rounds", game=game), 303)


def places(game: int) -> Response:
    """Answer with the places where the card of the query may be laid, by its top left square."""
    document = _kept(game).timeline.position.document()
    cities = Board.from_document(document).cities
    city = cities[max(0, min(request.args.get("player", 0, type=int), len(cities) - 1))]
    try:
        return jsonify(places=cards.places_for(request.args, city))
    except Problem as problem:
        return refuse_sentence(422, "card", problem.sentence(language()))


def keep_card(game: int) -> Response:
    """Record the card of the form, for this game and later ones."""
    stored = _kept(game)
    try:
        event: FactRecorded = cards.card_event(cards.card_in(request.form))
    except Problem as problem:
        return refuse_sentence(422, "card", problem.sentence(language()))
    if known_cards().get(event.data["number"]) != event.data["squares"]:
        library().add(stored.id, HAND, event)
    return jsonify(event.data)


def _kept(game: int) -> StoredGame:
    return kept_game("hokkaido", game)


def _page(stored: StoredGame, problem: str | None, order: list[str] | None) -> str:
    lang = language()
    document = stored.timeline.position.document()
    recorded = rounds.recorded_rounds(stored.timeline.steps())
    names = [player["name"] for player in document["players"]]
    cities = Board.from_document(document).cities
    number = len(recorded.rounds) + 1
    return render_template(
        "hokkaido/rounds.html",
        stored=stored,
        names=names,
        recorded=recorded,
        number=number,
        over=number > ROUNDS,
        clockwise=number <= ROUNDS and clockwise(number),
        meeting=[met(city) for city in cities],
        unnumbered=any(square.card is None for city in cities for square in city.squares.values()),
        goals={goal: goal_words(goal, lang) for goal in GOALS},
        laying_order=laying_order,
        problem=problem,
        order=order,
        goals_due=len(names) + MORE_GOALS,
        colours=[(colour, word(colour, lang)) for colour in COLOURS],
        values=request.form,
    )
