"""Special cards in a game's record, beside the board documents.

Each entry ``special-cards`` of the record has all cards of all players: ``{"players": [name…], "cards": [{"player":
index, "name", "effect", "amount", "round"}…]}``; the last entry is valid. Points and gold of a card are booked at the
scoring of the round in which they were entered; all other effects count in every scoring that they concern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from games.rulebook import RecordedFacts
from games.vikings.board import Board
from games.vikings.specials import Effect, Special

SPECIAL_CARDS_FACT = "special-cards"
"""The name of the record's entries that hold special cards."""
ROUND = "round"
"""The document's field with the number of the scoring that is due, from 1; without it, it is the first."""


class RecordedCard(BaseModel):
    """A special card: the index of its owner, its effect, and the round in which it was entered."""

    model_config = ConfigDict(strict=True, frozen=True)

    player: int
    name: str
    effect: Effect
    amount: int
    round: int


class RecordedCards(BaseModel):
    """All special cards of the players, and the players' names when they were entered."""

    model_config = ConfigDict(strict=True, frozen=True)

    players: list[str] = []
    cards: list[RecordedCard] = []


def round_in(document: Mapping[str, Any]) -> int:
    """Return the number of the scoring that is due, from 1."""
    given = document.get(ROUND)
    return given if isinstance(given, int) and given > 0 else 1


def round_of(board: Board) -> int:
    """Return the number of the scoring that is due, from 1."""
    return round_in(board.source)


def recorded_cards(facts: RecordedFacts) -> RecordedCards:
    """Return the special cards of the record's last entry of them; none if there is no entry or it is malformed."""
    for what, data in reversed(facts):
        if what == SPECIAL_CARDS_FACT:
            try:
                return RecordedCards.model_validate(data)
            except ValidationError:
                return RecordedCards()
    return RecordedCards()


def with_special_cards(board: Board, facts: RecordedFacts) -> Board:
    """Return the board with the effects of special cards at the scoring that is due."""
    cards = recorded_cards(facts)
    counting = [card for card in cards.cards if card.effect not in ("points", "gold") or card.round == round_of(board)]
    names = [player.name for player in board.players]
    owned = [(owner_of(card, cards.players, names), card) for card in counting]
    specials = tuple(Special(owner, card.name, card.effect, card.amount) for owner, card in owned if owner is not None)
    return board.with_specials(specials)


def owner_of(card: RecordedCard, then: Sequence[str], now: Sequence[str]) -> str | None:
    """Return the name of a card's owner in the present game; None if that player is no longer in it.

    Players are identified by name. If a name is gone and the number of players is the same, the player was renamed.
    """
    if not 0 <= card.player < len(then):
        return None
    name = then[card.player]
    if name in now:
        return name
    return now[card.player] if len(now) == len(then) else None
