"""Draws the wheel for tapping: twelve combinations around it, and the prices in their present rotation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from markupsafe import Markup

from companion.language import N_, translator
from games.hexgrid import Point
from games.svg_templates import SvgTemplates
from games.vikings.drawing.fjord import HOME, columns, fjord_body, height, middle, ship_name
from games.vikings.drawing.parts import INK, SIDE, figure, island, ship
from games.vikings.figures import ROWS
from games.vikings.islands import Part
from games.vikings.play.buying import moves
from games.vikings.play.moves import Buy, Start
from games.vikings.play.offer import PLACES, Card, Offer, ShipCard, spread, with_figures
from games.vikings.play.state import ARRANGE, BUY, DEAL, State
from games.vikings.play.wheel_data import ShipData, WheelData
from games.vikings.ships import Ship
from games.vikings.words import word

_CARDS, _FIGURES, _PRICES = 230, 300, 142
"""Radii of the circles on which cards, figures and prices lie."""
_COVER = Markup('<rect class="{}" x="-50" y="-50" width="100" height="100" rx="8"/>')
_TEMPLATES = SvgTemplates(__package__)
_FOR_SALE = N_("For {price}: {card}, {figure}")
_UNKNOWN_CARD = N_("a card")
_LAY_HERE = N_("Place it here: row of {figures}, position {column}")
_SHIP_HERE = N_("Place it here: ships, position {column}")


def offer_shown(state: State, wheel: WheelData) -> Offer:
    """Return the present offer, including the cards drawn so far."""
    if state.phase != DEAL:
        return state.offer if state.offer.cards else Offer((None,) * PLACES)
    known: list[Card] = [
        ShipCard(card.sail, card.points, card.gold) if isinstance(card, ShipData) else card
        for card in wheel.cards
        if card is not None
    ]
    islands = [card for card in known if not isinstance(card, ShipCard)]
    ships = [card for card in known if isinstance(card, ShipCard)]
    offer = spread([*islands, *[None] * (PLACES - len(known)), *ships])
    return offer if state.setup.advanced else with_figures(offer, state.drawn)


@dataclass(frozen=True)
class _Spot:
    """A place of the wheel: its price, card and figure, and the description of the offer where it is for sale."""

    place: int
    price: int
    card: Markup
    figure: Markup | None
    price_at: Point
    card_at: Point
    figure_at: Point
    for_sale: bool
    about: str
    tap: str
    barred: bool
    chosen: bool


def wheel_to_tap(state: State, wheel: WheelData, lang: str, chosen: int | None = None) -> Markup:
    """Return the wheel; combinations for sale are tap targets with their price and whether the player may buy them."""
    offer = offer_shown(state, wheel)
    first = offer.places[0] if offer.places and state.phase not in (DEAL, ARRANGE) else 0
    return _TEMPLATES.draw(
        "wheel.svg",
        label=translator(lang)(N_("The wheel")),
        rim=_CARDS + 52,
        disc=_PRICES + 32,
        spots=[_spot(state, offer, place, (place - first) % PLACES, lang, place == chosen) for place in range(PLACES)],
    )


def _at(place: int, radius: float) -> Point:
    angle = 2 * pi * place / PLACES - pi / 2
    return radius * cos(angle), radius * sin(angle)


def _spot(state: State, offer: Offer, place: int, price: int, lang: str, chosen: bool) -> _Spot:
    card, stands = offer.cards[place], offer.figures[place]
    for_sale = state.phase == BUY and stands is not None
    return _Spot(
        place,
        price,
        card_drawing(card, stands is not None),
        None if stands is None else figure(stands),
        price_at=_at(place, _PRICES),
        card_at=_at(place, _CARDS),
        figure_at=_at(place, _FIGURES),
        for_sale=for_sale,
        about=_said(offer, place, lang) if for_sale else "",
        tap=json.dumps({"do": "choose", "place": str(place)}),
        barred=for_sale and offer.why_not(place, state.player.gold, state.player.points) is not None,
        chosen=chosen,
    )


def _said(offer: Offer, place: int, lang: str) -> str:
    stands = word(offer.figures[place] or "", lang)
    card = card_name(offer.cards[place], lang)
    return translator(lang)(_FOR_SALE).format(price=offer.price(place), card=card, figure=stands)


def card_drawing(card: Card | None, is_there: bool = True) -> Markup:
    """Return the drawing of a card centred on the origin; an unknown card shows its back."""
    if isinstance(card, ShipCard):
        return ship(Ship(0, card.sail, card.points, card.gold), repelled=False)
    if card is not None:
        return island(card)
    return _COVER.format("back" if is_there else "gap")


def card_name(card: Part | ShipCard | None, lang: str) -> str:
    """Return the name of a card."""
    if isinstance(card, ShipCard):
        return ship_name(Ship(0, card.sail, card.points, card.gold), lang)
    return translator(lang)(_UNKNOWN_CARD) if card is None else word(card, lang)


@dataclass(frozen=True)
class _Here:
    """A place where something may be laid, with its middle, its tap and the words for it."""

    level: int
    column: int
    x: int
    y: int
    tap: str
    about: str


def fjord_to_lay(state: State, lang: str, chosen: int | None = None) -> Markup:
    """Return the fjord of the player at turn with every place where what was bought, or the start, may be laid."""
    player = state.player
    taps = dict(places_to_lay(state, chosen))
    across = max([columns(player), *(column + 1 for _, column in taps)])
    return _TEMPLATES.draw(
        "laying.svg",
        view_box=f"-3 -3 {HOME + SIDE * across + 6} {height() + 6}",
        label=word("fjord", lang, player=player.name),
        body=fjord_body(player, lang, across - columns(player)),
        side=SIDE - 10,
        ink=INK,
        places=[_here(level, column, tap, lang) for (level, column), tap in taps.items()],
    )


def places_to_lay(state: State, chosen: int | None) -> Iterator[tuple[tuple[int, int], Mapping[str, str]]]:
    """Yield the places where something may be laid now, as level and column, each with its tap."""
    for move in moves(state):
        if isinstance(move, Start):
            yield (1 + ROWS.index(move.row), 0), {"do": "start", "row": move.row}
        elif isinstance(move, Buy) and move.place == chosen and move.at is not None:
            row, column = ("", move.at) if isinstance(move.at, int) else move.at
            at = f"{row}:{column}" if row else str(column)
            tap = {"do": "buy", "place": str(move.place), "at": at}
            yield (1 + ROWS.index(row) if row else 0, column), tap


def _here(level: int, column: int, tap: Mapping[str, str], lang: str) -> _Here:
    say = translator(lang)
    if level:
        about = say(_LAY_HERE).format(figures=word(ROWS[level - 1], lang), column=column + 1)
    else:
        about = say(_SHIP_HERE).format(column=column + 1)
    return _Here(level, column, *middle(level, column), json.dumps(tap), about)
