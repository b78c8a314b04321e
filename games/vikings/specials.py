"""Special cards of the advanced version, as effects that players enter.

The cards' texts are not part of the program; players enter what a card does at a scoring as a kind and an amount.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

Effect = Literal[
    "points",
    "gold",
    "boatswains",
    "islands",
    "longest",
    "fed",
    "goldsmiths",
    "jarls",
    "scouts",
    "fishermen",
    "warriors",
]
EFFECTS: tuple[Effect, ...] = get_args(Effect)
"""What a card can add to at a scoring: points, gold (before ships are paid), the boatswains, completed islands and
length of the longest island that the final scoring counts, the number of figures that are fed; and figures that stand
on the card and earn as those on islands do, at every scoring that is theirs, but need no food. The amount of
``warriors`` is a column, from 1: a warrior on the card repels the ship over it."""
SPECIAL_CARDS = 25
"""The number of special cards in the box (rule book)."""


@dataclass(frozen=True)
class Special:
    """The effect of a special card for its owner at the scoring that is due; `amount` may be negative."""

    player: str
    name: str
    effect: Effect
    amount: int


def amounts(specials: Iterable[Special], player: str) -> dict[Effect, int]:
    """Return the sums that a player's special cards add, by effect."""
    added: dict[Effect, int] = dict.fromkeys(EFFECTS, 0)
    for special in specials:
        if special.player == player:
            added[special.effect] += special.amount
    return added
