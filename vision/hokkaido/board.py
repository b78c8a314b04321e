"""Detects the city in a photo: its grid, the squares with cards, and the features of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import Cells, Place, cut_cells
from vision.hokkaido.features import describe_places
from vision.hokkaido.membership import card_probabilities
from vision.hokkaido.occupied import find_occupied
from vision.hokkaido.printings.likelihood import log_likelihoods
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import printing_prior, styled_prior
from vision.hokkaido.printings.recognise import Recognised, averaged_over_priors, recognise
from vision.hokkaido.table_comparison import BARE, CARD, neighbours, table_distance_ratios
from vision.hokkaido.whole_cards import on_no_whole_card, on_whole_cards
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.squares.grid import Grid, distinct, with_noticeable_distortion
from vision.squares.novelty import Novelty, table_novelty
from vision.squares.search import search_grids

_GRID_MARGIN = 3
"""Squares analysed beyond the outermost edges."""
_MIN_SQUARES = 4
_TABLE_SECTORS = 3
"""Sectors of the border in which the table has to look alike."""
_MAX_ROUNDS = 7
"""Largest number of rounds in which squares join or leave a city."""
_MIN_ROOM = 2
"""Squares of table around a city that have to be in the view."""
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
_PER_COVERED_NOVELTY = 10.0
"""Nats by which a grid is preferred whose city covers all that is unlike the table. With 5 to 20 the best of the grids
is chosen on every one of 40 made cities; without it, on 38."""
_CERTAIN_COVER = 0.65
"""Share of what is unlike the table that the city of a certain grid covers: on those cities right ones cover 0.72 or
more."""
_MIN_LEAD, _SURE_LEAD, _SAME_SQUARE, _SAME_SHARE = 1.5, 3.0, 0.35, 0.5
"""Nats by which a city has to be likelier than one with other squares, those from which it is not doubted, how near
squares are the same, in squares, and the share of them from which cities are. Of 80 made cities (12000-12039,
16500-16539) it says that there is none in one, where every grid was wrong. The others chosen by hand."""
_LIKELY_MEAN, _LIKELY_COVER = -20.0, 0.8
"""The same of the best grid of one set of edges, from which no other edges are searched: of 20 made cities with no
certain grid the best had these values in 9, and was right in each."""
_FIT = (1.0, 0.5)
"""Weights of the mean and the median log likelihood of the squares in how well a city fits."""
_MIN_FIT, _DOUBTED_FIT = -45.0, (-36.0, -31.0)
"""Fit from which there is a city, and between which all of it is doubted: of 80 made cities (18500-18579) those on
right grids have -31 or more but for one with -41, and the three on wrong ones -34, -34 and -50."""
_STRANGE = -100.0
"""Log likelihood up to which a square is no card of any printing, but a rug's blossom, say: true ones lie at -85 and
above. With a rug's blossoms a city (20037) has a fit of -50, without them of -29."""
_TRUSTS = (0.5, 1.0)
"""Factors of the confidence of a city that is fully doubted, and of one that is not. By hand."""
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
        sheet: the features of the squares with cards, in the order of `places`.
    """

    cells: Cells
    places: tuple[Place, ...]
    sheet: PhotoSquares


@dataclass(frozen=True, eq=False)
class City(CityReading):
    """A city whose squares were recognised.

    Attributes:
        shown: what its squares were recognised as, together with those of other photos of the same copy.
        cards: how likely these squares and their neighbours are cards, 0..1.
        trust: factor of the confidence of all of its squares, 0..1: its grid may be a wrong one.
    """

    shown: Recognised
    cards: dict[Place, float]
    trust: float = 1.0


def detect_city(photo: Photo, lens: Lens | None = None, taught: Sequence[PhotoSquares] = ()) -> City:
    """Return the city in a photo; ``taught`` are the squares of other photos of the same copy.

    Raises:
        UnreadablePhoto: there is no city, or its squares are too small.
    """
    novelty = table_novelty(photo.gently_normalised, _TABLE_SECTORS)
    best, lead = _likeliest(photo, lens, novelty)
    if best is None or best.fit < _MIN_FIT:
        raise UnreadablePhoto("no-board", NO_BOARD)
    if best.seen.cells.plane.pitch_at(np.mean(best.seen.places, axis=0)) < _MIN_SQUARE_PX:
        raise UnreadablePhoto("no-board", SMALL)
    trust = min(np.interp(best.fit, _DOUBTED_FIT, _TRUSTS), np.interp(lead, (_MIN_LEAD, _SURE_LEAD), _TRUSTS))
    return replace(_settled(best.seen, photo, novelty, taught), trust=float(trust))


@dataclass(frozen=True, eq=False)
class _Scored:
    """A city in a grid: its score, nats, the log likelihoods of its squares, and its share of all that is novel."""

    grid: Grid
    seen: CityReading
    score: float
    log_likelihoods: np.ndarray
    cover: float

    @property
    def is_certain(self) -> bool:
        return self.fits_well and self.cover > _CERTAIN_COVER

    @property
    def fits_well(self) -> bool:
        """Whether its squares look like those of a right grid."""
        mean, median = self.log_likelihoods.mean(), np.median(self.log_likelihoods)
        return bool(mean > _CERTAIN_MEAN and median > _CERTAIN_MEDIAN)

    @property
    def is_likely(self) -> bool:
        """Whether it is right if it is the best of several grids."""
        return bool(self.log_likelihoods.mean() > _LIKELY_MEAN) and self.cover > _LIKELY_COVER

    @property
    def fit(self) -> float:
        """How well its squares look like those of any printing, nats."""
        return float(np.dot(_FIT, (self.log_likelihoods.mean(), np.median(self.log_likelihoods))))


def _likeliest(photo: Photo, lens: Lens | None, novelty: Novelty) -> tuple[_Scored | None, float]:
    """Return the likeliest city of all grids; the search ends at a certain one, a likely one, or one found twice.

    With it, the nats by which it is likelier than one elsewhere in the photo, infinite where the search ended early.
    There is no city where another one is nearly as likely in the end.
    """
    best: _Scored | None = None
    every: list[_Scored] = []
    tried: list[Grid] = []
    pixels = photo.gently_normalised
    for grids, segments in search_grids(pixels, lens, novelty, novel_first=True):
        again = best is not None and any(len(distinct([best.grid, grid])) == 1 for grid in grids[:_MAX_GRIDS])
        for grid in distinct([*tried, *grids[:_MAX_GRIDS]])[len(tried) :]:
            tried.append(grid)
            found = _scored(photo, grid, with_noticeable_distortion(grid, segments, pixels.shape[1::-1]), novelty)
            every += [] if found is None else [found]
            if found is not None and (best is None or found.score > best.score):
                best, again = found, False
                if best.is_certain:
                    return best, np.inf
        if best is not None and (best.is_likely or (again and (best.cover > _CERTAIN_COVER or best.fits_well))):
            return best, np.inf
    if best is None:
        return None, 0.0
    near = [one for one in every if one.score > best.score - _SURE_LEAD and not _agree(best.seen, one.seen)]
    lead = best.score - max((one.score for one in near), default=-np.inf)
    return (None, lead) if lead < _MIN_LEAD else (best, lead)


def _agree(one: CityReading, other: CityReading) -> bool:
    """Return whether most squares of a city lie where another one has squares, too."""
    here, there = (np.array([seen.cells.px(place) for place in seen.places]) for seen in (one, other))
    near = _SAME_SQUARE * one.cells.plane.pitch_at(np.mean(one.places, axis=0))
    return bool((np.linalg.norm(here[:, None] - there, axis=2).min(axis=1) < near).mean() > _SAME_SHARE)


def _scored(photo: Photo, grid: Grid, curved: Grid, novelty: Novelty) -> _Scored | None:
    seen = _seen(photo, curved, novelty)
    if seen is None:
        return None
    each = log_likelihoods(seen.sheet, printing_prior())
    cover = novelty.covered(seen.cells.plane, seen.places)
    size = np.log2(curved.plane.pitch_at(np.mean(seen.places, axis=0)))
    score = float(each.mean() + _PER_COVERED_NOVELTY * cover + _PER_OCTAVE * size)
    return _Scored(grid, seen, score, each, cover)


def _settled(seen: CityReading, photo: Photo, novelty: Novelty, taught: Sequence[PhotoSquares]) -> City:
    """Return the city with the squares that are likely to be cards, recognised.

    Which squares are cards depends on what this printing looks like, and on which of their neighbours are.
    """
    size = photo.pixels.shape[:2]
    for number in range(_MAX_ROUNDS):
        seen = _with_room(seen, photo)
        cells, laid = seen.cells, set(seen.places)
        inside = {place for place, at in cells.places() if cells.inside[at]}
        asked = tuple(sorted((laid | neighbours(laid)) & inside))
        shown = recognise([seen.sheet, *taught], styled_prior())
        own = shown.distances(describe_squares(cells, asked, size))
        chances = card_probabilities(cells, laid, asked, novelty, own)
        cards = dict(zip(asked, chances.tolist(), strict=True))
        likely = on_whole_cards([place for place, chance in cards.items() if chance > 0.5], cards)
        places = tuple(sorted(likely & inside))
        if places == seen.places or len(places) < _MIN_SQUARES or number == _MAX_ROUNDS - 1:
            break
        seen = replace(seen, places=places, sheet=describe_squares(cells, places, size))
    either = dict.fromkeys(on_no_whole_card(seen.places) & set(cards), 0.5)
    shown = averaged_over_priors([seen.sheet, *taught], shown)
    return City(seen.cells, seen.places, seen.sheet, shown, {**cards, **either})


def _with_room(seen: CityReading, photo: Photo) -> CityReading:
    """Return the city in a view with enough table around it."""
    cells, (rows, columns) = seen.cells, seen.cells.inside.shape
    (left, top), (right, bottom) = np.min(seen.places, axis=0).tolist(), (np.max(seen.places, axis=0) + 1).tolist()
    room = min(left - cells.left, top - cells.top, cells.left + columns - right, cells.top + rows - bottom)
    if room >= _MIN_ROOM:
        return seen
    low, high = (left - _GRID_MARGIN, top - _GRID_MARGIN), (right + _GRID_MARGIN, bottom + _GRID_MARGIN)
    return replace(seen, cells=cut_cells(photo.gently_normalised, cells.plane, (*low, *high)))


def _seen(photo: Photo, grid: Grid, novelty: Novelty) -> CityReading | None:
    cells = cut_cells(photo.gently_normalised, grid.plane, _box(grid))
    found = find_occupied(cells, novelty)
    laid = set(found.places)
    if len(laid) >= _MIN_SQUARES and found.patterned:
        # Squares of a patterned table would make a city unlikely.
        for place, value in table_distance_ratios(cells, laid, printing_prior()).items():
            if value > CARD:
                laid.add(place)
            elif value < BARE:
                laid.discard(place)
    places = tuple(sorted(laid))
    if len(places) >= _MIN_SQUARES:
        sheet = describe_squares(cells, places, photo.pixels.shape[:2])
        likely = log_likelihoods(sheet, printing_prior()) > _STRANGE
        places = tuple(place for place, kept in zip(places, likely, strict=True) if kept)
    if len(places) < _MIN_SQUARES:
        return None
    return CityReading(cells, places, describe_squares(cells, places, photo.pixels.shape[:2]))


def describe_squares(cells: Cells, places: tuple[Place, ...], size: tuple[int, ...]) -> PhotoSquares:
    """Return the features of squares in a photo of this height and width; every class is possible."""
    figures = describe_places(cells, places)
    spots = np.array([cells.px(place) for place in places]) / size[::-1] * 2 - 1
    return PhotoSquares(figures, spots, np.ones((len(places), len(APPEARANCES)), bool))


def _box(grid: Grid) -> tuple[int, int, int, int]:
    return grid.left - _GRID_MARGIN, grid.top - _GRID_MARGIN, grid.right + _GRID_MARGIN, grid.bottom + _GRID_MARGIN
