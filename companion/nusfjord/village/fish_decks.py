"""The fish decks of a village: one for the whole game, or three that are mixed at the start only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.language import N_
from companion.problems import Problem
from games.nusfjord.cards import FISH_DECKS, Card

_OF_EACH = {"A": 3, "B": 2}
"""Open buildings of each fish deck at the start with mixed decks (rule book)."""
_TWO_DECKS = N_("A game is played with the buildings of one deck; choose them from one, or say that decks are mixed.")
_NOT_MIXED = N_(
    "With mixed decks {a} A and {b} B buildings of each deck are face up; choose fewer of one, "
    "and save in the catalogue which deck each belongs to."
)
_NO_DECK = N_("Choose the deck from which all later buildings come.")


def deck_to_come(cards: Iterable[Card], chosen: str, *, mixed: bool) -> str:
    """Return the fish deck of the buildings that come later; empty if it is unknown.

    Args:
        cards: the open buildings at the start.
        chosen: the deck that was named; if empty, the one deck of the cards is taken.
        mixed: whether the open buildings are of all three decks.

    Raises:
        Problem: The cards are of several decks without being mixed, or of a wrong mixture, or of mixed decks nobody
            said which one goes on.
    """
    if mixed:
        counts = Counter((card.fish_deck, card.deck) for card in cards)
        if any(fish not in FISH_DECKS or number > _OF_EACH.get(deck, 0) for (fish, deck), number in counts.items()):
            raise Problem(_NOT_MIXED, a=_OF_EACH["A"], b=_OF_EACH["B"])
        if not chosen:
            raise Problem(_NO_DECK)
        return chosen
    there = {card.fish_deck for card in cards if card.fish_deck} | ({chosen} if chosen else set())
    if len(there) > 1:
        raise Problem(_TWO_DECKS)
    return next(iter(there), "")
