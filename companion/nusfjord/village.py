"""Applies a tap in a village in play: setting it up, fishing, sending workers, going home.

Fields: ``do``, and with it

* ``begin``: ``plates``, ``doubles``, ``singles``, ``sloop-wood``…, ``elders``, ``open`` (names of cards), ``harder``
* ``fish``; ``home`` with ``open`` and ``hand-0``… (names of cards that were dealt)
* ``move`` (``turn``, ``number``): the move of this number among those that are legal at this turn
* ``card`` (``seat``, ``wood``, ``fish``, ``gold``): what the text of a card brought or cost
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.boardgames.entry import Document
from companion.language import N_
from companion.nusfjord.changes import number_in
from companion.problems import Problem
from games.nusfjord.cards import Card
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.kept import document_with, village_of
from games.nusfjord.play.company import new_company
from games.nusfjord.play.fishing import fish
from games.nusfjord.play.rounds import Dealt, go_home
from games.nusfjord.play.village import FISHING, GOING_HOME, Printed, Village, new_village
from games.nusfjord.play.work_phase import by_card, legal_moves, push
from games.nusfjord.plots import Plot
from games.nusfjord.ships import CUTTER, SCHOONER, SLOOP
from games.nusfjord.stock import Stock

MOST_ELDERS, LONGEST = 24, 40
_NO_VILLAGE = N_("Set the village up first.")
_NOTHING = N_("Choose what to do in the village first.")
_OTHER_TURN = N_("The village has gone on since; look at it again.")
_NO_PLATES = N_("Give the numbers on the plates of the banquet table, such as 1 2 3 3 4.")
_NOT_EMPTY = N_("A village begins with empty harbours; count a new game for it.")
_NO_TABLE = N_("A village is played by one to five.")
_NOT_NOW = N_("This belongs to another phase of the round.")
_TOO_MANY = N_("More cards were dealt than the round's space says.")
_CANNOT_PAY = N_("There is not so much in the supply.")
Fields = MultiDict[str, str]


def changed_village(document: Document, form: Fields, known: Catalogue) -> dict[str, Any]:
    """Return the document after a tap; raises `Problem` or `IllegalMove` if it is invalid."""
    village = village_of(document)
    if form.get("do") == "begin":
        return document_with(document, _begun(document, form, known))
    do = _DOES.get(form.get("do", ""))
    if village is None:
        raise Problem(_NO_VILLAGE)
    if do is None:
        raise Problem(_NOTHING)
    return document_with(document, do(village, form, known))


def _begun(document: Document, form: Fields, known: Catalogue) -> Village:
    names = [player["name"] for player in document["players"]]
    if not 1 <= len(names) <= 5:
        raise Problem(_NO_TABLE)
    if any(player["buildings"] or player["ships"] for player in document["players"]):
        raise Problem(_NOT_EMPTY)
    doubles, singles = number_in(form, "doubles", 0, 9), number_in(form, "singles", 0, 9)
    ground = [*[Plot()] * doubles, *[Plot(spaces=1)] * singles]
    prices = {
        SLOOP: _ways(form, "sloop-"),
        CUTTER: _ways(form, "cutter-"),
        SCHOONER: (Stock(wood=8, fish=8), Stock(gold=4)),
    }
    printed = Printed(plates_in(form.get("plates", "")), prices)
    piles = tuple((elder,) for elder in elders_in(form.get("elders", "")))
    companies = tuple(new_company(name, ground) for name in names)
    cards = _cards(form.getlist("open"), known)
    return new_village(companies, printed, piles, cards, hard=bool(form.get("harder")) and len(names) == 1)


def _ways(form: Fields, prefix: str) -> tuple[Stock, ...]:
    """Return the one way to pay for a ship; none if its price is unknown."""
    price = _stock(form, prefix, 0, 99)
    return (price,) if price else ()


def plates_in(text: str) -> tuple[int, ...]:
    """Return the numbers on the plates, which rise; raises `Problem` if they are missing or invalid."""
    words = text.replace(",", " ").split()
    if not words or len(words) > 20 or not all(w.isascii() and w.isdecimal() and len(w) < 3 for w in words):
        raise Problem(_NO_PLATES)
    return tuple(sorted(map(int, words)))


def elders_in(text: str) -> list[str]:
    """Return the names of elders, one per line or separated by commas, without duplicates."""
    names = (" ".join(name.split())[:LONGEST] for name in text.replace(",", "\n").splitlines())
    return list(dict.fromkeys(filter(None, names)))[:MOST_ELDERS]


def _fish(village: Village, _: Fields, __: Catalogue) -> Village:
    if village.phase != FISHING:
        raise Problem(_NOT_NOW)
    return fish(village)


def _move(village: Village, form: Fields, _: Catalogue) -> Village:
    if form.get("turn") != turn_of(village):
        raise Problem(_OTHER_TURN)
    moves = list(legal_moves(village))
    return push(village, moves[number_in(form, "number", 0, max(0, len(moves) - 1))])


def turn_of(village: Village) -> str:
    """Return an identifier of the turn, by which taps of another turn are refused."""
    return f"{village.round}-{village.turns}"


def _home(village: Village, form: Fields, known: Catalogue) -> Village:
    if village.phase != GOING_HOME:
        raise Problem(_NOT_NOW)
    hands = {c.name: _cards(form.getlist(f"hand-{seat}"), known) for seat, c in enumerate(village.companies)}
    dealt = Dealt(_cards(form.getlist("open"), known), {name: cards for name, cards in hands.items() if cards})
    try:
        return go_home(village, dealt)
    except ValueError:
        raise Problem(_TOO_MANY) from None


def _card(village: Village, form: Fields, _: Catalogue) -> Village:
    seat = number_in(form, "seat", 0, len(village.companies) - 1)
    try:
        return by_card(village, village.companies[seat].name, _stock(form, "", -99, 99))
    except ValueError:
        raise Problem(_CANNOT_PAY) from None


def _stock(form: Fields, prefix: str, least: int, most: int) -> Stock:
    amounts = (
        number_in(form, prefix + thing, least, most) if form.get(prefix + thing, "").strip() else 0
        for thing in ("wood", "fish", "gold")
    )
    return Stock(*amounts)


def _cards(names: Iterable[str], known: Catalogue) -> tuple[Card, ...]:
    found = (known.card(name) for name in dict.fromkeys(names))
    return tuple(card for card in found if card is not None)


_DOES: dict[str, Callable[[Village, Fields, Catalogue], Village]] = {
    "fish": _fish,
    "move": _move,
    "home": _home,
    "card": _card,
}
