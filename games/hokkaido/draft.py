"""Who gets which card: passing hands on, and Honshu's trick-taking, which may be played instead.

Hokkaido itself: everybody keeps a card and passes the others on, clockwise in rounds 1 to 6, then back.
Honshu: everybody lays a card out, made worth more by cubes of one colour; whoever's is worth most takes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.hokkaido.words import REFUSALS
from games.rulebook import Said

ROUNDS = 12
HAND = 6
CARDS = range(1, 61)
CUBE = 60
"""What each cube adds to a card that is laid out."""


@dataclass(frozen=True)
class Bid:
    """A card that a player lays out, with cubes of one colour on it."""

    player: str
    card: int
    cubes: int = 0

    @property
    def worth(self) -> int:
        """What the card counts as."""
        return self.card + CUBE * self.cubes


def clockwise(number: int) -> bool:
    """Say whether hands are passed on clockwise in this round, from 1; raises `ValueError` where there is none."""
    if not 1 <= number <= ROUNDS:
        raise ValueError(f"There is no round {number}.")
    return number <= HAND


def laying_order(drafted: Mapping[str, int]) -> list[str]:
    """Return who lays first where somebody does not want to lay before the others: the lowest card begins."""
    return sorted(drafted, key=lambda player: drafted[player])


def taking_order(bids: Sequence[Bid]) -> list[str]:
    """Return who takes first in Honshu's draft: whose card is worth most."""
    return [bid.player for bid in sorted(bids, key=lambda bid: bid.worth, reverse=True)]


def taking_order_of_two(bids: Sequence[Bid], overbid: bool = False) -> list[str]:
    """Return who of two takes a pair first: the higher card, unless the other gives two cubes of any colour."""
    higher, lower = taking_order([Bid(bid.player, bid.card) for bid in bids])
    return [lower, higher] if overbid else [higher, lower]


def draft_refusals(drafted: Mapping[str, int], used: Sequence[int] = ()) -> list[Said]:
    """Return what cannot be in a round's draft: numbers that no card has, and cards that are had twice.

    Args:
        drafted: the card that each player got.
        used: the cards of earlier rounds.
    """
    found = []
    seen = list(used)
    for player, card in drafted.items():
        if card not in CARDS:
            found.append(Said("no-such-card", REFUSALS["no-such-card"], player))
        elif card in seen:
            found.append(Said("card-twice", REFUSALS["card-twice"], player))
        seen.append(card)
    return found
