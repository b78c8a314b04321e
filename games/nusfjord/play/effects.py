"""What the actions of the work phase change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.nusfjord.play import moves as m
from games.nusfjord.play.company import Company, Elder, holding, together
from games.nusfjord.play.legality import card_named, shares_price
from games.nusfjord.play.village import Village
from games.nusfjord.plots import Plot, forests
from games.nusfjord.stock import Stock, received

WOOD_OF_A_FOREST = 5
GOLD_OF_A_SHARE = 2


def done(village: Village, move: m.OnBoard) -> Village:
    """Return the village after the company at turn did the action of `move`, which has to be a legal one."""
    act: Callable[[Village, Company, Any], Village] = _EFFECTS[type(move)]
    return act(village, village.company, move)


def asked(village: Village, company: Company, elder: Elder) -> Village:
    """Return the village after a fish went from the fullest plate to an elder, who acts."""
    fed, home = elder.fed()
    elders = tuple(fed if e.name == elder.name else e for e in company.elders)
    company = replace(company, elders=elders, supply=received(company.supply, Stock(fish=home)))
    return replace(village.with_company(company), served=village.served - 1)


def _gold(village: Village, company: Company, _: m.TakeGold) -> Village:
    return _with_supply(village, company, received(company.supply, Stock(gold=1)))


def _with_supply(village: Village, company: Company, supply: Stock) -> Village:
    return village.with_company(replace(company, supply=supply))


def _unload(village: Village, company: Company, _: m.Unload) -> Village:
    return village.with_company(replace(company, supply=received(company.supply, company.store), store=Stock()))


def _serve(village: Village, company: Company, move: m.Serve) -> Village:
    served = village.served + move.plates
    fish = sum(village.printed.plates[village.served : served])
    supply = company.supply - Stock(fish=fish) + Stock(gold=move.plates)
    return replace(_with_supply(village, company, supply), served=served)


def _build(village: Village, company: Company, move: m.Build) -> Village:
    card = card_named(village, move.card)
    assert card is not None
    built = replace(
        company,
        supply=company.supply - card.price,
        buildings=(*company.buildings, card),
        plots=_changed(company, move.plot, Plot.built),
        hand=tuple(held for held in company.hand if held != card),
    )
    open_cards = village.open_cards if card in company.hand else tuple(c for c in village.open_cards if c != card)
    return replace(village.with_company(built), open_cards=open_cards)


def _changed(company: Company, index: int, change: Callable[[Plot], Plot]) -> tuple[Plot, ...]:
    return tuple(change(plot) if number == index else plot for number, plot in enumerate(company.plots))


def _issue(village: Village, company: Company, _: m.Issue) -> Village:
    supply = received(company.supply, Stock(gold=GOLD_OF_A_SHARE))
    issued = replace(company, unissued=company.unissued - 1, supply=supply)
    shares = together(village.new_shares, holding({company.name: 1}))
    return replace(village.with_company(issued), new_shares=shares)


def _buy(village: Village, company: Company, _: m.BuyShares) -> Village:
    supply = company.supply - Stock(gold=shares_price(village))
    bought = replace(company, shares=together(company.shares, village.new_shares), supply=supply)
    return replace(village.with_company(bought), new_shares=())


def _clear(village: Village, company: Company, move: m.Clear) -> Village:
    supply = received(company.supply, Stock(wood=WOOD_OF_A_FOREST))
    return village.with_company(replace(company, plots=_changed(company, move.plot, Plot.cleared), supply=supply))


def _plant(village: Village, company: Company, move: m.Plant) -> Village:
    return village.with_company(replace(company, plots=_changed(company, move.plot, Plot.planted)))


def _thin(village: Village, company: Company, _: m.Thin) -> Village:
    return _with_supply(village, company, received(company.supply, Stock(wood=forests(company.plots))))


def _ship(village: Village, company: Company, move: m.BuildShip) -> Village:
    price = village.printed.prices[move.kind][move.way]
    built = replace(company, ships=(*company.ships, move.kind), supply=company.supply - price)
    fleet = {**village.fleet, move.kind: village.fleet[move.kind] - 1}
    return replace(village.with_company(built), fleet=fleet)


def _invite(village: Village, company: Company, move: m.Invite) -> Village:
    elder = Elder(move.elder)
    company = replace(company, elders=(*company.elders, elder))
    piles = tuple(pile[:-1] if pile and pile[-1] == move.elder else pile for pile in village.piles)
    village = replace(village.with_company(company), piles=piles)
    return asked(village, company, elder) if move.act else village


_EFFECTS: dict[type, Callable[[Village, Company, Any], Village]] = {
    m.TakeGold: _gold,
    m.Unload: _unload,
    m.Serve: _serve,
    m.Build: _build,
    m.Issue: _issue,
    m.BuyShares: _buy,
    m.Clear: _clear,
    m.Plant: _plant,
    m.Thin: _thin,
    m.BuildShip: _ship,
    m.Invite: _invite,
}
