"""Finds the squares of a grid that hold cards, and describes them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import Box, Cells, Place, cut_cells, middle_part
from vision.hokkaido.city.membership import card_probabilities
from vision.hokkaido.city.occupied import find_occupied
from vision.hokkaido.city.table_comparison import shown_around
from vision.hokkaido.city.whole_cards import on_whole_cards
from vision.hokkaido.features import describe_places
from vision.hokkaido.printings.likelihood import log_likelihoods
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import styled_prior
from vision.imaging.photo import Photo
from vision.squares.grid import Grid
from vision.squares.novelty import Novelty

MIN_SQUARES = 4
_MAX_SQUARES, _MAX_OCCUPIED = 90, 150
"""Most squares of a city, and most that may seem to hold cards at first. By the rules there are 66 at most, a start
province and twelve cards of six squares of which each covers a square or has one covered; the right grids on 340
synthetic cities have up to 71, and 83 at first, with some of a patterned table, those of halved squares mostly more
than 100."""
_MIN_NOVELTY, _MAX_NOVEL_SQUARES = 3.0, 110
"""Novelty from which a square is unlike the table, and the largest number of such squares in a grid: in 358 right grids
of 200 synthetic cities (46000-46199) at most 96 are. Most wrong grids with more than 150 squares are left out by
this."""
_GRID_MARGIN = 3
"""Squares analysed beyond the outermost edges; chosen by hand."""
_MIN_ROOM = 2
"""Squares of table around a city that have to be in the view; chosen by hand."""
_ROUNDS = 2
"""Rounds in which squares join or leave a city, each told by those of the round before: of the squares in the right
grids of 39 synthetic cities (49000-49039) and four that were refused or wrong, 190 are wrong at first, 59 after one
round, 48 after two, and 119 when squares are told by the ratio of their distances from the table and from known
squares."""


@dataclass(frozen=True, eq=False)
class CityReading:
    """A detected city.

    Attributes:
        cells: the rectified view of the table.
        places: the squares that hold cards, in order.
        squares: the features of the squares with cards, in the order of `places`.
    """

    cells: Cells
    places: tuple[Place, ...]
    squares: PhotoSquares


def may_hold_city(grid: Grid, novelty: Novelty, size: tuple[int, int]) -> bool:
    """Return whether the photo shows enough squares of a grid for a city, and not too many that are unlike the table.

    Args:
        grid: the grid.
        novelty: how unlike the table the parts of the photo are.
        size: width and height of the photo, pixels.
    """
    left, top, right, bottom = middle_part(_box(grid))
    unlike = novelty.of_squares(grid.plane, (left, top), (bottom - top, right - left))
    y, x = np.mgrid[top:bottom, left:right] + 0.5
    at = grid.plane.to_photo(np.stack([x, y], axis=-1))
    shown = unlike[((at >= 0) & (at <= np.array(size) - 1)).all(axis=-1)]
    return len(shown) >= MIN_SQUARES and int((shown > _MIN_NOVELTY).sum()) <= _MAX_NOVEL_SQUARES


def _box(grid: Grid) -> Box:
    """Return the lines between which a city is looked for."""
    margin = _GRID_MARGIN
    return Box(grid.left - margin, grid.top - margin, grid.right + margin, grid.bottom + margin)


def city_in_grid(photo: Photo, grid: Grid, novelty: Novelty) -> CityReading | None:
    """Return the city whose squares are those of a grid; None if too few or too many of them look like cards.

    Args:
        photo: the photo.
        grid: the grid, in its pixels.
        novelty: how unlike the table the parts of the photo are.
    """
    cells, size = cut_cells(photo.gently_normalised, grid.plane, _box(grid)), photo.pixels.shape[:2]
    laid = find_occupied(cells, novelty)
    if len(laid) > _MAX_OCCUPIED:
        return None
    for _ in range(_ROUNDS):
        before, laid = laid, _likely_cards(cells, laid, novelty, size)
        if laid == before:
            break
    places = tuple(sorted(laid))
    if not MIN_SQUARES <= len(places) <= _MAX_SQUARES:
        return None
    return CityReading(cells, places, describe_squares(cells, places, size))


def _likely_cards(cells: Cells, laid: frozenset[Place], novelty: Novelty, size: tuple[int, ...]) -> frozenset[Place]:
    """Return which of the squares with cards and of their neighbours are likely to have cards."""
    if not laid:
        return laid
    asked = shown_around(cells, laid)
    away = -2 * log_likelihoods(describe_squares(cells, asked, size), styled_prior())
    chances = card_probabilities(cells, laid, asked, novelty, away)
    cards = dict(zip(asked, chances.tolist(), strict=True))
    return frozenset(on_whole_cards([place for place, chance in cards.items() if chance > 0.5], cards) & set(asked))


def describe_squares(cells: Cells, places: tuple[Place, ...], size: tuple[int, ...]) -> PhotoSquares:
    """Return the features of squares in a photo of this height and width; every class is possible."""
    features = describe_places(cells, places)
    spots = np.array([cells.px(place) for place in places]) / size[::-1] * 2 - 1
    return PhotoSquares(features, spots, np.ones((len(places), len(APPEARANCES)), bool))


def with_room(seen: CityReading, photo: Photo) -> CityReading:
    """Return the city in a view with enough table around it."""
    cells, (rows, columns) = seen.cells, seen.cells.inside.shape
    (left, top), (right, bottom) = np.min(seen.places, axis=0).tolist(), (np.max(seen.places, axis=0) + 1).tolist()
    room = min(left - cells.left, top - cells.top, cells.left + columns - right, cells.top + rows - bottom)
    if room >= _MIN_ROOM:
        return seen
    box = Box(left - _GRID_MARGIN, top - _GRID_MARGIN, right + _GRID_MARGIN, bottom + _GRID_MARGIN)
    return replace(seen, cells=cut_cells(photo.gently_normalised, cells.plane, box))
