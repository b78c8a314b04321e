"""The page of a village in play, round by round: fishing, workers, return."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.boardgames.board_game import Document
from companion.boardgames.kept_games import kept_game, record_changes, undo
from companion.language import player_name
from companion.numbers import whole_number
from companion.nusfjord import catalogue_file
from companion.nusfjord.text_form import effect_in
from companion.nusfjord.village.cards_in_play import cards_in_play, last_village_of_players, refuse_played
from companion.nusfjord.village.playing import changed_village, turn_of
from companion.nusfjord.village.setup_form import as_lines
from companion.nusfjord.village.view import catches, price_words, space_words, spaces_of, undealt
from companion.problems import Problem
from companion.record.storage.library import StoredGame
from companion.web.base.languages import language
from companion.web.base.replies import refuse_sentence
from companion.web.base.store import kept_folder, library
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.effect import PART_NAMES
from games.nusfjord.play.company import Company
from games.nusfjord.play.elders import hidden_piles, open_elders
from games.nusfjord.play.fishing import demand_of, is_short
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.moves import Consult, Copy, Invite
from games.nusfjord.play.rounds import cards_to_deal
from games.nusfjord.play.village import FISHING, GOING_HOME, ROUNDS, Village
from games.nusfjord.play.work_phase import legal_moves
from games.nusfjord.plots import STARTING_FORESTS, forests
from games.nusfjord.stored_village import village_of
from games.nusfjord.words import part_word


def add_to(pages: Blueprint) -> None:
    """Add the page to Nusfjord's."""
    pages.add_url_rule("/<int:game>/village", "village", show)
    pages.add_url_rule("/<int:game>/village/tap", "play_village", play, methods=["POST"])
    pages.add_url_rule("/<int:game>/village/undo", "undo_village", undo_last, methods=["POST"])


def show(game: int) -> str:
    """Show the village, or the form that sets it up."""
    return _page(_kept(game))


def play(game: int) -> AnyResponse | str:
    """Apply a tap or a form."""
    stored = _kept(game)
    try:
        if request.form.get("do") != "choose":
            _do(stored)
    except IllegalMove as error:
        return refuse_sentence(422, "village", error.message(language()))
    except Problem as problem:
        return refuse_sentence(422, "village", problem.sentence(language()))
    if "HX-Request" not in request.headers:
        return redirect(url_for("nusfjord.village", game=game), 303)
    return _page(_kept(game), _elder_who_acts(village_of(stored.timeline.position.document())))


def _do(stored: StoredGame) -> None:
    """Record what a tap or a form changes, and keep the text of a card that the form names."""
    form = request.form
    known = cards_in_play(stored, _catalogue(), second_of_two=bool(form.get("second-of-two")))
    if form.get("second-of-two"):
        refuse_played(form.getlist("open"), known, _catalogue())
    # Read first: where it is refused, nothing is recorded.
    name, effect = form.get("keep-as", "").strip(), effect_in(form) if form.get("do") == "card" else ()
    record_changes(stored, changed_village(stored.timeline.position.document(), form, known))
    if name and effect:
        catalogue_file.alter(kept_folder(), lambda catalogue: catalogue.with_effect(name, effect))


def _elder_who_acts(before: Village | None) -> tuple[str, str] | None:
    """Return the company and the elder whose text the move of the form uses next, if it lets an elder act."""
    number = whole_number(request.form.get("number", ""))
    if before is None or request.form.get("do") != "move" or number is None:
        return None
    move = next((move for n, move in enumerate(legal_moves(before)) if n == number), None)
    move = move.move if isinstance(move, Copy) else move
    acts = isinstance(move, Consult) or (isinstance(move, Invite) and move.act)
    return (before.company.name, move.elder) if acts and isinstance(move, Consult | Invite) else None


def _catalogue() -> Catalogue:
    return catalogue_file.load(kept_folder())


def undo_last(game: int) -> AnyResponse:
    """Undo the last step."""
    undo(_kept(game))
    return redirect(url_for("nusfjord.village", game=game), 303)


def _kept(game: int) -> StoredGame:
    return kept_game("nusfjord", game)


def _page(stored: StoredGame, acted: tuple[str, str] | None = None) -> str:
    lang, known = language(), cards_in_play(stored, _catalogue())
    document = stored.timeline.position.document()
    village = village_of(document)
    if village is None:
        return _page_to_begin(stored, document, known)
    spaces = spaces_of(village, lang)
    names = [*(card.name for card in known.cards), *(elder.name for elder in known.elders)]
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
        short=_to_choose(village),
        acted=acted,
        hidden=hidden_piles(village),
        open_elders=open_elders(village),
        texts=[name for name in names if known.effect(name)],
        named=names,
        parts=[(what, part_word(what, lang)) for what in PART_NAMES],
        seat_of=_seats([company.name for company in village.companies]),
    )


def _page_to_begin(stored: StoredGame, document: Document, known: Catalogue) -> str:
    """Return the page of a game whose village is not set up; the village played last gives the defaults."""
    last, players = _last_village(), document["players"]
    free_plots = last.companies[0].plots[len(STARTING_FORESTS) :] if last else ()
    return render_template(
        "nusfjord/village_begin.html",
        stored=stored,
        document=document,
        cards={deck: [card for card in known.cards if card.deck == deck] for deck in ("A", "B")},
        last=last,
        free_plots=Counter(plot.spaces for plot in free_plots),
        piles=as_lines(last.piles) if last else "",
        columns=space_words(len(players), language()) if len(players) in (1, 5) else {},
        may_be_second=len(players) == 2 and last_village_of_players(stored) is not None,
    )


def _to_choose(village: Village) -> list[tuple[int, Company, list[str]]]:
    """Return for each company whose catch is short its seat and whom it may serve: elders, holders once a share."""
    short = [(seat, c) for seat, c in enumerate(village.companies) if village.phase == FISHING and is_short(village, c)]
    return [(seat, c, [*(e.name for e in c.elders), *demand_of(village, c).elsewhere]) for seat, c in short]


def _last_village() -> Village | None:
    """Return the village that was played last, for defaults: the boards are most likely the same."""
    games = (stored.timeline.position for stored in library().newest_first())
    found = (village_of(position.document()) for position in games if position.game == "nusfjord")
    return next(filter(None, found), None)


def _seats(names: list[str]) -> dict[str, int]:
    """Return the seat of each player, by displayed name."""
    return {player_name(name, language()): seat for seat, name in enumerate(names)}
