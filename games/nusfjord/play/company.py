"""A fishing company: everything that one player has during the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.nusfjord.cards import Card
from games.nusfjord.plots import STARTING_FORESTS, Plot
from games.nusfjord.stock import NOTHING, Stock

SHARES, ISSUED = 5, 2
"""The number of shares of a company, and of those issued at the start."""

STORE_FISH = 8
"""The number of fish up to which the catch fills the storehouse."""

SEATS, FULL_ELDER = 5, 3
"""The seats of an elder council, and the fish on an elder's card at which they are returned."""

Holding = tuple[tuple[str, int], ...]
"""Shares by the name of the company that issued them, in a fixed order, without zeros."""


@dataclass(frozen=True)
class Elder:
    """An elder in a council, and the fish on the card: 0, 1 or 2."""

    name: str
    fish: int = 0

    def fed(self) -> tuple[Elder, int]:
        """Return the elder with one more fish, and the fish for the personal supply: one at the third, else none."""
        return (Elder(self.name), 1) if self.fish + 1 == FULL_ELDER else (Elder(self.name, self.fish + 1), 0)


@dataclass(frozen=True)
class Company:
    """One player's company.

    `shares` are the issued shares held, of any company; `unissued` the number of own shares not issued yet; `ships` the
    kinds of ships from left to right on the track; `hand` the C buildings held.
    """

    name: str
    plots: tuple[Plot, ...]
    supply: Stock = NOTHING
    store: Stock = NOTHING
    shares: Holding = ()
    unissued: int = SHARES - ISSUED
    ships: tuple[str, ...] = ()
    buildings: tuple[Card, ...] = ()
    elders: tuple[Elder, ...] = ()
    hand: tuple[Card, ...] = ()

    def shares_of(self, company: str) -> int:
        """Return the number of shares of a company held here."""
        return dict(self.shares).get(company, 0)

    @property
    def shares_owned(self) -> int:
        """The number of all issued shares held."""
        return sum(number for _, number in self.shares)

    def elder(self, name: str) -> Elder | None:
        """Return the elder of this name if he sits in the council."""
        return next((elder for elder in self.elders if elder.name == name), None)

    def with_elder(self, elder: Elder) -> Company:
        """Return the company with this elder in place of the one of his name."""
        return replace(self, elders=tuple(elder if e.name == elder.name else e for e in self.elders))

    def plot(self, index: int) -> Plot | None:
        """Return the plot of this index, from 0; None where there is none."""
        return self.plots[index] if 0 <= index < len(self.plots) else None

    def with_plot(self, index: int, plot: Plot) -> Company:
        """Return the company with this plot in place of the one of this index."""
        return replace(self, plots=(*self.plots[:index], plot, *self.plots[index + 1 :]))


def new_company(name: str, free_plots: Iterable[Plot]) -> Company:
    """Return a company at the start of the game.

    `free_plots` are the building spaces of the harbour that no forest covers at the start, as the board shows them.
    """
    return Company(name, (*STARTING_FORESTS, *free_plots), shares=((name, ISSUED),))


def holding(shares: Mapping[str, int]) -> Holding:
    """Return shares by company as a holding."""
    return tuple(sorted((name, number) for name, number in shares.items() if number))


def sum_of_holdings(one: Holding, other: Holding) -> Holding:
    """Return the sum of two holdings."""
    merged = dict(one)
    for name, number in other:
        merged[name] = merged.get(name, 0) + number
    return holding(merged)
