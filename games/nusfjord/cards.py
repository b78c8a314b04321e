"""Building cards as players enter them; the printed texts are not part of the program."""

from __future__ import annotations

from dataclasses import dataclass

from games.nusfjord.stock import NOTHING, Stock

DECKS = ("A", "B", "C")


@dataclass(frozen=True)
class Card:
    """A building: its name, deck (A, B or C; empty if unknown), price and printed points.

    `points` is ``None`` for a card with a star, whose points depend on a condition in its text.
    """

    name: str
    deck: str = "A"
    price: Stock = NOTHING
    points: int | None = 0
