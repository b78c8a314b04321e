"""Detects the city in a photo: its grid, the squares with cards, and what each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.cells import Place
from vision.hokkaido.city.city_in_grid import MIN_SQUARES, CityReading, describe_squares, with_room
from vision.hokkaido.city.membership import card_probabilities
from vision.hokkaido.city.table_comparison import shown_around
from vision.hokkaido.city.whole_cards import on_no_whole_card, on_whole_cards
from vision.hokkaido.grid_choice import likeliest_city
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import styled_prior
from vision.hokkaido.printings.recognise import Recognition, recognise
from vision.hokkaido.square_network import weighed_with_network
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.squares.novelty import Novelty, table_novelty

_TABLE_SECTORS = 3
"""Sectors of the border in which the table has to look alike; chosen by hand."""
_MAX_ROUNDS = 7
"""Largest number of rounds in which squares join or leave a city; chosen by hand."""
_MIN_SQUARE_PX = 18.0
"""Smallest size of a square that can be read, pixels; chosen by hand."""
_MIN_GRID_PROBABILITY, _DOUBTED_GRID_PROBABILITIES = 0.3, (0.3, 0.7)
"""Probability of a grid from which there is a city, and those between which all of it is doubted: of 120 synthetic
cities (49000-49059, 50000-50059) no grid of other squares has more than 0.24, and one right grid less than 0.45. Of 19
photos without a city the likeliest one has 0.13."""
_CONFIDENCE_FACTORS = (0.5, 1.0)
"""Factors of the confidence of a city that is fully doubted, and of one that is not. By hand."""
NO_BOARD = (
    "No city of Hokkaido can be seen in the picture; take it from above, nearer, with all of its cards in it.",
    "На снимке не видно города «Хоккайдо»; снимите его сверху, ближе, чтобы все карты попали в кадр.",
)
SMALL = (
    "The squares are too small in the picture; go nearer.",
    "Квадраты на снимке слишком малы; подойдите ближе.",
)


@dataclass(frozen=True, eq=False)
class City(CityReading):
    """A city whose squares were recognised.

    Attributes:
        shown: what its squares were recognised as, together with those of other photos of the same copy.
        cards: how likely these squares and their neighbours are cards, 0..1.
        trust: factor of the confidence of all of its squares, 0..1: its grid may be a wrong one.
    """

    shown: Recognition
    cards: dict[Place, float]
    trust: float = 1.0


def detect_city(photo: Photo, lens: Lens | None = None, taught: Sequence[PhotoSquares] = ()) -> City:
    """Return the city in a photo; ``taught`` are the squares of other photos of the same copy.

    Raises:
        UnreadablePhoto: there is no city, or its squares are too small.
    """
    novelty = table_novelty(photo.gently_normalised, _TABLE_SECTORS)
    best = likeliest_city(photo, lens, novelty)
    if best is None or best.right < _MIN_GRID_PROBABILITY:
        raise UnreadablePhoto("no-board", NO_BOARD)
    if best.seen.cells.plane.pitch_at(np.mean(best.seen.places, axis=0)) < _MIN_SQUARE_PX:
        raise UnreadablePhoto("no-board", SMALL)
    trust = np.interp(best.right, _DOUBTED_GRID_PROBABILITIES, _CONFIDENCE_FACTORS)
    return replace(_settled(best.seen, photo, novelty, taught), trust=float(trust))


def _settled(seen: CityReading, photo: Photo, novelty: Novelty, taught: Sequence[PhotoSquares]) -> City:
    """Return the city with the squares that are likely to be cards, recognised.

    Which squares are cards depends on what this printing looks like, and on which of their neighbours are.
    """
    size = photo.pixels.shape[:2]
    for number in range(_MAX_ROUNDS):
        seen = with_room(seen, photo)
        cells, laid = seen.cells, set(seen.places)
        inside = {place for place, at in cells.places() if cells.inside[at]}
        asked = shown_around(cells, laid)
        shown = recognise([seen.squares, *taught], styled_prior())
        own = shown.distances(describe_squares(cells, asked, size))
        chances = card_probabilities(cells, laid, asked, novelty, own)
        cards = dict(zip(asked, chances.tolist(), strict=True))
        likely = on_whole_cards([place for place, chance in cards.items() if chance > 0.5], cards)
        places = tuple(sorted(likely & inside))
        if places == seen.places or len(places) < MIN_SQUARES or number == _MAX_ROUNDS - 1:
            break
        seen = replace(seen, places=places, squares=describe_squares(cells, places, size))
    either = dict.fromkeys(on_no_whole_card(seen.places) & set(cards), 0.5)
    shown = weighed_with_network(shown, seen)
    return City(seen.cells, seen.places, seen.squares, shown, {**cards, **either})
