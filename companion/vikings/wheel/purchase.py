"""A combination of the wheel that was chosen, as the page describes it before it is bought."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vikings.wheel.drawing import card_name, places_to_lay
from games.vikings.play.buying import moves
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.moves import Buy
from games.vikings.play.state import State
from games.vikings.words import word


@dataclass(frozen=True)
class Purchase:
    """What the player at turn would buy.

    Attributes:
        place: of the combination at the wheel.
        card, figure: words for what it consists of.
        price: in gold.
        in_points: how much of the price is paid in points.
        why_not: the rule that forbids it, in words; empty where none does.
        has_room: whether the card can be laid somewhere.
        may_stay: whether the figure may stay on the card.
        is_card_known: whether it was told what the card shows; otherwise it is laid by hand.
        takes_special: whether the player also takes a special card.
        ends_specials: whether the player takes no more special cards after it.
    """

    place: int
    card: str
    figure: str
    price: int
    in_points: int
    why_not: str
    has_room: bool
    may_stay: bool
    is_card_known: bool
    takes_special: bool
    ends_specials: bool


def purchase_of(state: State, place: int, lang: str) -> Purchase:
    """Return the purchase of the combination in a place, which has a figure."""
    player, offer = state.player, state.offer
    card, figure, price = offer.cards[place], offer.figures[place], offer.price(place)
    assert figure is not None
    code = offer.why_not(place, player.gold, player.points)
    may_take = state.setup.advanced and player.name not in state.barred
    return Purchase(
        place=place,
        card=card_name(card, lang),
        figure=word(figure, lang),
        price=price,
        in_points=max(0, price - player.gold),
        why_not="" if code is None else IllegalMove.rule(code, lang),
        has_room=code is None and any(places_to_lay(state, place)),
        may_stay=any(isinstance(move, Buy) and move.place == place and move.settle for move in moves(state)),
        is_card_known=card is not None,
        takes_special=may_take and bool(price) and place == offer.dearest and bool(state.open_specials),
        ends_specials=may_take and not price,
    )
