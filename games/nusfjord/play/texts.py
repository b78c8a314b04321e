"""What the text of an elder or a building changes in a village, part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from games.nusfjord.effect import Effect, PartName
from games.nusfjord.play.company import Company, holding, sum_of_holdings
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.village import Village
from games.nusfjord.ships import SCHOONER, has_berth, ships_of_a_kind
from games.nusfjord.stock import Stock, received


@dataclass(frozen=True)
class Targets:
    """What a text is used on, as far as it names something to choose.

    `plot` is the index of a ground; `building` the name of a card; `elder` that of an elder in the council; `company`
    the company whose shares are taken, any if empty.
    """

    plot: int = -1
    building: str = ""
    elder: str = ""
    company: str = ""


Change = Callable[[Village, Company, int, Targets], Village | str]
"""Return the village after one part of a text, or the code of the rule that forbids it."""


def after_text(village: Village, company: str, effect: Effect, targets: Targets | None = None) -> Village:
    """Return the village after a company used the text of a card.

    Raises:
        ValueError: There is no such company.
        IllegalMove: A part cannot be done; the error says why.
    """
    for part in effect:
        user = next((c for c in village.companies if c.name == company), None)
        if user is None:
            raise ValueError(f"there is no company of {company!r}")
        changed = _CHANGES[part.what](village, user, part.amount, targets or Targets())
        if isinstance(changed, str):
            raise IllegalMove(part, changed)
        village = changed
    return village


def _supply(unit: Stock) -> Change:
    def change(village: Village, company: Company, amount: int, _: Targets) -> Village | str:
        supply = received(company.supply, _times(unit, amount))
        return village.with_company(replace(company, supply=supply)) if _is_there(supply) else "too-dear"

    return change


def _store(unit: Stock) -> Change:
    def change(village: Village, company: Company, amount: int, _: Targets) -> Village | str:
        store = company.store + _times(unit, amount)
        return village.with_company(replace(company, store=store)) if _is_there(store) else "store-empty"

    return change


def _times(unit: Stock, amount: int) -> Stock:
    return Stock(unit.wood * amount, unit.fish * amount, unit.gold * amount)


def _is_there(stock: Stock) -> bool:
    return min(stock.wood, stock.fish, stock.gold) >= 0


def _plates(village: Village, _: Company, amount: int, __: Targets) -> Village | str:
    served = village.served + amount
    if served < 0:
        return "nothing-served"
    return replace(village, served=served) if served <= len(village.printed.plates) else "no-plate"


def _elder_fish(village: Village, company: Company, amount: int, targets: Targets) -> Village | str:
    elder, home = company.elder(targets.elder), 0
    if elder is None:
        return "no-elder"
    for _ in range(amount):
        elder, returned = elder.fed()
        home += returned
    if amount < 0:
        elder = replace(elder, fish=elder.fish + amount)
    if elder.fish < 0:
        return "elder-empty"
    supply = received(company.supply, Stock(fish=home))
    return village.with_company(replace(company.with_elder(elder), supply=supply))


def _forest(village: Village, company: Company, amount: int, targets: Targets) -> Village | str:
    """Plant forests on a ground that is free or has some already, or fell some."""
    plot = company.plot(targets.plot)
    if plot is None or (amount < 0 and plot.forests + amount < 0):
        return "no-forest" if amount < 0 else "no-double-space"
    if amount > 0 and not (plot.is_plantable or plot.forests):
        return "no-double-space"
    return village.with_company(company.with_plot(targets.plot, replace(plot, forests=plot.forests + amount)))


def _ship(kind: str) -> Change:
    def change(village: Village, company: Company, amount: int, _: Targets) -> Village | str:
        ships = list(company.ships)
        for _step in range(abs(amount)):
            in_play = sum(c.ships.count(kind) for c in village.companies if c.name != company.name)
            code = _why_no_ship(village, ships, kind, amount, in_play + ships.count(kind))
            if code is not None:
                return code
            if amount > 0:
                ships.append(kind)
            else:
                ships.reverse()
                ships.remove(kind)
                ships.reverse()
            fleet = {**village.fleet, kind: max(0, village.fleet[kind] - (1 if amount > 0 else -1))}
            village = replace(village, fleet=fleet)
        return village.with_company(replace(company, ships=tuple(ships)))

    return change


def _why_no_ship(village: Village, ships: list[str], kind: str, amount: int, in_play: int) -> str | None:
    """Return the code of the rule that forbids a ship; a text may bring one schooner more than players can build."""
    if amount < 0:
        return None if kind in ships else "no-ship"
    last = kind == SCHOONER and in_play <= ships_of_a_kind(len(village.companies))
    if not village.fleet.get(kind) and not last:
        return "no-ship"
    return None if has_berth(ships, kind) else "no-berth"


def _building(village: Village, company: Company, amount: int, targets: Targets) -> Village | str:
    """Build a card without paying for it, or take a building away, which lies open again."""
    return _built(village, company, targets) if amount > 0 else _torn_down(village, company, targets)


def _built(village: Village, company: Company, targets: Targets) -> Village | str:
    card, plot = village.card_to_build(company, targets.building), company.plot(targets.plot)
    if card is None:
        return "no-card"
    if plot is None or not plot.free:
        return "no-space"
    return village.with_built(company.with_plot(targets.plot, plot.built()), card)


def _torn_down(village: Village, company: Company, targets: Targets) -> Village | str:
    plot = company.plot(targets.plot)
    card = next((c for c in company.buildings if c.name == targets.building), None)
    if card is None:
        return "no-card"
    if plot is None or not plot.buildings:
        return "no-building"
    company = replace(
        company.with_plot(targets.plot, replace(plot, buildings=plot.buildings - 1)),
        buildings=tuple(other for other in company.buildings if other != card),
    )
    return replace(village.with_company(company), open_cards=(*village.open_cards, card))


def _issued(village: Village, company: Company, amount: int, _: Targets) -> Village | str:
    if not 0 < amount <= company.unissued:
        return "all-issued"
    shares = sum_of_holdings(village.new_shares, holding({company.name: amount}))
    return replace(village.with_company(replace(company, unissued=company.unissued - amount)), new_shares=shares)


def _own_shares(village: Village, company: Company, amount: int, _: Targets) -> Village | str:
    if not 0 < amount <= company.unissued:
        return "all-issued"
    shares = sum_of_holdings(company.shares, holding({company.name: amount}))
    return village.with_company(replace(company, unissued=company.unissued - amount, shares=shares))


def _bought(village: Village, company: Company, amount: int, targets: Targets) -> Village | str:
    """Take shares from the action board; of the company that is chosen, else of those that lie there."""
    left, taken = dict(village.new_shares), dict[str, int]()
    for name in [targets.company] if targets.company else list(left):
        number = min(left.get(name, 0), amount - sum(taken.values()))
        taken[name], left[name] = number, left.get(name, 0) - number
    if amount <= 0 or sum(taken.values()) < amount:
        return "no-shares"
    company = replace(company, shares=sum_of_holdings(company.shares, holding(taken)))
    return replace(village.with_company(company), new_shares=holding(left))


_CHANGES: Mapping[PartName, Change] = {
    "wood": _supply(Stock(wood=1)),
    "fish": _supply(Stock(fish=1)),
    "gold": _supply(Stock(gold=1)),
    "store_wood": _store(Stock(wood=1)),
    "store_fish": _store(Stock(fish=1)),
    "store_gold": _store(Stock(gold=1)),
    "plates": _plates,
    "elder_fish": _elder_fish,
    "forest": _forest,
    "sloop": _ship("sloop"),
    "cutter": _ship("cutter"),
    "schooner": _ship("schooner"),
    "building": _building,
    "issued": _issued,
    "own_shares": _own_shares,
    "bought": _bought,
}
