"""Completes a city to whole cards: every square of it lies on a card, all of whose squares are squares of the city.

Cards are laid over each other, so that parts of them are hidden; but what hides them is another card's square.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np

from vision.hokkaido.cards import COLUMNS, ROWS
from vision.hokkaido.cells import Place
from vision.networks.activations import log_odds

_MIN_PROBABILITY = 1e-4
"""Least probability of a card, and of table, that is weighed."""
_CERTAIN_CARD = 0.7
"""Probability of a card from which a square stays although it lies on no whole card: more of it may be overlooked. With
0.9 a city (17529) loses five of 37 squares."""
_UNSEEN_CARD = 0.02
"""Probability of a card where no card lies beside it. By hand."""


def on_whole_cards(laid: Collection[Place], chances: Mapping[Place, float]) -> set[Place]:
    """Return the squares of a city so that each lies on a whole card, changed where that is the least unlikely.

    Of 40 synthetic cities (16500-16539) each that was read rightly keeps its squares, and six have squares on no whole
    card: in each of them a square was overlooked or invented.

    Args:
        laid: the squares that are taken for cards.
        chances: how likely squares are cards, 0..1; those that are not given lie beside none.
    """
    squares = set(laid)
    for place in sorted(laid, key=lambda place: chances.get(place, _UNSEEN_CARD)):
        if place not in squares:
            continue
        missing = min((card - squares for card in cards_on(place)), key=lambda squares: _cost(squares, chances))
        if missing and _cost(missing, chances) <= float(log_odds(chances.get(place, _UNSEEN_CARD), _MIN_PROBABILITY)):
            squares |= missing
        elif missing and chances.get(place, _UNSEEN_CARD) < _CERTAIN_CARD:
            squares.discard(place)
    return squares


def on_no_whole_card(laid: Collection[Place]) -> set[Place]:
    """Return the squares of a city that lie on no whole card: invented, or beside one that was overlooked."""
    squares = set(laid)
    return {place for place in squares if not any(card <= squares for card in cards_on(place))}


def cards_on(place: Place) -> Iterator[frozenset[Place]]:
    """Yield the squares of each card that may lie over a square."""
    for wide, high in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        for left, top in np.ndindex(wide, high):
            x, y = place[0] - left, place[1] - top
            yield frozenset((x + dx, y + dy) for dx in range(wide) for dy in range(high))


def _cost(missing: Collection[Place], chances: Mapping[Place, float]) -> float:
    """Return the log odds against all of these squares being cards."""
    return float(
        sum(max(0.0, -float(log_odds(chances.get(place, _UNSEEN_CARD), _MIN_PROBABILITY))) for place in missing)
    )
