"""Detects the city in a photo: its grid, the squares with cards, and the features of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import Cells, Place, cut_cells
from vision.hokkaido.features import describe_places
from vision.hokkaido.occupied import find_occupied
from vision.hokkaido.printings import PhotoSquares, log_likelihoods, printing_prior
from vision.hokkaido.table_comparison import BARE, CARD, table_distance_ratios
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.squares.grid import Grid
from vision.squares.novelty import Novelty, table_novelty
from vision.squares.search import search_grids

_GRID_MARGIN = 3
"""Squares analysed beyond the outermost edges."""
_MIN_SQUARES = 4
_TABLE_SECTORS = 3
"""Sectors of the border in which the table has to look alike."""
_MAX_RINGS = 4
"""Largest number of rings of squares by which a city grows where cards look like the table."""
_MIN_SQUARE_PX = 18.0
"""Smallest size of a square that can be read, pixels."""
_MAX_GRIDS = 4
"""Number of grids that are tried for each set of edges."""
_CERTAIN_MEDIAN, _CERTAIN_MEAN = -12.5, -17.0
"""Median and mean log likelihood of the squares from which a grid is certain. On twelve made cities nine of ten right
grids have a median of -12.2 or more; wrong ones reach both values only where squares are halved, with less support."""
_PER_OCTAVE = 8.0
"""Nats by which a grid of squares twice as wide is preferred: halved squares look like whole ones. Of 16 made cities
they had up to 2 nats more than whole squares; doubled ones have 20 nats less."""
_MIN_LOG_LIKELIHOOD = -45.0
"""Mean log likelihood of the squares from which there is a city. By hand."""
NO_BOARD = (
    "No city can be seen in the picture; take it from above, nearer, with all of its cards in it.",
    "На снимке не видно города; снимите его сверху, ближе, чтобы все карты попали в кадр.",
)
SMALL = (
    "The squares are too small in the picture; go nearer.",
    "Квадраты на снимке слишком малы; подойдите ближе.",
)


@dataclass(frozen=True, eq=False)
class CityReading:
    """A detected city.

    Attributes:
        cells: the rectified view of the table.
        places: the squares that hold cards, in order.
        unlike: table distance ratios of these squares and their neighbours; 1 is undecided.
        sheet: the features of the squares with cards, in the order of `places`.
        patterned: whether the table is.
    """

    cells: Cells
    unlike: dict[Place, float]
    places: tuple[Place, ...]
    sheet: PhotoSquares
    patterned: bool


def detect_city(photo: Photo, lens: Lens | None = None) -> CityReading:
    """Return the city in a photo.

    Raises:
        UnreadablePhoto: there is no city, or its squares are too small.
    """
    best: tuple[float, CityReading, np.ndarray] | None = None
    novelty = table_novelty(photo.gently_normalised, _TABLE_SECTORS)
    looks = (grids[:_MAX_GRIDS] for grids, _ in search_grids(photo.gently_normalised, lens, novelty, novel_first=True))
    for grid in chain.from_iterable(looks):
        seen = _seen(photo, grid, novelty)
        if seen is None:
            continue
        each = log_likelihoods(seen.sheet, printing_prior())
        score = float(each.mean()) + _PER_OCTAVE * np.log2(grid.plane.pitch_at(np.mean(seen.places, axis=0)))
        if best is None or score > best[0]:
            best = score, seen, each
        if score == best[0] and each.mean() > _CERTAIN_MEAN and np.median(each) > _CERTAIN_MEDIAN:
            break
    if best is None or best[2].mean() < _MIN_LOG_LIKELIHOOD:
        raise UnreadablePhoto("no-board", NO_BOARD)
    seen = best[1]
    if seen.cells.plane.pitch_at(np.mean(seen.places, axis=0)) < _MIN_SQUARE_PX:
        raise UnreadablePhoto("no-board", SMALL)
    for _ in range(_MAX_RINGS):
        before = seen.places
        refined = _refined(seen, photo.pixels.shape[:2])
        if refined is None:
            raise UnreadablePhoto("no-board", NO_BOARD)
        seen = refined
        if seen.places == before:
            break
    return seen


def _seen(photo: Photo, grid: Grid, novelty: Novelty) -> CityReading | None:
    cells = cut_cells(photo.gently_normalised, grid.plane, _box(grid))
    found = find_occupied(cells, novelty)
    if len(found.places) < _MIN_SQUARES:
        return None
    places, size = tuple(sorted(found.places)), photo.pixels.shape[:2]
    seen = CityReading(cells, {}, places, describe_squares(cells, places, size), found.patterned)
    # Squares of a patterned table would make a city unlikely.
    return _refined(seen, size) if found.patterned else seen


def _refined(seen: CityReading, size: tuple[int, ...]) -> CityReading | None:
    """Return the city without squares that look like table and with neighbours that do not, `None` if few are left."""
    unlike = table_distance_ratios(seen.cells, seen.places, printing_prior())
    laid = set(seen.places)
    for place, value in unlike.items():
        if value > CARD:
            laid.add(place)
        elif value < BARE:
            laid.discard(place)
    if len(laid) < _MIN_SQUARES:
        return None
    places = tuple(sorted(laid))
    return replace(seen, unlike=unlike, places=places, sheet=describe_squares(seen.cells, places, size))


def describe_squares(cells: Cells, places: tuple[Place, ...], size: tuple[int, ...]) -> PhotoSquares:
    """Return the features of squares in a photo of this height and width; every class is possible."""
    figures = describe_places(cells, places)
    spots = np.array([cells.px(place) for place in places]) / size[::-1] * 2 - 1
    return PhotoSquares(figures, spots, np.ones((len(places), len(APPEARANCES)), bool))


def _box(grid: Grid) -> tuple[int, int, int, int]:
    return grid.left - _GRID_MARGIN, grid.top - _GRID_MARGIN, grid.right + _GRID_MARGIN, grid.bottom + _GRID_MARGIN
