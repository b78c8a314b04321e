"""The page of a village in play, round by round: fishing, workers, return."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.language import player_name
from companion.nusfjord import catalogue_file
from companion.nusfjord.village import changed_village, turn_of
from companion.nusfjord.village_view import catches, price_words, spaces_of, undealt
from companion.problems import Problem
from companion.record.board_events import changes_between
from companion.record.events import HAND
from companion.record.storage.library import StoredGame
from companion.web.base.languages import language
from companion.web.base.replies import refuse_sentence
from companion.web.base.store import kept_folder, library, stored_game
from games.nusfjord.kept import village_of
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.rounds import cards_to_deal
from games.nusfjord.play.village import GOING_HOME, ROUNDS, Village
from games.nusfjord.plots import forests


def add_to(pages: Blueprint) -> None:
    """Add the page to Nusfjord's."""
    pages.add_url_rule("/<int:game>/village", "village", show)
    pages.add_url_rule("/<int:game>/village/tap", "play_village", play, methods=["POST"])
    pages.add_url_rule("/<int:game>/village/undo", "undo_village", undo, methods=["POST"])


def show(game: int) -> str:
    """Show the village, or the form that sets it up."""
    return _page(_kept(game))


def play(game: int) -> AnyResponse | str:
    """Apply a tap or a form."""
    before = _kept(game).timeline.position.document()
    try:
        if request.form.get("do") != "choose":
            after = changed_village(before, request.form, catalogue_file.load(kept_folder()))
            for event in changes_between(before, after):
                library().add(game, HAND, event)
    except IllegalMove as error:
        return refuse_sentence(422, "village", error.message(language()))
    except Problem as problem:
        return refuse_sentence(422, "village", problem.sentence(language()))
    if "HX-Request" not in request.headers:
        return redirect(url_for("nusfjord.village", game=game), 303)
    return _page(_kept(game))


def undo(game: int) -> Response | AnyResponse:
    """Undo the last step."""
    event = _kept(game).timeline.to_undo()
    if event is not None:
        library().add(game, HAND, event)
    return redirect(url_for("nusfjord.village", game=game), 303)


def _kept(game: int) -> StoredGame:
    stored = stored_game(game)
    if stored.timeline.position.game != "nusfjord":
        abort(404)
    return stored


def _page(stored: StoredGame) -> str:
    lang, known = language(), catalogue_file.load(kept_folder())
    document = stored.timeline.position.document()
    village = village_of(document)
    if village is None:
        cards = {deck: [card for card in known.cards if card.deck == deck] for deck in ("A", "B")}
        before = _village_before()
        grounds = [plot.spaces for plot in before.companies[0].plots] if before else []
        return render_template(
            "nusfjord/village_begin.html", stored=stored, document=document, cards=cards, before=before, grounds=grounds
        )
    spaces = spaces_of(village, lang)
    return render_template(
        "nusfjord/village.html",
        stored=stored,
        village=village,
        rounds=ROUNDS,
        turn=turn_of(village),
        spaces=spaces,
        chosen=next((space for space in spaces if space.action == request.form.get("action")), None),
        catches=catches(village),
        due=cards_to_deal(village) if village.phase == GOING_HOME else {},
        cards=undealt(village, known),
        forests=forests,
        shown=lambda name: player_name(name, lang),
        price=lambda stock: price_words(stock, lang),
        initials=_seats([company.name for company in village.companies]),
    )


def _village_before() -> Village | None:
    """Return the village that was played last, for defaults: the boards are most likely the same."""
    games = (stored.timeline.position for stored in library().newest_first())
    found = (village_of(position.document()) for position in games if position.game == "nusfjord")
    return next(filter(None, found), None)


def _seats(names: list[str]) -> dict[str, int]:
    """Return the seat of each player, by displayed name."""
    return {player_name(name, language()): seat for seat, name in enumerate(names)}
