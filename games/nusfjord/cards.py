"""Building cards, as far as a person has entered them: the printed texts are not ours to know."""

from __future__ import annotations

from dataclasses import dataclass

from games.nusfjord.stock import NOTHING, Stock

DECKS = ("A", "B", "C")


@dataclass(frozen=True)
class Card:
    """A building: its name, its deck (A, B or C; empty where nobody has said), its price, the points printed on it.

    `points` is ``None`` where the card has a star: then it earns points by a condition of its own.
    """

    name: str
    deck: str = "A"
    price: Stock = NOTHING
    points: int | None = 0
