"""From one round to the next: workers come home, the first player changes, buildings are added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.nusfjord.cards import Card
from games.nusfjord.play.village import FISHING, GOING_HOME, OVER, ROUNDS, Village

PLACES = {"A": 9, "B": 6}
"""The most open buildings of each deck on the building boards."""

_HANDS = {1: 4, 2: 4, 3: 3, 4: 2, 5: 2}
"""C cards dealt to each hand, by the number of players (rule book); alone one plays as two do."""


@dataclass(frozen=True)
class Dealt:
    """Cards dealt from the decks: open ones, and those for each player's hand."""

    open_cards: tuple[Card, ...] = ()
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)


def worker_colours(players: int, hard: bool = False) -> int:
    """Return the number of sets of workers that a player uses in turn: 1, in the solo game 2, in the harder one 3."""
    return 1 if players > 1 else 3 if hard else 2


def cards_to_deal(village: Village) -> dict[str, int]:
    """Return the number of cards to deal for the next round: open ``A`` and ``B`` cards, ``C`` cards for each hand.

    A cards are dealt before the third round and B cards before the fifth, both with three players or more, and C cards
    before the fourth. Open cards are dealt as far as there is room. Alone, cards are dealt as for two.
    """
    players, coming = len(village.companies), village.round + 1
    if coming == 3 and players >= 3:
        return {"A": min(players, _room(village, "A"))}
    if coming == 4:
        return {"C": _HANDS[players]}
    if coming == 5 and players >= 3:
        return {"B": min(3 if players == 5 else 2, _room(village, "B"))}
    return {}


def _room(village: Village, deck: str) -> int:
    return max(0, PLACES[deck] - sum(card.deck == deck for card in village.open_cards))


def go_home(village: Village, dealt: Dealt | None = None) -> Village:
    """Return the village after the workers came home and the first player's ship went on to the next round.

    The player on the right is the next first player. In the sixth round the C buildings in hand are laid open. Alone,
    only the workers that the next round uses come home. After the seventh round the game is over.

    Raises:
        ValueError: The round is not over, or more was dealt than `cards_to_deal` allows; a smaller deck may give less.
    """
    if village.phase != GOING_HOME:
        raise ValueError("workers come home at the end of a round only")
    if village.round == ROUNDS:
        return replace(village, workers=(), phase=OVER)
    village = _deal(village, dealt or Dealt())
    sets = worker_colours(len(village.companies), village.hard)
    back = village.round + 1 - sets
    return replace(
        village,
        workers=tuple(worker for worker in village.workers if worker.round > back),
        first=(village.first - 1) % len(village.companies),
        round=village.round + 1,
        turns=0,
        phase=FISHING,
    )


def _deal(village: Village, dealt: Dealt) -> Village:
    _check(dealt, cards_to_deal(village), {company.name for company in village.companies})
    companies = tuple(
        replace(company, hand=(*company.hand, *dealt.hands.get(company.name, ()))) for company in village.companies
    )
    open_cards = (*village.open_cards, *dealt.open_cards)
    if village.round + 1 == 6:
        open_cards = (*open_cards, *(card for company in companies for card in company.hand))
        companies = tuple(replace(company, hand=()) for company in companies)
    return replace(village, companies=companies, open_cards=open_cards)


def _check(dealt: Dealt, due: Mapping[str, int], names: set[str]) -> None:
    laid: dict[str, int] = {}
    for card in dealt.open_cards:
        laid[card.deck] = laid.get(card.deck, 0) + 1
    too_many = any(number > due.get(deck, 0) or deck == "C" for deck, number in laid.items())
    if too_many or any(len(hand) > due.get("C", 0) for hand in dealt.hands.values()) or dealt.hands.keys() - names:
        raise ValueError("more cards were dealt than the round's space says")
