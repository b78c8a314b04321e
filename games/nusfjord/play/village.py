"""A game in progress: the companies, the common boards, the workers sent out, the round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.nusfjord.cards import Card
from games.nusfjord.play.company import Company, Holding
from games.nusfjord.play.places import action_spaces, copy_spaces
from games.nusfjord.ships import KINDS, SCHOONER, ships_of_a_kind
from games.nusfjord.stock import Stock

ROUNDS, WORKERS = 7, 3
FISHING, WORK, GOING_HOME, OVER = "fishing", "work", "going-home", "over"


@dataclass(frozen=True)
class Printed:
    """Numbers printed on a copy's boards and tokens that are not in the rules; players enter them once.

    `plates` are the numbers on the banquet table's plates, rising; `prices` the ways to pay for each kind of ship;
    `columns` the column, 1 to 3, of each space of the action board, which
    matters to copying with five players and in the harder solo game only.
    """

    plates: tuple[int, ...]
    prices: Mapping[str, tuple[Stock, ...]] = field(
        default_factory=lambda: {SCHOONER: (Stock(wood=8, fish=8), Stock(gold=4))}
    )
    columns: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Worker:
    """A worker that was sent out: the space, the player's name, and the round."""

    space: str
    player: str
    round: int


@dataclass(frozen=True)
class Village:
    """Everything on the table.

    `companies` are in clockwise order, `first` is the index of the first; `turns` counts the turns of this work phase,
    including passes; `served` the plates with fish; `fleet` the ships left of each kind; `piles` the elders' piles, the
    open card last; `open_cards` are the buildings that every player may build; `hard` marks the harder solo game;
    `fish_deck` is the deck of the buildings that are still to come, empty if unknown.
    """

    companies: tuple[Company, ...]
    printed: Printed
    fleet: Mapping[str, int]
    served: int
    piles: tuple[tuple[str, ...], ...] = ()
    open_cards: tuple[Card, ...] = ()
    new_shares: Holding = ()
    workers: tuple[Worker, ...] = ()
    round: int = 1
    phase: str = FISHING
    first: int = 0
    turns: int = 0
    hard: bool = False
    fish_deck: str = ""

    @property
    def company(self) -> Company:
        """The company to move."""
        return self.companies[(self.first + self.turns) % len(self.companies)]

    @property
    def spaces(self) -> dict[str, int]:
        """The spaces of the action board and the workers each takes."""
        return action_spaces(len(self.companies))

    @property
    def copying(self) -> tuple[str, ...]:
        """The spaces of the copying board."""
        return copy_spaces(len(self.companies), self.hard)

    def may_come(self, card: Card) -> bool:
        """Return whether a building can be of the deck that is played, as far as both decks are known."""
        return not self.fish_deck or card.fish_deck in ("", self.fish_deck)

    def workers_on(self, space: str) -> int:
        """Return the number of workers on a space, including those that the solo game leaves from earlier rounds."""
        return sum(worker.space == space for worker in self.workers)

    def with_company(self, company: Company) -> Village:
        """Return the village with this company in place of the one of its name."""
        return replace(self, companies=tuple(company if c.name == company.name else c for c in self.companies))

    def card_to_build(self, company: Company, name: str) -> Card | None:
        """Return the building of this name that a company may build: one from its hand, or an open one."""
        return next((card for card in (*company.hand, *self.open_cards) if card.name == name), None)

    def with_built(self, company: Company, card: Card) -> Village:
        """Return the village after a company has built this card from its hand or from the open ones.

        `company` takes the place of the one of its name; what it pays and where it builds is in it already.
        """
        hand = tuple(held for held in company.hand if held != card)
        open_cards = self.open_cards
        if card not in company.hand:
            open_cards = tuple(other for other in self.open_cards if other != card)
        built = replace(company, buildings=(*company.buildings, card), hand=hand)
        return replace(self.with_company(built), open_cards=open_cards)


def new_village(
    companies: tuple[Company, ...],
    printed: Printed,
    piles: tuple[tuple[str, ...], ...] = (),
    open_cards: tuple[Card, ...] = (),
    *,
    first: int = 0,
    hard: bool = False,
    fish_deck: str = "",
) -> Village:
    """Return a game at its start, for one to five companies; the solo game is set up as for two.

    Raises:
        ValueError: There are no companies, more than five, or two of one name; or `hard` with more than one.
    """
    names = {company.name for company in companies}
    if not 1 <= len(names) == len(companies) <= 5:
        raise ValueError("one to five companies of different names play")
    if hard and len(companies) > 1:
        raise ValueError("the harder game is one for a single player")
    fleet = dict.fromkeys(KINDS, ships_of_a_kind(len(companies)))
    served = max(len(companies), 2) - 1
    return Village(companies, printed, fleet, served, piles, open_cards, first=first, hard=hard, fish_deck=fish_deck)
