"""A village as shown on its page: action board with workers, legal moves, and each company's resources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.language import N_, player_name, translator
from games.nusfjord.cards import Card
from games.nusfjord.catalogue import Catalogue, key_of
from games.nusfjord.play import moves as m
from games.nusfjord.play import places
from games.nusfjord.play.actions import shares_price
from games.nusfjord.play.company import Company
from games.nusfjord.play.elders import open_elders
from games.nusfjord.play.fishing import Dividends, demand_of, dividends
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.legality import refusal
from games.nusfjord.play.village import WORK, Village
from games.nusfjord.play.work_phase import legal_moves
from games.nusfjord.ships import catch_size
from games.nusfjord.stock import Stock
from games.nusfjord.words import ACTIONS, action_word, word

_SECOND_SPACE = N_("Build, second space")
CONSULT, PASS = "consult", "pass"
_MORE_WORDS = {CONSULT: N_("Ask your own elder"), PASS: N_("Pass")}
_WOOD, _FISH, _GOLD = N_("{number} wood"), N_("{number} fish"), N_("{number} gold")
_PLATES = N_("plates to fill: {plates}, for {fish} fish; brings {gold} gold")
_CARD = N_("{card} on plot {plot}, for {price}")
_PLOT = N_("plot {plot}")
_SHIP = N_("{ship} for {price}")
_ACTS = N_("{elder}, who acts at once")
_ALL = N_("all for {price} gold")
_COPIED = N_("copied: {what}")
_NOTHING = N_("nothing")


@dataclass(frozen=True)
class Option:
    """A legal move: its number, and its details besides the action."""

    number: int
    words: str


@dataclass(frozen=True)
class Space:
    """An action: the workers on its spaces (``None`` for a free one), and its legal moves."""

    action: str
    words: str
    workers: tuple[str | None, ...]
    options: tuple[Option, ...]
    why_not: str


def spaces_of(village: Village, lang: str) -> list[Space]:
    """Return the actions of the board, then the elders' and the pass where those are possible."""
    options: dict[str, list[Option]] = {}
    for number, move in enumerate(legal_moves(village)):
        options.setdefault(_action_of(move), []).append(Option(number, details_of(village, move, lang)))
    found = [
        Space(
            action,
            action_word(action, lang),
            tuple(_workers(village, action, lang)),
            tuple(options.get(action, ())),
            "" if options.get(action) else _why_not(village, action, lang),
        )
        for action in ACTIONS
    ]
    more = [Space(a, translator(lang)(w), (), tuple(options[a]), "") for a, w in _MORE_WORDS.items() if a in options]
    return [*found, *more]


def space_words(players: int, lang: str) -> dict[str, str]:
    """Return the words for each space of the action board."""
    second = translator(lang)(_SECOND_SPACE)
    return {space: action_word(space, lang) if space in ACTIONS else second for space in places.action_spaces(players)}


def _action_of(move: m.Move) -> str:
    if isinstance(move, m.Consult):
        return CONSULT
    if isinstance(move, m.Pass):
        return PASS
    return move.move.action if isinstance(move, m.Copy) else move.action


def _workers(village: Village, action: str, lang: str) -> Iterable[str | None]:
    for space, room in village.spaces.items():
        if places.action_of(space) == action:
            there = [player_name(w.player, lang) for w in village.workers if w.space == space]
            yield from there
            yield from [None] * (room - len(there))


def _why_not(village: Village, action: str, lang: str) -> str:
    """Return the rule that forbids an action; for an action with several moves, that of the first."""
    if village.phase != WORK:
        return ""
    cards = [card.name for card in (*village.company.hand, *village.open_cards)]
    elders = open_elders(village)
    plots = range(len(village.company.plots))
    ways: Mapping[str, list[m.Move]] = {
        places.GOLD: [m.TakeGold()],
        places.UNLOAD: [m.Unload()],
        places.SERVE: [m.Serve(1)],
        places.BUILD: [m.Build(card, plot) for card in cards[:1] or [""] for plot in reversed(plots)],
        places.ISSUE: [m.Issue()],
        places.BUY: [m.BuyShares()],
        places.CLEAR: [m.Clear(0)],
        places.PLANT: [m.Plant(0)],
        places.THIN: [m.Thin()],
        places.SHIP: [m.BuildShip(kind) for kind in village.fleet],
        places.INVITE: [m.Invite(elder) for elder in elders or [""]],
    }
    codes = [code for move in ways[action] if (code := refusal(village, move)) is not None]
    return IllegalMove.rule(codes[0], lang) if codes else ""


def details_of(village: Village, move: m.Move, lang: str) -> str:
    """Return the details of a move: card, place, payment; empty if there is only one way."""
    say = translator(lang)
    if isinstance(move, m.Copy):
        return say(_COPIED).format(what=details_of(village, move.move, lang) or action_word(move.move.action, lang))
    teller = _DESCRIPTIONS.get(type(move))
    return "" if teller is None else teller(village, move, lang)


def price_words(price: Stock, lang: str) -> str:
    """Return an amount of resources in words."""
    say = translator(lang)
    parts = [(price.wood, _WOOD), (price.fish, _FISH), (price.gold, _GOLD)]
    return ", ".join(say(words).format(number=number) for number, words in parts if number) or say(_NOTHING)


def _serve(village: Village, move: m.Serve, lang: str) -> str:
    plates = village.printed.plates[village.served : village.served + move.plates]
    return translator(lang)(_PLATES).format(plates=move.plates, fish=sum(plates), gold=move.plates)


def _build(village: Village, move: m.Build, lang: str) -> str:
    cards = (*village.company.hand, *village.open_cards)
    price = next(card.price for card in cards if card.name == move.card)
    return translator(lang)(_CARD).format(card=move.card, plot=move.plot + 1, price=price_words(price, lang))


def _plot(_: Village, move: m.Clear | m.Plant, lang: str) -> str:
    return translator(lang)(_PLOT).format(plot=move.plot + 1)


def _ship(village: Village, move: m.BuildShip, lang: str) -> str:
    price = village.printed.prices[move.kind][move.way]
    return translator(lang)(_SHIP).format(ship=word(move.kind, lang), price=price_words(price, lang))


def _invite(_: Village, move: m.Invite, lang: str) -> str:
    return translator(lang)(_ACTS).format(elder=move.elder) if move.act else move.elder


_DESCRIPTIONS: dict[type, Callable[..., str]] = {
    m.Serve: _serve,
    m.Build: _build,
    m.Clear: _plot,
    m.Plant: _plot,
    m.BuildShip: _ship,
    m.Invite: _invite,
    m.Consult: lambda _, move, __: move.elder,
    m.BuyShares: lambda village, _, lang: translator(lang)(_ALL).format(price=shares_price(village)),
}


def catches(village: Village) -> list[tuple[Company, int, Dividends]]:
    """Return each company with its catch, and how it will be distributed."""
    landed = ((company, catch_size(company.ships)) for company in village.companies)
    return [(company, catch, dividends(catch, demand_of(village, company))) for company, catch in landed]


def undealt(village: Village, known: Catalogue) -> dict[str, list[Card]]:
    """Return the cards of the catalogue that are not in the game yet and may still come, by deck."""
    held = (card for c in village.companies for card in (*c.hand, *c.buildings))
    there = {key_of(card.name) for card in (*village.open_cards, *held)}
    left = [card for card in known.cards if key_of(card.name) not in there and village.may_come(card)]
    return {deck: [card for card in left if card.deck == deck] for deck in ("A", "B", "C")}
