"""What happened between two documents of Nusfjord, and what of it the rules forbid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from games.answers import Described, Judged, fresh_notices
from games.language import N_
from games.nusfjord.answering.moves import described, village_on
from games.nusfjord.board import Board, Building, Harbour, Ship
from games.nusfjord.play.fishing import fish, holders_to_serve
from games.nusfjord.play.rounds import go_home
from games.nusfjord.play.village import FISHING, GOING_HOME, Village
from games.nusfjord.play.work_phase import legal_moves, push
from games.nusfjord.warnings import status
from games.rulebook import RuleNotice

_NOT_A_MOVE = N_(
    "No single move of the rules leads from the first village to the second; a card's text may have been used between."
)
_GONE = {
    "building-gone": N_("A building of {player} is gone: what was built stays, unless a card's text takes it away."),
    "ship-gone": N_("A ship of {player} is gone: what was built stays, unless a card's text takes it away."),
    "share-gone": N_("Shares of {player} are gone: what is issued stays issued, and nobody gives shares away."),
}


def judge(before: Board, after: Board) -> Judged:
    """Return which move leads from one document to the next, and the breaches of the rules in it.

    Without villages in both, the harbours are compared: what was built, and what cannot have gone.
    """
    fresh = fresh_notices(status(before), status(after))
    old, now = village_on(before), village_on(after)
    if old is None or now is None:
        earlier = {harbour.name: harbour for harbour in before.harbours}
        pairs = [(earlier[harbour.name], harbour) for harbour in after.harbours if harbour.name in earlier]
        events = [event for pair in pairs for event in _built(*pair)]
        return Judged(events, [*(notice for pair in pairs for notice in _gone(*pair)), *fresh])
    if old == now:
        return Judged((), fresh)
    found = next((event for event, village in _steps(old, now) if _same(village, now)), None)
    return Judged([found], fresh) if found else Judged((), [RuleNotice("not-a-move", _NOT_A_MOVE), *fresh])


def _built(old: Harbour, now: Harbour) -> Iterator[Described]:
    """Yield what was built in a harbour."""
    for name in _more(map(_name, now.buildings), map(_name, old.buildings)):
        yield {"event": "building-built", "player": now.name, "building": name}
    for kind in _more(map(_kind, now.ships), map(_kind, old.ships)):
        yield {"event": "ship-built", "player": now.name, "kind": kind}


def _gone(old: Harbour, now: Harbour) -> Iterator[RuleNotice]:
    """Yield a notice for each kind of thing that stays in a harbour and is gone."""
    gone = {
        "building-gone": _more(map(_name, old.buildings), map(_name, now.buildings)),
        "ship-gone": _more(map(_kind, old.ships), map(_kind, now.ships)),
        "share-gone": now.shares_owned < old.shares_owned or now.unissued > old.unissued,
    }
    for code, found in gone.items():
        if found:
            yield RuleNotice(code, _GONE[code], now.name)


def _more(some: Iterable[str], others: Iterable[str]) -> list[str]:
    """Return what `some` have more of than `others`."""
    return list((Counter(some) - Counter(others)).elements())


def _name(building: Building) -> str:
    return building.name


def _kind(ship: Ship) -> str:
    return ship.kind


def _steps(village: Village, now: Village) -> Iterator[tuple[Described, Village]]:
    """Yield what may have happened next, with the village after it; cards dealt at the end of a round are not known.

    `now` is the later village: where a catch does not suffice, it shows which elders its owner served.
    """
    if village.phase == FISHING:
        for landed in _landings(village, now):
            yield {"event": "fish-landed"}, landed
    elif village.phase == GOING_HOME:
        yield {"event": "workers-home"}, go_home(village)
    else:
        for move in legal_moves(village):
            yield {"event": "worker-sent", "player": village.company.name, **described(move)}, push(village, move)


def _landings(village: Village, now: Village) -> Iterator[Village]:
    """Yield the village after the fish phase, for each choice of whom to serve where a catch does not suffice."""
    later = {company.name: company for company in now.companies}
    choices = []
    for company in village.companies:
        after = later.get(company.name, company)
        fed = tuple(elder.name for elder in company.elders if elder != after.elder(elder.name))
        choices.append([(*fed, *holders) for holders in holders_to_serve(village, company)])
    for chosen in product(*choices):
        yield fish(village, {company.name: first for company, first in zip(village.companies, chosen, strict=True)})


def _same(one: Village, other: Village) -> bool:
    """Return whether two villages are alike, but for cards that were dealt for the next round."""
    if one.phase == FISHING and one.turns == 0:
        one, other = _without_cards(one), _without_cards(other)
    return one == other


def _without_cards(village: Village) -> Village:
    return replace(village, open_cards=(), companies=tuple(replace(c, hand=()) for c in village.companies))
