"""Special cards of the advanced version: entered as named effects, and kept in the game's record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.language import N_
from companion.numbers import signed_number
from companion.problems import Problem
from games.rulebook import RecordedFacts
from games.vikings.play.wheel_data import wheel_of
from games.vikings.reading import board_of
from games.vikings.recorded_cards import RecordedCard, RecordedCards, owner_of, recorded_cards, round_in
from games.vikings.specials import EFFECTS, SPECIAL_CARDS, Effect

LARGEST, LONGEST = 99, 60
"""The largest amount that a special card brings, and the letters of its name; chosen by hand."""
EFFECT_WORDS: dict[Effect, str] = {
    "points": N_("Points at this scoring"),
    "gold": N_("Gold at this scoring"),
    "boatswains": N_("Boatswains in the final scoring"),
    "islands": N_("Completed islands in the final scoring"),
    "longest": N_("Length of the longest island"),
    "fed": N_("Figures fed in the final scoring"),
    "goldsmiths": N_("Goldsmiths on the card, at every scoring"),
    "jarls": N_("Jarls on the card, at big scorings"),
    "scouts": N_("Scouts on the card, at big scorings"),
    "fishermen": N_("Fishermen on the card, each feeding five"),
    "warriors": N_("Column, from 1, whose ship the card repels"),
}
_NO_EFFECT = N_("Choose what the special card does, and a whole number from -99 to 99 for how much.")
_NO_NUMBER = N_("Columns and figures on a special card are counted from 1; enter a whole number from 1 to 99.")
_COUNTED: tuple[Effect, ...] = ("goldsmiths", "jarls", "scouts", "fishermen", "warriors")
"""The effects of which the amount is a number of figures or a column."""
_NO_PLAYER = N_("Choose whose special card it is.")
_FULL = N_("There are only 25 special cards; remove one first.")


@dataclass(frozen=True)
class Shown:
    """A special card as listed on the page: its number in the record, its owner, and its effect."""

    number: int
    player: str
    name: str
    effect: Effect
    amount: int
    booked: bool


def shown_cards(document: Document, facts: RecordedFacts) -> list[Shown]:
    """Return the special cards of players who are at the table; `booked` for points and gold of a scoring gone by."""
    known, names = recorded_cards(facts), _names(document)
    owners = [owner_of(card, known.players, names) for card in known.cards]
    now = round_in(document)
    return [
        Shown(n, owner, c.name, c.effect, c.amount, c.effect in ("points", "gold") and c.round != now)
        for n, (owner, c) in enumerate(zip(owners, known.cards, strict=True))
        if owner is not None
    ]


def cards_to_enter(document: Document, facts: RecordedFacts, player: int) -> list[str]:
    """Return the names of the special cards that a player took at the wheel and of which no effect is entered yet."""
    entered = {card.name for card in recorded_cards(facts).cards}
    name = _names(document)[player]
    taken = wheel_of(board_of(document)).taken
    return [one.card for one in taken if one.player == name and one.card not in entered]


def with_card(document: Document, facts: RecordedFacts, form: Form) -> dict[str, Any]:
    """Return all special cards after one more was entered, by the form's fields player, name, effect and amount.

    Raises:
        Problem: the form names no player, effect or number, or there are too many cards.
    """
    names = _names(document)
    cards = _moved(recorded_cards(facts), names)
    if len(cards) >= SPECIAL_CARDS:
        raise Problem(_FULL)
    player, effect = signed_number(form.get("player", "")), _effect(form.get("effect", ""))
    amount = signed_number(form.get("amount", ""))
    if player is None or not 0 <= player < len(names):
        raise Problem(_NO_PLAYER)
    if effect is None or amount is None or abs(amount) > LARGEST:
        raise Problem(_NO_EFFECT)
    if effect in _COUNTED and amount < 1:
        raise Problem(_NO_NUMBER)
    name = form.get("name", "").strip()[:LONGEST]
    card = RecordedCard(player=player, name=name, effect=effect, amount=amount, round=round_in(document))
    return RecordedCards(players=names, cards=[*cards, card]).model_dump()


def without_card(document: Document, facts: RecordedFacts, number: int) -> dict[str, Any]:
    """Return all special cards without the one of this number; unchanged if there is none."""
    known, names = recorded_cards(facts), _names(document)
    left = [card for index, card in enumerate(known.cards) if index != number]
    kept = RecordedCards(players=known.players, cards=left)
    return RecordedCards(players=names, cards=_moved(kept, names)).model_dump()


def _moved(known: RecordedCards, names: Sequence[str]) -> list[RecordedCard]:
    """Return the cards with their owners by the index that they have at the table now."""
    owners = [(card, owner_of(card, known.players, names)) for card in known.cards]
    return [card.model_copy(update={"player": names.index(owner)}) for card, owner in owners if owner is not None]


def _names(document: Document) -> list[str]:
    return [player["name"] for player in document["players"]]


def _effect(text: str) -> Effect | None:
    return next((effect for effect in EFFECTS if effect == text), None)
