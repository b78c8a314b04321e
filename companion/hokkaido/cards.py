"""Whole cards: parsed from forms, laid by the rules, and remembered in the game's record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.boardgames.board_game import Form
from companion.hokkaido.brushes import square_of
from companion.language import N_
from companion.numbers import whole_number
from companion.problems import Problem
from companion.record.events.boards import FactRecorded
from games.hokkaido.city import City, Place, Square
from games.hokkaido.play.draft import CARDS
from games.hokkaido.play.laying import Card, Laying, legal_layings, refusals
from games.rulebook import RuleNotice

COLUMNS, ROWS = 2, 3
CARD_EVENT = "card"
START, UNKNOWN = 0, 100
"""The number of the start province in a city, and the one after which cards are numbered whose number is not known."""
_UNFINISHED = N_("The card has squares that show nothing yet; paint all six.")
_NO_NUMBER = N_("Cards are numbered from 1 to 60.")


class Refused(Problem):
    """A move that the rules forbid, with the sentence of the rule."""

    def __init__(self, notice: RuleNotice) -> None:
        """Store the notice of the rule."""
        super().__init__(notice.message())
        self._notice = notice

    def sentence(self, lang: str) -> str:
        """Return the sentence in this language."""
        return self._notice.message(lang)


def card_in(form: Form) -> Card:
    """Return the card of the form's fields ``slot-0`` to ``slot-5``, brushes row by row, and ``card-number``.

    Raises:
        Problem: a square shows nothing, or no card has this number; an empty number is 0.
    """
    squares = [square_of(form.get(f"slot-{slot}", "")) for slot in range(COLUMNS * ROWS)]
    known = [square for square in squares if square is not None]
    if len(known) < len(squares):
        raise Problem(_UNFINISHED)
    number = whole_number(form.get("card-number", "").strip() or "0")
    if number is None or (number != 0 and number not in CARDS):
        raise Problem(_NO_NUMBER)
    return Card.of(number, [known[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)])


def laying_in(form: Form, city: City, at: Place) -> Laying:
    """Return the card of the form in its place: turned by ``card-turn`` quarters, slid under with ``card-under``.

    Raises:
        Problem: it is no card, or the rules forbid to lay it so.
    """
    card, turn = _numbered(card_in(form), city), _turn(form)
    laying = Laying(card, at, turn)
    if form.get("card-under"):
        laying = Laying(card, at, turn, frozenset(laying.squares).intersection(city.squares))
    for refusal in refusals(city, laying):
        raise Refused(refusal)
    return laying


def _numbered(card: Card, city: City) -> Card:
    """Return a card under its number in the city.

    The start province, which is laid first, and further cards whose number is not known get one that no card has.
    """
    if card.number:
        return card
    taken = [square.card for square in city.squares.values() if square.card is not None]
    number = START if not city.squares else max(UNKNOWN, *taken, UNKNOWN) + 1
    return Card(number, {place: replace(square, card=number) for place, square in card.squares.items()})


def visible_squares(laying: Laying) -> list[tuple[Place, Square]]:
    """Return the squares of a card that are visible once it lies."""
    return [(place, square) for place, square in laying.squares.items() if place not in laying.under]


def places_for(form: Form, city: City) -> list[Place]:
    """Return the legal places of the form's card in its rotation, by its top left square; raises like `card_in`."""
    under, turn = bool(form.get("card-under")), _turn(form)
    return [
        laying.at
        for laying in legal_layings(city, card_in(form), (turn,))
        if bool(laying.under) == under or not city.squares
    ]


def card_event(card: Card) -> FactRecorded:
    """Return the event that records a card."""
    codes = [code_of(card.squares[x, y]) for y in range(ROWS) for x in range(COLUMNS)]
    return FactRecorded(what=CARD_EVENT, data={"number": card.number, "squares": codes})


def known_cards(events: Iterable[FactRecorded]) -> dict[int, list[str]]:
    """Return the brushes of each recorded card, by number; later events override earlier ones."""
    found: dict[int, list[str]] = {}
    for event in events:
        codes = _codes(event.data)
        if event.what == CARD_EVENT and codes:
            found[event.data["number"]] = codes
    return dict(sorted(found.items()))


def _codes(data: Mapping[str, Any]) -> list[str]:
    codes, number = data.get("squares"), data.get("number")
    if not isinstance(codes, list) or len(codes) != COLUMNS * ROWS or number not in CARDS:
        return []
    return codes if all(isinstance(code, str) and square_of(code) for code in codes) else []


def code_of(square: Square) -> str:
    """Return the brush that paints a square."""
    return f"{square.terrain}-{square.colour}" if square.colour else square.terrain


def _turn(form: Form) -> int:
    return (whole_number(form.get("card-turn", "")) or 0) % 4
