"""The offer around the wheel: combinations of a card and a figure, what they cost, and the rule of 0.

Twelve places lie around the wheel, which shows the prices 0 to 11. When the place at 0 is sold, the wheel turns to the
next combination, so that all remaining ones become cheaper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.vikings.figures import BOATSWAIN, FISHERMAN, GOLDSMITH, JARL, SCOUT, WARRIOR, Figure, Sail
from games.vikings.islands import Part

PLACES = 12
ROUND_THE_WHEEL: tuple[Figure, ...] = (FISHERMAN, GOLDSMITH, SCOUT, JARL, WARRIOR, BOATSWAIN)
"""The order of colours in which figures are laid out, from 0 on (rule book)."""


@dataclass(frozen=True)
class ShipCard:
    """A ship for sale: the colour of its sail and the points or gold that it pays when repelled."""

    sail: Sail
    points: int = 0
    gold: int = 0


Card = Part | ShipCard


@dataclass(frozen=True)
class Offer:
    """The cards and figures beside the twelve places of the wheel, in the order of the prices at the beginning.

    A card without a figure is not for sale yet: in the advanced version colours are laid out one by one.
    """

    cards: tuple[Card | None, ...]
    figures: tuple[Figure | None, ...] = (None,) * PLACES

    @property
    def places(self) -> tuple[int, ...]:
        """The places where something is for sale, the cheapest first."""
        return tuple(place for place, figure in enumerate(self.figures) if figure is not None)

    @property
    def dearest(self) -> int | None:
        """The place of the dearest combination; None when all are sold."""
        return self.places[-1] if self.places else None

    def price(self, place: int) -> int:
        """Return the price of the combination in a place, 0 to 11 gold; raises `ValueError` if nothing is for sale."""
        if place not in self.places:
            raise ValueError(f"nothing is for sale in place {place}")
        return place - self.places[0]

    def why_not(self, place: int, gold: int, points: int) -> str | None:
        """Return the code of the rule that forbids a player with this gold and these points to buy; None if legal.

        Points can be paid as gold, one for one. The combination at 0 is for sale only if its figure is the last of its
        colour at the wheel, or to a player whose gold, without points, is too little for the cheapest other one. The
        codes: sold, price, zero.
        """
        if place not in self.places:
            return "sold"
        price = self.price(place)
        if price > gold + points:
            return "price"
        if price or self.figures.count(self.figures[place]) == 1 or gold < self.price(self.places[1]):
            return None
        return "zero"

    def without(self, place: int) -> Offer:
        """Return the offer after the combination in a place was sold."""
        cards, figures = list(self.cards), list(self.figures)
        cards[place] = figures[place] = None
        return Offer(tuple(cards), tuple(figures))

    def with_colour(self, figure: Figure, count: int) -> Offer:
        """Return the offer with `count` figures of a colour at the free places of the highest prices."""
        free = [place for place in reversed(range(PLACES)) if self.figures[place] is None][:count]
        return replace(self, figures=tuple(figure if p in free else f for p, f in enumerate(self.figures)))


def spread(cards: Sequence[Card | None]) -> Offer:
    """Return the offer of twelve cards in the order dealt: islands from 0 upwards, ships from 11 downwards.

    Raises `ValueError` where there are not twelve.
    """
    if len(cards) != PLACES:
        raise ValueError(f"a round has {PLACES} cards")
    ships = [card for card in cards if isinstance(card, ShipCard)]
    islands = [card for card in cards if not isinstance(card, ShipCard)]
    return Offer((*islands, *reversed(ships)))


def with_figures(offer: Offer, figures: Iterable[Figure]) -> Offer:
    """Return the offer with twelve figures laid out by colour from 0 on, as in the basic game.

    Raises `ValueError` where there are not twelve.
    """
    counts = Counter(figures)
    laid = tuple(figure for figure in ROUND_THE_WHEEL for _ in range(counts[figure]))
    if len(laid) != PLACES or counts.total() != PLACES:
        raise ValueError(f"a round has {PLACES} figures")
    return replace(offer, figures=laid)
