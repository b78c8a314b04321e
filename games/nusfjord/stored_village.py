"""Storing a game in progress, the village, in a board document.

The optional field `VILLAGE` of the document holds the village. After every move the harbours of the document are set to
those of its companies, so that the document always has the current score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from games.nusfjord.play.company import Company
from games.nusfjord.play.village import FISHING, GOING_HOME, OVER, ROUNDS, WORK, WORKERS, Village
from games.nusfjord.plots import free_spaces
from games.nusfjord.stock import Stock

VILLAGE = "village"
_VILLAGES = TypeAdapter(Village)
_Thing = Mapping[str, Any]
"""A building or a ship of a document."""


def village_of(document: Mapping[str, Any]) -> Village | None:
    """Return the village of a document; None where it has none, an impossible one, or one of other players.

    Gold is taken from the harbours, where players can correct it.
    """
    try:
        village = _VILLAGES.validate_python(document.get(VILLAGE))
    except ValidationError:
        return None
    players = document["players"]
    if [c.name for c in village.companies] != [p["name"] for p in players] or not _is_possible(village):
        return None
    companies = tuple(
        replace(company, supply=replace(company.supply, gold=player["gold"]))
        for company, player in zip(village.companies, players, strict=True)
    )
    return replace(village, companies=companies)


def _is_possible(village: Village) -> bool:
    seats = len(village.companies)
    counts = (*village.fleet.values(), *(n for c in village.companies for n in _amounts(c)))
    return (
        1 <= seats <= 5
        and village.phase in (FISHING, WORK, GOING_HOME, OVER)
        and 1 <= village.round <= ROUNDS
        and 0 <= village.first < seats
        and 0 <= village.turns <= WORKERS * seats
        and 0 <= village.served <= len(village.printed.plates)
        and min(counts) >= 0
        and all(plot.is_possible for c in village.companies for plot in c.plots)
    )


def _amounts(company: Company) -> tuple[int, ...]:
    return (*_each(company.supply), *_each(company.store), company.unissued, *(n for _, n in company.shares))


def _each(stock: Stock) -> tuple[int, int, int]:
    return stock.wood, stock.fish, stock.gold


def document_with(
    document: Mapping[str, Any], village: Village, known: Mapping[str, int] = MappingProxyType({})
) -> dict[str, Any]:
    """Return the document with this village and with the harbours of its companies.

    Args:
        document: the board document.
        village: the village as it is now.
        known: the points on a ship's token by kind, as far as they are known.
    """
    before = village_of(document)
    earlier = before.companies if before is not None else (None,) * len(village.companies)
    companies = zip(document["players"], earlier, village.companies, strict=True)
    players = [_harbour(player, was, company, known) for player, was, company in companies]
    return {**document, "players": players, VILLAGE: _VILLAGES.dump_python(village, mode="json")}


def _harbour(
    player: Mapping[str, Any], was: Company | None, company: Company, known: Mapping[str, int]
) -> dict[str, Any]:
    """Return a player's harbour updated from the company; points entered for buildings and ships are kept.

    `was` is the company before the move, which tells the buildings and ships that were given back.
    """
    return {
        **player,
        "buildings": _buildings(player["buildings"], was, company),
        "ships": _ships(player["ships"], was, company, known),
        "shares_owned": company.shares_owned,
        "unissued": company.unissued,
        "gold": company.supply.gold,
        "free_spaces": free_spaces(company.plots),
    }


def _buildings(entered: Sequence[_Thing], was: Company | None, company: Company) -> list[_Thing]:
    now = {card.name for card in company.buildings}
    gone = {card.name for card in was.buildings} - now if was is not None else set()
    known = {building["name"] for building in entered}
    new = [{"name": c.name, "points": c.points or 0} for c in company.buildings if c.name not in known]
    return [*(building for building in entered if building["name"] not in gone), *new]


def _ships(entered: Sequence[_Thing], was: Company | None, company: Company, known: Mapping[str, int]) -> list[_Thing]:
    before, now = Counter(was.ships if was is not None else ()), Counter(company.ships)
    gone, launched = before - now, now - before
    kept: list[_Thing] = []
    for ship in reversed(entered):
        if gone[ship["kind"]]:
            gone[ship["kind"]] -= 1
        else:
            kept.insert(0, ship)
    points = {ship["kind"]: ship["points"] for ship in entered} | dict(known)
    return [*kept, *({"kind": kind, "points": points.get(kind, 0)} for kind in launched.elements())]
