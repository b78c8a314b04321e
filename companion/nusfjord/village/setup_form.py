"""Reads the form that sets a village up: what is printed on a copy, its elders and open cards, and who begins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

from werkzeug.datastructures import MultiDict

from companion.boardgames.board_game import Document
from companion.language import N_
from companion.numbers import whole_number
from companion.nusfjord.card_form import fish_deck_in
from companion.nusfjord.form_fields import amount_in, number_in, tidy_name
from companion.nusfjord.village.fish_decks import deck_to_come
from companion.problems import Problem
from games.nusfjord.cards import Card
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.play.company import new_company
from games.nusfjord.play.elders import piled
from games.nusfjord.play.places import action_spaces, copy_spaces
from games.nusfjord.play.rounds import PLACES
from games.nusfjord.play.village import Printed, Village, new_village
from games.nusfjord.plots import Plot
from games.nusfjord.ships import CUTTER, SCHOONER, SLOOP
from games.nusfjord.stock import Stock

MOST_ELDERS = 24
"""Piles of elders at most, and elders of one pile."""
_MOST_PLATES, _LARGEST_PLATE = 20, 99
COLUMNS = (1, 2, 3)
"""The columns of the action board, which matter where a space for copying belongs to each."""
_NO_PLATES = N_("Enter the numbers on the plates of the banquet table, such as 1 2 3 3 4.")
_FEW_PLATES = N_("{number} plates have fish at the start; enter the numbers on all the plates.")
_NOT_EMPTY = N_("A village starts with empty harbours; start a new game for it.")
_NO_TABLE = N_("A village is for one to five players.")
_NOT_OPEN = N_("At the start up to {a} A and {b} B buildings are face up, and no others; choose fewer.")
_NO_COLUMNS = N_("Choose the column of every action: each of the three copying spaces reaches its own column only.")
Fields = MultiDict[str, str]


def begun(document: Document, form: Fields, known: Catalogue) -> Village:
    """Return the village that the form sets up.

    Args:
        document: the board document, whose players are the companies.
        form: ``plates``, ``doubles``, ``singles``, ``sloop-wood``…, ``elders``, ``open`` (names of cards), ``harder``,
            ``first`` (a seat, or empty to draw by lot), ``column-gold``…, ``fish-deck`` and ``mixed``.
        known: the cards that may lie open.

    Raises:
        Problem: The harbours are not empty, a field is missing or wrong, too many buildings lie open, or those of
            another deck than A and B.
    """
    names = [player["name"] for player in document["players"]]
    if not 1 <= len(names) <= 5:
        raise Problem(_NO_TABLE)
    if any(player["buildings"] or player["ships"] for player in document["players"]):
        raise Problem(_NOT_EMPTY)
    doubles, singles = number_in(form, "doubles", 0, 9), number_in(form, "singles", 0, 9)
    ground = [*[Plot()] * doubles, *[Plot(spaces=1)] * singles]
    hard = bool(form.get("harder")) and len(names) == 1
    printed = _printed(form, len(names), hard)
    cards = _open_cards(form, known)
    village = new_village(
        tuple(new_company(name, ground) for name in names),
        printed,
        piled(piles_in(form.get("elders", "")), len(names)),
        cards,
        first=_first(form, len(names)),
        hard=hard,
        fish_deck=deck_to_come(cards, fish_deck_in(form), mixed=bool(form.get("mixed"))),
    )
    if village.served > len(printed.plates):
        raise Problem(_FEW_PLATES, number=village.served)
    return village


def _open_cards(form: Fields, known: Catalogue) -> tuple[Card, ...]:
    cards = cards_named(form.getlist("open"), known)
    if any(number > PLACES.get(deck, 0) for deck, number in Counter(card.deck for card in cards).items()):
        raise Problem(_NOT_OPEN, a=PLACES["A"], b=PLACES["B"])
    return cards


def _printed(form: Fields, players: int, hard: bool) -> Printed:
    prices = {
        SLOOP: _ways(form, "sloop-"),
        CUTTER: _ways(form, "cutter-"),
        SCHOONER: (Stock(wood=8, fish=8), Stock(gold=4)),
    }
    return Printed(plates_in(form.get("plates", "")), prices, _columns(form, players, hard))


def _columns(form: Fields, players: int, hard: bool) -> Mapping[str, int]:
    """Return the column of each space, where columns matter to copying."""
    if not needs_columns(players, hard):
        return {}
    given = {space: form.get(f"column-{space}", "") for space in action_spaces(players)}
    if not all(column in map(str, COLUMNS) for column in given.values()):
        raise Problem(_NO_COLUMNS)
    return {space: int(column) for space, column in given.items()}


def needs_columns(players: int, hard: bool) -> bool:
    """Return whether each space for copying belongs to a column of the action board."""
    return len(copy_spaces(players, hard)) > 1


def _first(form: Fields, players: int) -> int:
    """Return the seat that begins: drawn by lot where the field is empty, the first where the form has none."""
    if not form.get("first", "0"):
        return random.SystemRandom().randrange(players)
    return number_in(form, "first", 0, players - 1) if "first" in form else 0


def _ways(form: Fields, prefix: str) -> tuple[Stock, ...]:
    """Return the one way to pay for a ship; none if its price is unknown."""
    price = Stock(*(amount_in(form, prefix + thing) for thing in ("wood", "fish", "gold")))
    return (price,) if price else ()


def plates_in(text: str) -> tuple[int, ...]:
    """Return the numbers on the plates, which rise; raises `Problem` if they are missing or invalid."""
    read = [whole_number(word) for word in text.replace(",", " ").split()]
    plates = [number for number in read if number is not None and number <= _LARGEST_PLATE]
    if not plates or len(plates) < len(read) or len(plates) > _MOST_PLATES:
        raise Problem(_NO_PLATES)
    return tuple(sorted(plates))


def piles_in(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the piles of elders, the open card last: a line for each pile, the open elder first, without duplicates.

    >>> piles_in("Builder, Developer")
    (('Developer', 'Builder'),)
    """
    seen: set[str] = set()
    piles = []
    for line in text.splitlines()[:MOST_ELDERS]:
        names = [tidy_name(name) for name in line.split(",")]
        pile = [name for name in dict.fromkeys(names) if name and name not in seen][:MOST_ELDERS]
        seen.update(pile)
        piles.append(tuple(reversed(pile)))
    return tuple(filter(None, piles))


def cards_named(names: Iterable[str], known: Catalogue) -> tuple[Card, ...]:
    """Return the cards of these names that are known, each once."""
    found = (known.card(name) for name in dict.fromkeys(names))
    return tuple(card for card in found if card is not None)


def as_lines(piles: Iterable[tuple[str, ...]]) -> str:
    """Return piles as `piles_in` reads them; hidden elders are left out."""
    return "\n".join(", ".join(filter(None, reversed(pile))) for pile in piles)
