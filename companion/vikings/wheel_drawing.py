"""Draws the wheel for tapping: twelve combinations around it, and the prices in their present rotation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from math import cos, pi, sin

from companion.language import N_, translator
from games.vikings.drawing.fjord import HOME, columns, fjord_body, height, middle, ship_name
from games.vikings.drawing.parts import INK, SIDE, figure, island, ship
from games.vikings.figures import ROWS
from games.vikings.islands import Part
from games.vikings.play.buying import moves
from games.vikings.play.moves import Buy, Start
from games.vikings.play.offer import PLACES, Card, Offer, ShipCard, spread, with_figures
from games.vikings.play.state import ARRANGE, BUY, DEAL, State
from games.vikings.play.wheel import ShipData, WheelData
from games.vikings.ships import Ship
from games.vikings.words import word

_CARDS, _FIGURES, _PRICES = 230, 300, 142
_FOR_SALE = N_("For {price}: {card}, {figure}")
_UNKNOWN_CARD = N_("a card")
_LAY_HERE = N_("Lay it here: row of {figures}, place {column}")
_SHIP_HERE = N_("Lay it here: ships, place {column}")


def offer_shown(state: State, wheel: WheelData) -> Offer:
    """Return the present offer, including the cards drawn so far."""
    if state.phase != DEAL:
        return state.offer if state.offer.cards else Offer((None,) * PLACES)
    told: list[Card] = [
        ShipCard(card.sail, card.points, card.gold) if isinstance(card, ShipData) else card
        for card in wheel.cards
        if card is not None
    ]
    islands = [card for card in told if not isinstance(card, ShipCard)]
    ships = [card for card in told if isinstance(card, ShipCard)]
    offer = spread([*islands, *[None] * (PLACES - len(told)), *ships])
    return offer if state.setup.advanced else with_figures(offer, state.drawn)


def wheel_to_tap(state: State, wheel: WheelData, lang: str, chosen: int | None = None) -> str:
    """Return the wheel; combinations for sale are tap targets with their price and whether the player may buy them."""
    offer = offer_shown(state, wheel)
    first = offer.places[0] if offer.places and state.phase not in (DEAL, ARRANGE) else 0
    parts = [
        f'<circle class="rim" r="{_CARDS + 52}"/><circle class="disc" r="{_PRICES + 32}"/>',
        *(_price(place, (place - first) % PLACES) for place in range(PLACES)),
        *(_combination(state, offer, place, lang, place == chosen) for place in range(PLACES)),
    ]
    words = translator(lang)(N_("The wheel"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wheel" viewBox="-342 -342 684 684" role="group" '
        f'aria-label="{escape(words)}">{"".join(parts)}</svg>'
    )


def _at(place: int, radius: float) -> str:
    angle = 2 * pi * place / PLACES - pi / 2
    return f"translate({radius * cos(angle):.1f} {radius * sin(angle):.1f})"


def _price(place: int, price: int) -> str:
    mark = ' class="nought"' if not price else ""
    return f'<g transform="{_at(place, _PRICES)}"{mark}><circle r="26"/><text y="12">{price}</text></g>'


def _combination(state: State, offer: Offer, place: int, lang: str, chosen: bool) -> str:
    card, stands = offer.cards[place], offer.figures[place]
    body = f'<g transform="{_at(place, _CARDS)} scale(.74)">{card_drawing(card, stands is not None)}</g>'
    if stands is not None:
        body += f'<g transform="{_at(place, _FIGURES)} scale(1.3)">{figure(stands)}</g>'
    if state.phase != BUY or stands is None:
        return f"<g>{body}</g>"
    barred = offer.why_not(place, state.player.gold, state.player.points) is not None
    about = translator(lang)(_FOR_SALE).format(
        price=offer.price(place), card=card_name(card, lang), figure=word(stands, lang)
    )
    tap = escape(json.dumps({"do": "choose", "place": str(place)}))
    kind = f"spot{' barred' if barred else ''}{' chosen' if chosen else ''}"
    frame = f'<rect class="frame" x="-40" y="-40" width="80" height="80" rx="7" transform="{_at(place, _CARDS)}"/>'
    return (
        f'<g class="{kind}" id="spot-{place}" role="button" tabindex="0" aria-pressed="{str(chosen).lower()}" '
        f'aria-label="{escape(about)}" data-tap="{tap}">{body}{frame}</g>'
    )


def card_drawing(card: Card | None, is_there: bool = True) -> str:
    """Return the drawing of a card centred on the origin; an unknown card shows its back."""
    if isinstance(card, ShipCard):
        return ship(Ship(0, card.sail, card.points, card.gold), repelled=False)
    if card is not None:
        return island(card)
    kind = "back" if is_there else "gap"
    return f'<rect class="{kind}" x="-50" y="-50" width="100" height="100" rx="8"/>'


def card_name(card: Part | ShipCard | None, lang: str) -> str:
    """Return the name of a card."""
    if isinstance(card, ShipCard):
        return ship_name(Ship(0, card.sail, card.points, card.gold), lang)
    return translator(lang)(_UNKNOWN_CARD) if card is None else word(card, lang)


def fjord_to_lay(state: State, lang: str, chosen: int | None = None) -> str:
    """Return the fjord of the player at turn with every place where what was bought, or the start, may be laid."""
    player = state.player
    taps = dict(_places(state, chosen))
    across = max([columns(player), *(column + 1 for _, column in taps)])
    label = escape(word("fjord", lang, player=player.name))
    box = f"-3 -3 {HOME + SIDE * across + 6} {height() + 6}"
    places = "".join(_place(level, column, tap, lang) for (level, column), tap in taps.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="vikings-board to-lay" viewBox="{box}" role="group" '
        f'aria-label="{label}">{fjord_body(player, lang, across - columns(player))}{places}</svg>'
    )


def _places(state: State, chosen: int | None) -> Iterator[tuple[tuple[int, int], Mapping[str, str]]]:
    """Yield the places where something may be laid now, as level and column, each with its tap."""
    for move in moves(state):
        if isinstance(move, Start):
            yield (1 + ROWS.index(move.row), 0), {"do": "start", "row": move.row}
        elif isinstance(move, Buy) and move.place == chosen and move.at is not None:
            row, column = ("", move.at) if isinstance(move.at, int) else move.at
            at = f"{row}:{column}" if row else str(column)
            tap = {"do": "buy", "place": str(move.place), "at": at}
            yield (1 + ROWS.index(row) if row else 0, column), tap


def _place(level: int, column: int, tap: Mapping[str, str], lang: str) -> str:
    x, y = middle(level, column)
    say = translator(lang)
    if level:
        about = say(_LAY_HERE).format(figures=word(ROWS[level - 1], lang), column=column + 1)
    else:
        about = say(_SHIP_HERE).format(column=column + 1)
    inside = SIDE - 10
    return (
        f'<g class="here" id="here_{level}_{column}" role="button" tabindex="0" aria-label="{escape(about)}" '
        f'data-tap="{escape(json.dumps(tap))}"><rect x="{x - inside // 2}" y="{y - inside // 2}" width="{inside}" '
        f'height="{inside}" rx="10"/><path d="M{x - 16} {y}h32m-16-16v32" stroke="{INK}"/></g>'
    )
