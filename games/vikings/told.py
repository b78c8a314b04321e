"""Special cards as a game's record tells them, beside the board documents.

The record tells all cards that lie before players at once, as ``special-cards``: ``{"players": [name…], "cards":
[{"player": index, "name", "effect", "amount", "round"}…]}``; what was told last counts. Points and gold of a card are
booked at the scoring of the round that they were entered in; everything else counts in the final scoring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from games.rulebook import Told
from games.vikings.board import Board
from games.vikings.specials import Effect, Special

SPECIAL_CARDS = "special-cards"
ROUND = "round"
"""The document's field that counts the scorings from 1; a document without it is of the first."""


class Card(BaseModel):
    """A special card: whose it is, by index, and what it does, entered at the scoring of a round."""

    model_config = ConfigDict(strict=True, frozen=True)

    player: int
    name: str
    effect: Effect
    amount: int
    round: int


class Cards(BaseModel):
    """All special cards that lie before players, and the players' names when that was told."""

    model_config = ConfigDict(strict=True, frozen=True)

    players: list[str] = []
    cards: list[Card] = []


def round_in(document: Mapping[str, Any]) -> int:
    """Return which scoring of an evening is due, counted from 1."""
    given = document.get(ROUND)
    return given if isinstance(given, int) and given > 0 else 1


def round_of(board: Board) -> int:
    """Return which scoring of an evening is due, counted from 1."""
    return round_in(board.source)


def cards_told(told: Told) -> Cards:
    """Return the special cards that were told last; none where nothing was, or nothing that can be understood."""
    for what, data in reversed(told):
        if what == SPECIAL_CARDS:
            try:
                return Cards.model_validate(data)
            except ValidationError:
                return Cards()
    return Cards()


def with_special_cards(board: Board, told: Told) -> Board:
    """Return the board with what special cards do at the scoring that is due."""
    cards = cards_told(told)
    counting = [card for card in cards.cards if card.effect not in ("points", "gold") or card.round == round_of(board)]
    names = [player.name for player in board.players]
    owned = [(owner_of(card, cards.players, names), card) for card in counting]
    specials = tuple(Special(owner, card.name, card.effect, card.amount) for owner, card in owned if owner is not None)
    return replace(board, specials=specials)


def owner_of(card: Card, then: Sequence[str], now: Sequence[str]) -> str | None:
    """Return the name of a card's owner at the table now; None where that player has left it.

    Players are known by name. Where a name is gone and as many play as before, the player was renamed.
    """
    if not 0 <= card.player < len(then):
        return None
    name = then[card.player]
    if name in now:
        return name
    return now[card.player] if len(now) == len(then) else None
