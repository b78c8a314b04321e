"""The fish phase: how a catch is shared out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from games.nusfjord.play.company import STORE_FISH, Company, Elder
from games.nusfjord.play.village import FISHING, WORK, Village
from games.nusfjord.ships import catch_size
from games.nusfjord.stock import Stock, received


@dataclass(frozen=True)
class Demand:
    """The receivers of a catch, in this order; each gets one fish, and the storehouse is filled up.

    `elders` is the number of elders in the council, `on_board` that of own shares on the action board; `elsewhere`
    names the holder of each own share in another supply; `own` is the number of issued shares in the own supply,
    `stored` that of fish in the storehouse.
    """

    elders: int = 0
    on_board: int = 0
    elsewhere: tuple[str, ...] = ()
    own: int = 0
    stored: int = 0


@dataclass(frozen=True)
class Dividends:
    """The shares of a catch, as numbers of fish.

    They go to elders, to shares on the action board, one to each holder named in `elsewhere`, to the player's own
    shares and into the storehouse; the rest goes back.
    """

    elders: int
    on_board: int
    elsewhere: tuple[str, ...]
    own: int
    stored: int
    left: int


def dividends(catch: int, demand: Demand) -> Dividends:
    """Return how a catch is shared out: elders first, then shares elsewhere, own shares, the storehouse.

    If it does not suffice, shares on the action board come before those of other players, and within a step those named
    first are served, so that the order expresses the player's choice. Nothing is added from the supply.
    """
    left = catch
    shares: list[int] = []
    for wanted in (
        demand.elders,
        demand.on_board,
        len(demand.elsewhere),
        demand.own,
        max(0, STORE_FISH - demand.stored),
    ):
        shares.append(min(wanted, left))
        left -= shares[-1]
    elders, on_board, elsewhere, own, stored = shares
    return Dividends(elders, on_board, demand.elsewhere[:elsewhere], own, stored, left)


def demand_of(village: Village, company: Company, first: Iterable[str] = ()) -> Demand:
    """Return what the catch of a company is shared out to.

    Each time that a holder is named in `first`, one of the holder's shares comes before those that are not named.
    """
    holders = {c.name: c.shares_of(company.name) for c in village.companies if c.name != company.name}
    named: list[str] = []
    for name in first:
        if named.count(name) < holders.get(name, 0):
            named.append(name)
    others = [name for name, held in holders.items() for _ in range(held - named.count(name))]
    return Demand(
        elders=len(company.elders),
        on_board=dict(village.new_shares).get(company.name, 0),
        elsewhere=(*named, *others),
        own=company.shares_of(company.name),
        stored=company.store.fish,
    )


def fish(village: Village, first: Mapping[str, Sequence[str]] | None = None) -> Village:
    """Return the village after the fish phase: all catches are shared out, and the work phase begins.

    `first` names, for a company whose catch does not suffice, the elders and the holders of its shares that are served
    first; a holder as often as shares are. Raises `ValueError` outside the fish phase.
    """
    if village.phase != FISHING:
        raise ValueError("fish are caught at the beginning of a round only")
    wishes = first or {}
    shared = {
        c.name: dividends(catch_size(c.ships), demand_of(village, c, wishes.get(c.name, ()))) for c in village.companies
    }
    companies = tuple(
        _landed(company, shared[company.name], _received(company.name, shared), wishes.get(company.name, ()))
        for company in village.companies
    )
    return replace(village, companies=companies, phase=WORK, turns=0)


def _received(company: str, shared: Mapping[str, Dividends]) -> int:
    return shared[company].own + sum(part.elsewhere.count(company) for part in shared.values())


def _landed(company: Company, part: Dividends, dividend: int, first: Sequence[str]) -> Company:
    elders, home = _fed(company.elders, part.elders, first)
    return replace(
        company,
        elders=elders,
        supply=received(company.supply, Stock(fish=dividend + home)),
        store=company.store + Stock(fish=part.stored),
    )


def _fed(elders: Sequence[Elder], fish_given: int, first: Sequence[str]) -> tuple[tuple[Elder, ...], int]:
    served = sorted(elders, key=lambda elder: elder.name not in first)[:fish_given]
    fed = {elder.name: elder.fed() for elder in served}
    after = tuple(fed[elder.name][0] if elder.name in fed else elder for elder in elders)
    return after, sum(home for _, home in fed.values())


def holders_to_serve(village: Village, company: Company) -> list[tuple[str, ...]]:
    """Return every choice of holders of a company's shares that its catch can serve, one name for each share.

    There is only one choice, nobody in particular, where the catch reaches all of them.
    """
    demand = demand_of(village, company)
    served = len(dividends(catch_size(company.ships), demand).elsewhere)
    if served == len(demand.elsewhere):
        return [()]
    return sorted(set(combinations(demand.elsewhere, served)))


def is_short(village: Village, company: Company) -> bool:
    """Return whether the catch of a company does not reach all its elders, or all its shares with others.

    Then the player chooses whom to serve.
    """
    demand, catch = demand_of(village, company), catch_size(company.ships)
    part = dividends(catch, demand)
    return part.elders < demand.elders or len(part.elsewhere) < len(demand.elsewhere)
