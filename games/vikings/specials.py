"""Special cards of the advanced version, as named effects that a person enters.

The cards' own texts are on the cards; what one of them did at a scoring is told by a kind and a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

Effect = Literal["points", "gold", "boatswains", "islands", "longest", "fed"]
EFFECTS: tuple[Effect, ...] = get_args(Effect)
"""What a card may add to, at a scoring: points, gold (before ships are paid), boatswains and completed islands as
the final scoring counts them, the length of the longest island, the number of figures that are fed."""
SPECIAL_CARDS = 25
"""How many special cards are in the box."""


@dataclass(frozen=True)
class Special:
    """What one special card does for its owner at the scoring that is due; `amount` may be negative."""

    player: str
    name: str
    effect: Effect
    amount: int


def amounts(specials: Iterable[Special], player: str) -> dict[Effect, int]:
    """Return what a player's special cards add, by effect; zero where none does."""
    added: dict[Effect, int] = dict.fromkeys(EFFECTS, 0)
    for special in specials:
        if special.player == player:
            added[special.effect] += special.amount
    return added
