"""Amounts of wood, fish and gold: supplies, storehouses, prices."""

from __future__ import annotations

from dataclasses import dataclass

MOST_WOOD = 12
"""The most wood in a personal supply; more goes back at once. Fish and gold have no limit (rule book)."""


@dataclass(frozen=True)
class Stock:
    """An amount of each resource, 0 or more; as a card's effect an amount may be negative."""

    wood: int = 0
    fish: int = 0
    gold: int = 0

    def __add__(self, other: Stock) -> Stock:
        """Return the sum of both."""
        return Stock(self.wood + other.wood, self.fish + other.fish, self.gold + other.gold)

    def __sub__(self, other: Stock) -> Stock:
        """Return the difference; an amount below zero is missing."""
        return Stock(self.wood - other.wood, self.fish - other.fish, self.gold - other.gold)

    def covers(self, price: Stock) -> bool:
        """Return whether this is enough to pay `price`."""
        return self.wood >= price.wood and self.fish >= price.fish and self.gold >= price.gold

    def __bool__(self) -> bool:
        """Return whether any amount is not zero."""
        return bool(self.wood or self.fish or self.gold)


NOTHING = Stock()


def received(supply: Stock, gain: Stock) -> Stock:
    """Return a personal supply after receiving `gain`; wood beyond `MOST_WOOD` goes back to the bank.

    >>> received(Stock(wood=11, fish=1), Stock(wood=2, fish=3))
    Stock(wood=12, fish=4, gold=0)
    """
    whole = supply + gain
    return Stock(min(whole.wood, max(MOST_WOOD, supply.wood)), whole.fish, whole.gold)
