"""The draft: passing hands on, and the trick-taking of Honshu, which may be played instead.

Hokkaido: each player keeps a card and passes the others on, clockwise in rounds 1 to 6, then anticlockwise.
Honshu: each player plays a card and may raise its worth with cubes of one colour; the highest takes a card first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.hokkaido.words import REFUSALS
from games.rulebook import RuleNotice

ROUNDS = 12
_CLOCKWISE_ROUNDS = 6
"""The first rounds, in which hands are passed on clockwise (rule book)."""
CARDS = range(1, 61)
CUBE = 60
"""Worth that each cube adds to a played card: so much that a card with more cubes on it beats any other."""


@dataclass(frozen=True)
class Bid:
    """A card that a player plays, with cubes of one colour on it; the colour is empty where it is not known."""

    player: str
    card: int
    cubes: int = 0
    colour: str = ""

    @property
    def worth(self) -> int:
        """The card's number, raised by the cubes."""
        return self.card + CUBE * self.cubes


def clockwise(number: int) -> bool:
    """Return whether hands go clockwise in round `number`, 1 to 12; raises `ValueError` for any other number."""
    if not 1 <= number <= ROUNDS:
        raise ValueError(f"There is no round {number}.")
    return number <= _CLOCKWISE_ROUNDS


def laying_order(drafted: Mapping[str, int]) -> list[str]:
    """Return the players in the order of laying, for when each wants to wait for the others: the lowest card first."""
    return sorted(drafted, key=lambda player: drafted[player])


def taking_order(bids: Sequence[Bid]) -> list[str]:
    """Return the players in the order of taking cards in Honshu's draft: the highest worth first."""
    return [bid.player for bid in sorted(bids, key=lambda bid: bid.worth, reverse=True)]


def taking_order_of_two(bids: Sequence[Bid], overbid: bool = False) -> list[str]:
    """Return the order of two players in Honshu's draft: the higher card first, unless the other overbids.

    Overbidding costs two cubes of any colour.
    """
    higher, lower = taking_order([Bid(bid.player, bid.card) for bid in bids])
    return [lower, higher] if overbid else [higher, lower]


def thrown_away(drafted: Mapping[str, int], pairs: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """Return the cards that two players throw away in Honshu's draft; None unless each kept a card of another pair.

    Args:
        drafted: the card that each of them kept.
        pairs: the pair from the deck, and the pair that they laid out.
    """
    kept = [[card for card in pair if card in drafted.values()] for pair in pairs]
    if [len(cards) for cards in kept] != [1, 1]:
        return None
    return tuple(card for pair in pairs for card in pair if card not in drafted.values())


def draft_refusals(drafted: Mapping[str, int], used: Sequence[int] = ()) -> list[RuleNotice]:
    """Return the problems of a round's draft: numbers that no card has, and cards drafted twice.

    Args:
        drafted: the number of the card that each player got.
        used: the cards of earlier rounds.
    """
    found = []
    seen = list(used)
    for player, card in drafted.items():
        if card not in CARDS:
            found.append(RuleNotice("no-such-card", REFUSALS["no-such-card"], player))
        elif card in seen:
            found.append(RuleNotice("card-twice", REFUSALS["card-twice"], player))
        seen.append(card)
    return found
