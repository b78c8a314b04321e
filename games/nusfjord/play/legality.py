"""Which moves the rules allow: for each move the rule that forbids it, if one does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.nusfjord.cards import Card
from games.nusfjord.play import moves as m
from games.nusfjord.play.company import SEATS, Company
from games.nusfjord.play.places import action_of, elder_space
from games.nusfjord.play.village import WORK, Village
from games.nusfjord.plots import Plot, forests
from games.nusfjord.ships import KINDS, has_berth
from games.nusfjord.stock import MOST_WOOD

_CHEAPER = {4: 1, 5: 1, 6: 2, 7: 2}
"""How much gold all the new shares together cost less, by round."""


def refusal(village: Village, move: m.Move) -> str | None:
    """Return the code of the rule that forbids `move` to the company at turn; ``None`` where none does.

    The codes are those of `games.nusfjord.play.illegal`. What needs a card's own text is not judged: whether an elder's
    action changes anything.
    """
    if village.phase != WORK:
        return "phase"
    if isinstance(move, m.Pass):
        return None
    if isinstance(move, m.Consult):
        return _consult(village, move)
    if isinstance(move, m.Copy):
        return _copy(village, move)
    return "taken" if open_space(village, move.action) is None else what_forbids(village, move)


def open_space(village: Village, action: str) -> str | None:
    """Return the first space of an action that still takes a worker."""
    return next((space for space, room in _spaces_of(village, action) if village.workers_on(space) < room), None)


def _spaces_of(village: Village, action: str) -> list[tuple[str, int]]:
    return [(space, room) for space, room in village.spaces.items() if action_of(space) == action]


def _copy(village: Village, move: m.Copy) -> str | None:
    """A copied space has to be full; with three spaces for copying it has to lie in the same column."""
    if move.space not in village.copying:
        return "no-copying"
    if village.workers_on(move.space):
        return "taken"
    full = [s for s, room in _spaces_of(village, move.move.action) if village.workers_on(s) >= room]
    if not any(_in_reach(village, move.space, space) for space in full):
        return "not-full"
    return what_forbids(village, move.move)


def _in_reach(village: Village, copying: str, space: str) -> bool:
    """Tell whether a copying space may copy a space; where nobody has said which column it is in, it may."""
    column = village.printed.columns.get(space)
    return len(village.copying) == 1 or column is None or copying.endswith(f"-{column}")


def _consult(village: Village, move: m.Consult) -> str | None:
    if village.company.elder(move.elder) is None:
        return "no-elder"
    if village.workers_on(elder_space(move.elder)):
        return "taken"
    return None if village.served else "nothing-served"


def what_forbids(village: Village, move: m.OnBoard) -> str | None:
    """Return why the action of `move` cannot be done, wherever the worker stands; ``None`` where it can."""
    check: Callable[[Village, Company, Any], str | None] | None = _CHECKS.get(type(move))
    return None if check is None else check(village, village.company, move)


def _unload(_: Village, company: Company, __: m.Unload) -> str | None:
    return None if company.store else "store-empty"


def _serve(village: Village, company: Company, move: m.Serve) -> str | None:
    wanted = village.printed.plates[village.served : village.served + move.plates]
    if move.plates < 1 or len(wanted) < move.plates:
        return "no-plate"
    return None if sum(wanted) <= company.supply.fish else "too-dear"


def _build(village: Village, company: Company, move: m.Build) -> str | None:
    card = card_named(village, move.card)
    if card is None:
        return "no-card"
    if not _is_free(company, move.plot):
        return "no-space"
    return None if company.supply.covers(card.price) else "too-dear"


def card_named(village: Village, name: str) -> Card | None:
    """Return the building of this name that the company at turn may build: an open one, or one from its hand."""
    cards = (*village.company.hand, *village.open_cards)
    return next((card for card in cards if card.name == name), None)


def _is_free(company: Company, index: int) -> bool:
    plot = _plot(company, index)
    return plot is not None and plot.free > 0


def _issue(_: Village, company: Company, __: m.Issue) -> str | None:
    return None if company.unissued else "all-issued"


def _buy(village: Village, company: Company, _: m.BuyShares) -> str | None:
    if not village.new_shares:
        return "no-shares"
    return None if company.supply.gold >= shares_price(village) else "too-dear"


def shares_price(village: Village) -> int:
    """Return the gold that all the shares on the action board cost: 1 each, together less in later rounds."""
    return max(0, sum(number for _, number in village.new_shares) - _CHEAPER.get(village.round, 0))


def _clear(_: Village, company: Company, move: m.Clear) -> str | None:
    plot = _plot(company, move.plot)
    return None if plot is not None and plot.forests else "no-forest"


def _plant(_: Village, company: Company, move: m.Plant) -> str | None:
    plot = _plot(company, move.plot)
    return None if plot is not None and plot.is_plantable else "no-double-space"


def _plot(company: Company, index: int) -> Plot | None:
    return company.plots[index] if 0 <= index < len(company.plots) else None


def _thin(_: Village, company: Company, __: m.Thin) -> str | None:
    if not forests(company.plots):
        return "no-forest"
    return None if company.supply.wood < MOST_WOOD else "wood-full"


def _ship(village: Village, company: Company, move: m.BuildShip) -> str | None:
    if move.kind not in KINDS or not village.fleet.get(move.kind):
        return "no-ship"
    if not has_berth(company.ships, move.kind):
        return "no-berth"
    ways = village.printed.prices.get(move.kind, ())
    if not 0 <= move.way < len(ways):
        return "no-price"
    return None if company.supply.covers(ways[move.way]) else "too-dear"


def _invite(village: Village, company: Company, move: m.Invite) -> str | None:
    if move.elder not in {pile[-1] for pile in village.piles if pile}:
        return "no-elder"
    if len(company.elders) >= SEATS:
        return "council-full"
    return "nothing-served" if move.act and not village.served else None


_CHECKS: dict[type, Callable[[Village, Company, Any], str | None]] = {
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
