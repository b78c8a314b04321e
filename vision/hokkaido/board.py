"""A city in a photo: its grid, which squares of it hold cards, and how each of those looks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.bare import BARE, CARD, unlike_table
from vision.hokkaido.cells import Cells, Place, cut_cells
from vision.hokkaido.features import describe
from vision.hokkaido.looks import LOOKS
from vision.hokkaido.occupied import find_laid
from vision.hokkaido.printings import Sheet, general, likeliness
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.squares.grid import Grid
from vision.squares.search import search_grids

_AROUND = 3
"""Squares that are looked at beyond the outermost edges."""
_FEWEST = 4
_SMALLEST = 18.0
"""Pixels of a square under which nothing is to be seen in it."""
_TRIED = 4
_PLAIN, _STRANGE = -14.0, -45.0
"""How likely squares are, at least, where the grid is right for sure, and where there is a city at all."""
NO_BOARD = (
    "No city can be seen in the picture; take it from above, nearer, with all of its cards in it.",
    "На снимке не видно города; снимите его сверху, ближе, чтобы все карты попали в кадр.",
)
SMALL = (
    "The squares are too small in the picture; go nearer.",
    "Квадраты на снимке слишком малы; подойдите ближе.",
)


@dataclass(frozen=True, eq=False)
class Seen:
    """A city as it was seen.

    Attributes:
        cells: the table from straight above.
        places: the squares that hold cards, in order.
        unlike: for these and those beside them, how much rather they are cards than bare table; 1 is undecided.
        sheet: how the squares with cards look, in the order of `places`.
    """

    cells: Cells
    unlike: dict[Place, float]
    places: tuple[Place, ...]
    sheet: Sheet


def see_board(photo: Photo, lens: Lens | None = None) -> Seen:
    """Find the city in a photo.

    Raises:
        UnreadablePhoto: there is none, or its squares are too small.
    """
    best: tuple[float, Seen] | None = None
    looks = (grids[:_TRIED] for grids, _ in search_grids(photo.gently_normalised, lens))
    for grid in chain.from_iterable(looks):
        seen = _seen(photo, grid)
        if seen is None:
            continue
        likely = float(np.mean(likeliness(seen.sheet, general())))
        if best is None or likely > best[0]:
            best = likely, seen
        if likely > _PLAIN:
            break
    if best is None or best[0] < _STRANGE:
        raise UnreadablePhoto("no-board", NO_BOARD)
    seen = best[1]
    if seen.cells.plane.pitch_at(np.mean(seen.places, axis=0)) < _SMALLEST:
        raise UnreadablePhoto("no-board", SMALL)
    return _looked_over(seen, photo.pixels.shape[:2])


def _seen(photo: Photo, grid: Grid) -> Seen | None:
    cells = cut_cells(photo.gently_normalised, grid.plane, _box(grid))
    places = find_laid(cells)
    if len(places) < _FEWEST:
        return None
    return Seen(cells, {}, tuple(sorted(places)), sheet_of(cells, tuple(sorted(places)), photo.pixels.shape[:2]))


def _looked_over(seen: Seen, size: tuple[int, ...]) -> Seen:
    """Leave out squares that look like the table, and add those beside the city that do not."""
    unlike = unlike_table(seen.cells, seen.places, general())
    laid = set(seen.places)
    for place, value in unlike.items():
        if value > CARD:
            laid.add(place)
        elif value < BARE:
            laid.discard(place)
    places = tuple(sorted(laid))
    return Seen(seen.cells, unlike, places, sheet_of(seen.cells, places, size))


def sheet_of(cells: Cells, places: tuple[Place, ...], size: tuple[int, ...]) -> Sheet:
    """Return how squares look, in a photo of this height and width; they may have any look."""
    figures = np.array([describe(cells.square(place)) for place in places])
    spots = np.array([cells.px(place) for place in places]) / size[::-1] * 2 - 1
    return Sheet(figures, spots, np.ones((len(places), len(LOOKS)), bool))


def _box(grid: Grid) -> tuple[int, int, int, int]:
    return grid.left - _AROUND, grid.top - _AROUND, grid.right + _AROUND, grid.bottom + _AROUND
