"""A fishing company: everything that lies before one player during the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.nusfjord.cards import Card
from games.nusfjord.plots import STARTING_FORESTS, Plot
from games.nusfjord.stock import NOTHING, Stock

SHARES, ISSUED = 5, 2
"""The shares of a company, and how many of them are issued when the game begins."""

STORE_FISH = 8
"""Fish from the catch fill the storehouse up to this number."""

SEATS, FULL_ELDER = 5, 3
"""An elder council has this many seats; an elder who has three fish on the card gives them back."""

Holding = tuple[tuple[str, int], ...]
"""Shares by the name of the company that issued them, in a fixed order, without zeros."""


@dataclass(frozen=True)
class Elder:
    """An elder in a council, and the fish on the card: 0, 1 or 2."""

    name: str
    fish: int = 0

    def fed(self) -> tuple[Elder, int]:
        """Return the elder with one fish more, and the fish that come to the personal supply: at the third, one."""
        return (Elder(self.name), 1) if self.fish + 1 == FULL_ELDER else (Elder(self.name, self.fish + 1), 0)


@dataclass(frozen=True)
class Company:
    """One player's company.

    `shares` are the issued shares held, of any company; `unissued` the own ones not issued yet; `ships` kinds from
    left to right along the track; `hand` the C buildings held.
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
        """Return how many shares of a company are held here."""
        return dict(self.shares).get(company, 0)

    @property
    def shares_owned(self) -> int:
        """All the issued shares held."""
        return sum(number for _, number in self.shares)

    def elder(self, name: str) -> Elder | None:
        """Return the elder of this name if he sits in the council."""
        return next((elder for elder in self.elders if elder.name == name), None)


def new_company(name: str, free_plots: Iterable[Plot]) -> Company:
    """Return a company as the game begins.

    `free_plots` are the building spaces of the harbour that no forest covers at the start, as the board shows them.
    """
    return Company(name, (*STARTING_FORESTS, *free_plots), shares=((name, ISSUED),))


def holding(shares: Mapping[str, int]) -> Holding:
    """Return shares by company as a holding."""
    return tuple(sorted((name, number) for name, number in shares.items() if number))


def together(one: Holding, other: Holding) -> Holding:
    """Return two holdings in one."""
    merged = dict(one)
    for name, number in other:
        merged[name] = merged.get(name, 0) + number
    return holding(merged)
