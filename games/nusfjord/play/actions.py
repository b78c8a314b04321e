"""The actions of the work phase: for each kind of move, what forbids it and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from games.nusfjord.play import moves as m
from games.nusfjord.play.company import SEATS, Company, Elder, holding, sum_of_holdings
from games.nusfjord.play.elders import open_elders
from games.nusfjord.play.village import Village
from games.nusfjord.plots import forests
from games.nusfjord.ships import KINDS, has_berth
from games.nusfjord.stock import MOST_WOOD, Stock, received

WOOD_PER_FOREST = 5
GOLD_PER_SHARE = 2
_DISCOUNTS = {4: 1, 5: 1, 6: 2, 7: 2}
"""The gold by which all the new shares together are cheaper, by round (rule book)."""


@dataclass(frozen=True)
class Action:
    """The rules of one kind of move.

    Attributes:
        check: the code of the rule that forbids a move to a company; ``None`` where none does.
        apply: the village after a legal move of a company.
    """

    check: Callable[[Village, Company, Any], str | None]
    apply: Callable[[Village, Company, Any], Village]


def why_not(village: Village, move: m.OnBoard) -> str | None:
    """Return the code of the rule that forbids the action of `move`, on whatever space; ``None`` where none does."""
    return _ACTIONS[type(move)].check(village, village.company, move)


def after(village: Village, move: m.OnBoard) -> Village:
    """Return the village after the company at turn did the action of `move`, which has to be a legal one."""
    return _ACTIONS[type(move)].apply(village, village.company, move)


def after_elder(village: Village, company: Company, elder: Elder) -> Village:
    """Return the village after an elder acted for a fish from the fullest plate of the banquet table."""
    fed, home = elder.fed()
    company = replace(company.with_elder(fed), supply=received(company.supply, Stock(fish=home)))
    return replace(village.with_company(company), served=village.served - 1)


def shares_price(village: Village) -> int:
    """Return the gold that all the shares on the action board cost: 1 each, together less in later rounds."""
    return max(0, sum(number for _, number in village.new_shares) - _DISCOUNTS.get(village.round, 0))


def _always(_: Village, __: Company, ___: m.OnBoard) -> str | None:
    return None


def _apply_gold(village: Village, company: Company, _: m.TakeGold) -> Village:
    return _with_supply(village, company, received(company.supply, Stock(gold=1)))


def _with_supply(village: Village, company: Company, supply: Stock) -> Village:
    return village.with_company(replace(company, supply=supply))


def _check_unload(_: Village, company: Company, __: m.Unload) -> str | None:
    return None if company.store else "store-empty"


def _apply_unload(village: Village, company: Company, _: m.Unload) -> Village:
    return village.with_company(replace(company, supply=received(company.supply, company.store), store=Stock()))


def _check_serve(village: Village, company: Company, move: m.Serve) -> str | None:
    wanted = village.printed.plates[village.served : village.served + move.plates]
    if move.plates < 1 or len(wanted) < move.plates:
        return "no-plate"
    return None if sum(wanted) <= company.supply.fish else "too-dear"


def _apply_serve(village: Village, company: Company, move: m.Serve) -> Village:
    served = village.served + move.plates
    fish = sum(village.printed.plates[village.served : served])
    supply = company.supply - Stock(fish=fish) + Stock(gold=move.plates)
    return replace(_with_supply(village, company, supply), served=served)


def _check_build(village: Village, company: Company, move: m.Build) -> str | None:
    card, plot = village.card_to_build(company, move.card), company.plot(move.plot)
    if card is None:
        return "no-card"
    if plot is None or not plot.free:
        return "no-space"
    return None if company.supply.covers(card.price) else "too-dear"


def _apply_build(village: Village, company: Company, move: m.Build) -> Village:
    card = village.card_to_build(company, move.card)
    assert card is not None
    company = company.with_plot(move.plot, company.plots[move.plot].built())
    return village.with_built(replace(company, supply=company.supply - card.price), card)


def _check_issue(_: Village, company: Company, __: m.Issue) -> str | None:
    return None if company.unissued else "all-issued"


def _apply_issue(village: Village, company: Company, _: m.Issue) -> Village:
    supply = received(company.supply, Stock(gold=GOLD_PER_SHARE))
    issued = replace(company, unissued=company.unissued - 1, supply=supply)
    shares = sum_of_holdings(village.new_shares, holding({company.name: 1}))
    return replace(village.with_company(issued), new_shares=shares)


def _check_buy(village: Village, company: Company, _: m.BuyShares) -> str | None:
    if not village.new_shares:
        return "no-shares"
    return None if company.supply.gold >= shares_price(village) else "too-dear"


def _apply_buy(village: Village, company: Company, _: m.BuyShares) -> Village:
    supply = company.supply - Stock(gold=shares_price(village))
    bought = replace(company, shares=sum_of_holdings(company.shares, village.new_shares), supply=supply)
    return replace(village.with_company(bought), new_shares=())


def _check_clear(_: Village, company: Company, move: m.Clear) -> str | None:
    plot = company.plot(move.plot)
    return None if plot is not None and plot.forests else "no-forest"


def _apply_clear(village: Village, company: Company, move: m.Clear) -> Village:
    company = company.with_plot(move.plot, company.plots[move.plot].cleared())
    return _with_supply(village, company, received(company.supply, Stock(wood=WOOD_PER_FOREST)))


def _check_plant(_: Village, company: Company, move: m.Plant) -> str | None:
    plot = company.plot(move.plot)
    return None if plot is not None and plot.is_plantable else "no-double-space"


def _apply_plant(village: Village, company: Company, move: m.Plant) -> Village:
    return village.with_company(company.with_plot(move.plot, company.plots[move.plot].planted()))


def _check_thin(_: Village, company: Company, __: m.Thin) -> str | None:
    if not forests(company.plots):
        return "no-forest"
    return None if company.supply.wood < MOST_WOOD else "wood-full"


def _apply_thin(village: Village, company: Company, _: m.Thin) -> Village:
    return _with_supply(village, company, received(company.supply, Stock(wood=forests(company.plots))))


def _check_ship(village: Village, company: Company, move: m.BuildShip) -> str | None:
    if move.kind not in KINDS or not village.fleet.get(move.kind):
        return "no-ship"
    if not has_berth(company.ships, move.kind):
        return "no-berth"
    ways = village.printed.prices.get(move.kind, ())
    if not 0 <= move.way < len(ways):
        return "no-price"
    return None if company.supply.covers(ways[move.way]) else "too-dear"


def _apply_ship(village: Village, company: Company, move: m.BuildShip) -> Village:
    price = village.printed.prices[move.kind][move.way]
    built = replace(company, ships=(*company.ships, move.kind), supply=company.supply - price)
    fleet = {**village.fleet, move.kind: village.fleet[move.kind] - 1}
    return replace(village.with_company(built), fleet=fleet)


def _check_invite(village: Village, company: Company, move: m.Invite) -> str | None:
    if move.elder not in open_elders(village):
        return "no-elder"
    if len(company.elders) >= SEATS:
        return "council-full"
    return "nothing-served" if move.act and not village.served else None


def _apply_invite(village: Village, company: Company, move: m.Invite) -> Village:
    elder = Elder(move.elder)
    company = replace(company, elders=(*company.elders, elder))
    piles = tuple(pile[:-1] if pile and pile[-1] == move.elder else pile for pile in village.piles)
    village = replace(village.with_company(company), piles=piles)
    return after_elder(village, company, elder) if move.act else village


_ACTIONS: dict[type, Action] = {
    m.TakeGold: Action(_always, _apply_gold),
    m.Unload: Action(_check_unload, _apply_unload),
    m.Serve: Action(_check_serve, _apply_serve),
    m.Build: Action(_check_build, _apply_build),
    m.Issue: Action(_check_issue, _apply_issue),
    m.BuyShares: Action(_check_buy, _apply_buy),
    m.Clear: Action(_check_clear, _apply_clear),
    m.Plant: Action(_check_plant, _apply_plant),
    m.Thin: Action(_check_thin, _apply_thin),
    m.BuildShip: Action(_check_ship, _apply_ship),
    m.Invite: Action(_check_invite, _apply_invite),
}
