"""Applies a tap in a village in play: setting it up, fishing, sending workers, going home.

Fields: ``do``, and with it

* ``begin`` with the fields of `companion.nusfjord.village.setup_form.begun`
* ``fish`` (``first-0``…: the elders and holders of shares that a short catch serves first)
* ``home`` with ``open`` and ``hand-0``… (names of cards that were dealt)
* ``elder`` (``pile``, ``elder``): a hidden elder was turned over
* ``move`` (``turn``, ``number``): the move of this number among those that are legal at this turn
* ``card`` (``seat``, ``known``, or ``wood``…, and ``on-plot``, ``on-building``, ``on-elder``, ``on-company``): a text
  was used
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from companion.boardgames.board_game import Document
from companion.language import N_
from companion.nusfjord.form_fields import name_in, number_in
from companion.nusfjord.text_form import effect_in, some_effect, targets_in
from companion.nusfjord.village.setup_form import MOST_ELDERS, Fields, begun, cards_named
from companion.problems import Problem
from games.nusfjord.board import CAMPAIGN, HARDER, SOLO, rules_of, variant_of
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.play.elders import turned_over
from games.nusfjord.play.fishing import fish
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.rounds import Dealt, go_home
from games.nusfjord.play.texts import after_text
from games.nusfjord.play.village import FISHING, GOING_HOME, WORK, Village
from games.nusfjord.play.work_phase import legal_moves, push
from games.nusfjord.stored_village import document_with, village_of

_NO_VILLAGE = N_("Set up the village first.")
_NOTHING = N_("Choose what to do in the village first.")
_OTHER_TURN = N_("The village has changed since; look at it again.")
_NOT_NOW = N_("This belongs to another phase of the round.")
_TOO_MANY = N_("More cards were dealt than this round allows.")
_OTHER_DECK = N_("All later buildings come from one deck; choose those of the deck named when the village was set up.")
_CANNOT_PAY = N_("The supply does not hold that much.")
_KNOWN_ELDER = N_("Enter the name of the elder that was revealed; each elder exists once.")


def changed_village(document: Document, form: Fields, known: Catalogue) -> dict[str, Any]:
    """Return the document after a tap; raises `Problem` or `IllegalMove` if it is invalid."""
    village = village_of(document)
    if form.get("do") == "begin":
        fresh = begun(document, form, known)
        return document_with(_with_variant(document, fresh), fresh, known.ships)
    do = _DOES.get(form.get("do", ""))
    if village is None:
        raise Problem(_NO_VILLAGE)
    if do is None:
        raise Problem(_NOTHING)
    return document_with(document, do(village, form, known), known.ships)


def _with_variant(document: Document, village: Village) -> Document:
    """Return the document with the solo game that the village is; a campaign stays one, and so do games of several."""
    if len(village.companies) > 1 or variant_of(document) == CAMPAIGN:
        return document
    return {**document, "rules": {**rules_of(document), "variant": HARDER if village.hard else SOLO}}


def _fish(village: Village, form: Fields, _: Catalogue) -> Village:
    if village.phase != FISHING:
        raise Problem(_NOT_NOW)
    return fish(village, {c.name: form.getlist(f"first-{seat}") for seat, c in enumerate(village.companies)})


def _move(village: Village, form: Fields, _: Catalogue) -> Village:
    if form.get("turn") != turn_of(village):
        raise Problem(_OTHER_TURN)
    if village.phase != WORK:
        raise Problem(_NOT_NOW)
    moves = list(legal_moves(village))
    return push(village, moves[number_in(form, "number", 0, len(moves) - 1)])


def turn_of(village: Village) -> str:
    """Return an identifier of the turn, by which taps of another turn are refused."""
    return f"{village.round}-{village.turns}"


def _home(village: Village, form: Fields, known: Catalogue) -> Village:
    if village.phase != GOING_HOME:
        raise Problem(_NOT_NOW)
    hands = {c.name: cards_named(form.getlist(f"hand-{seat}"), known) for seat, c in enumerate(village.companies)}
    dealt = Dealt(cards_named(form.getlist("open"), known), {name: cards for name, cards in hands.items() if cards})
    if not all(map(village.may_come, [*dealt.open_cards, *chain.from_iterable(dealt.hands.values())])):
        raise Problem(_OTHER_DECK)
    try:
        return go_home(village, dealt)
    except ValueError:
        raise Problem(_TOO_MANY) from None


def _elder(village: Village, form: Fields, _: Catalogue) -> Village:
    """Turn a hidden elder over; the field ``elder`` gives the name."""
    name = name_in(form, "elder")
    try:
        return turned_over(village, number_in(form, "pile", 0, MOST_ELDERS - 1), name) if name else village
    except ValueError:
        raise Problem(_KNOWN_ELDER) from None


def _card(village: Village, form: Fields, known: Catalogue) -> Village:
    """Use the text of a card: that of the one named in ``known``, or else the parts in the form's fields."""
    company = village.companies[number_in(form, "seat", 0, len(village.companies) - 1)]
    name = form.get("known", "")
    effect = some_effect(known.effect(name) if name else effect_in(form))
    try:
        return after_text(village, company.name, effect, targets_in(form, village, company))
    except IllegalMove as error:
        if error.code == "too-dear":
            raise Problem(_CANNOT_PAY) from None
        raise


_DOES: dict[str, Callable[[Village, Fields, Catalogue], Village]] = {
    "fish": _fish,
    "move": _move,
    "home": _home,
    "elder": _elder,
    "card": _card,
}
