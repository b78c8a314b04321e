"""The offer around the wheel: combinations of a card and a figure, what they cost, and the rule of 0.

Twelve places lie around the wheel, which shows the prices 0 to 11. Whenever nothing is left beside the 0, it turns on
to the next combination, so that everything that is left becomes cheaper by as much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.vikings.figures import BOATSWAIN, FISHERMAN, GOLDSMITH, JARL, SCOUT, WARRIOR, Figure, Sail
from games.vikings.islands import Part

PLACES = 12
ROUND_THE_WHEEL: tuple[Figure, ...] = (FISHERMAN, GOLDSMITH, SCOUT, JARL, WARRIOR, BOATSWAIN)
"""The order in which figures are laid out by colour, from the 0 on."""


@dataclass(frozen=True)
class ShipCard:
    """A ship that is for sale: the colour of its sail and what it pays once it is repelled."""

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
        """Return what the combination in a place costs now; raises `ValueError` where nothing is for sale."""
        if place not in self.places:
            raise ValueError(f"nothing is for sale in place {place}")
        return place - self.places[0]

    def why_not(self, place: int, gold: int, points: int) -> str | None:
        """Return what forbids to buy there with so much gold and so many points; None if nothing does.

        Points turn into gold, one for one. The combination at 0 is for sale only if its figure is the last of its
        colour at the wheel, or to who has not the gold for the cheapest other one; nobody has to turn points to gold.
        The codes: sold, price, zero.
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
        """Return the offer with all figures of a colour laid beside the dearest places that are free."""
        free = [place for place in reversed(range(PLACES)) if self.figures[place] is None][:count]
        return replace(self, figures=tuple(figure if p in free else f for p, f in enumerate(self.figures)))


def spread(cards: Sequence[Card | None]) -> Offer:
    """Return the offer of twelve cards as they come: islands from the 0 up, ships from the 11 down.

    Raises `ValueError` where there are not twelve.
    """
    if len(cards) != PLACES:
        raise ValueError(f"a round has {PLACES} cards")
    ships = [card for card in cards if isinstance(card, ShipCard)]
    islands = [card for card in cards if not isinstance(card, ShipCard)]
    return Offer((*islands, *reversed(ships)))


def with_figures(offer: Offer, figures: Iterable[Figure]) -> Offer:
    """Return the offer with twelve figures laid out by colour from the 0 on, as in the basic game.

    Raises `ValueError` where there are not twelve.
    """
    counts = Counter(figures)
    laid = tuple(figure for figure in ROUND_THE_WHEEL for _ in range(counts[figure]))
    if len(laid) != PLACES or counts.total() != PLACES:
        raise ValueError(f"a round has {PLACES} figures")
    return replace(offer, figures=laid)
