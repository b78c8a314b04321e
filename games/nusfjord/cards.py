"""Building cards and elders as players enter them; the printed texts are not part of the program."""

from __future__ import annotations

from dataclasses import dataclass

from games.nusfjord.effect import Effect
from games.nusfjord.stock import NOTHING, Stock

DECKS = ("A", "B", "C")
MACKEREL, COD, HERRING = "mackerel", "cod", "herring"
FISH_DECKS = (MACKEREL, COD, HERRING)
"""The three decks of A, B and C buildings, named by the fish on their backs; a game is played with one of them."""


@dataclass(frozen=True)
class Card:
    """A building: its name, deck (A, B or C; empty if unknown), price and printed points.

    `points` is ``None`` for a card with a star, whose points depend on a condition in its text. `effect` is what the
    text does when it is used, as far as it was entered. `fish_deck` is one of `FISH_DECKS`; empty if unknown.
    """

    name: str
    deck: str = "A"
    price: Stock = NOTHING
    points: int | None = 0
    effect: Effect = ()
    fish_deck: str = ""


@dataclass(frozen=True)
class ElderCard:
    """An elder: the name, and what the text does, as far as it was entered."""

    name: str
    effect: Effect = ()
