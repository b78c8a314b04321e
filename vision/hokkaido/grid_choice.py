"""Chooses the grid of a city among those that fit the edges in a photo, by one fitted probability."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.cells import Cells, Place, saturated
from vision.hokkaido.city_in_grid import CityReading, city_in_grid
from vision.hokkaido.printings.likelihood import log_likelihoods
from vision.hokkaido.printings.prior import printing_prior
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.squares.grid import Grid, distinct, fit_grid, with_noticeable_distortion
from vision.squares.novelty import Novelty
from vision.squares.search import search_grids
from vision.squares.segments import find_segments

_MAX_GRIDS = 4
"""Number of grids that are tried for each set of edges."""
_PERIODS = (2, 3)
"""Numbers of lines of a wrong grid to one of the right grid."""
_MIN_PAIRS = 3
"""Pairs of neighbours along an axis from which the regularity of its lines is measured."""
_RIGHT = (0.39, 5.31, 11.14, 8.29, -15.56)
"""Logistic regression of a right grid: weights of the mean log likelihood of its squares in any printing, nats, of the
share that they cover of all that is unlike the table, and of the regularity of its lines for each period, and the bias.
Fitted to 2 099 grids on 200 made cities of familiar art (50000-50199) and 140 of held-out art
(40300-40439): with them 2 and 3 cities have another grid than the right one, and 11 of the familiar ones with limits of
the likelihood and the cover."""
_CERTAIN, _LIKELY = 0.7, 0.3
"""Probabilities from which no other grid is tried, and no other set of edges: so 1.3 of six sets and 1.8 grids are
tried on average, and of those cities one more (40347) has another grid before it is fitted to all edges, on which most
squares lie where those of the right one do."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A city in a grid.

    Attributes:
        seen: the city.
        right: probability, 0..1, that the grid is the one of the cards, as one of all that fit the edges.
    """

    seen: CityReading
    right: float


def likeliest_city(photo: Photo, lens: Lens | None, novelty: Novelty) -> Candidate | None:
    """Return the likeliest city of all grids, or the first that is likely enough; None without any.

    A grid that was found by the edges unlike the table is fitted again to all edges, those beside the table among them.
    """
    pixels = photo.gently_normalised
    edges, size = find_segments(pixels), pixels.shape[1::-1]
    best = _search(photo, lens, novelty, edges)
    if best is None:
        return None
    fitted = fit_grid(best.seen.cells.plane.homography, edges, size, lens)
    again = None if fitted is None else _candidate(photo, with_noticeable_distortion(fitted, edges, size), novelty)
    return best if again is None or again.right < best.right else again


def _search(photo: Photo, lens: Lens | None, novelty: Novelty, edges: np.ndarray) -> Candidate | None:
    best: Candidate | None = None
    tried: list[Grid] = []
    pixels = photo.gently_normalised
    for grids, segments in search_grids(pixels, lens, novelty, novel_first=True, segments=edges):
        for grid in distinct(islice(grids, _MAX_GRIDS), tried):
            tried.append(grid)
            found = _candidate(photo, with_noticeable_distortion(grid, segments, pixels.shape[1::-1]), novelty)
            if found is not None and (best is None or found.right > best.right):
                best = found
            if best is not None and best.right > _CERTAIN:
                return best
        if best is not None and best.right > _LIKELY:
            return best
    return best


def _candidate(photo: Photo, grid: Grid, novelty: Novelty) -> Candidate | None:
    seen = city_in_grid(photo, grid, novelty)
    if seen is None:
        return None
    likely = float(log_likelihoods(seen.sheet, printing_prior()).mean())
    cover = novelty.covered(seen.cells.plane, seen.places)
    regular = [regularity(seen.cells, seen.places, period) for period in _PERIODS]
    return Candidate(seen, float(sigmoid(np.dot(_RIGHT, (likely, cover, *regular, 1.0)))))


def regularity(cells: Cells, places: Collection[Place], period: int) -> float:
    """Return 0..1 how equal the edges between squares are on a grid's lines, by a line's number modulo ``period``.

    Between halved squares every other line runs through the middle of squares, where there are weaker edges.

    Args:
        cells: the rectified view.
        places: the squares with cards.
        period: 2 for halved squares, 3 for those of a third.

    Returns:
        The smaller of both axes' ratios of the mean strength on the lines of the weakest number to that of the
        strongest; 1 with too few neighbours.
    """
    laid, ratios = set(places), [1.0]
    for axis, strengths in enumerate(cells.edges):
        means = _mean_strengths(strengths, laid, axis, (cells.left, cells.top), period)
        ratios += [min(means) / max(means)] if means and max(means) > 0 else []
    return min(ratios)


def _mean_strengths(
    strengths: np.ndarray, laid: Collection[Place], axis: int, corner: Place, period: int
) -> list[float]:
    """Return the mean strengths, 0..1, of edges between neighbours along an axis, by their line's number."""
    pairs = [place for place in laid if (place[0] + 1 - axis, place[1] + axis) in laid]
    if len(pairs) < _MIN_PAIRS:
        return []
    at = np.array(pairs)
    column, row = (at - corner).T
    strong, number = saturated(strengths[row, column]), at[:, axis] % period
    return [float(strong[number == k].mean()) for k in range(period) if (number == k).any()]
