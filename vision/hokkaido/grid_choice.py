"""Chooses the grid of a city among those that fit the edges in a photo, by one fitted probability."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.cells import Cells, Place, saturated
from vision.hokkaido.city_in_grid import CityReading, city_in_grid, may_hold_city
from vision.hokkaido.printings.likelihood import log_likelihoods
from vision.hokkaido.printings.prior import printing_prior
from vision.hokkaido.square_network import class_log_probabilities
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
_RIGHT = (0.14, 4.28, 21.08, 7.26, 17.29, -40.16)
"""Logistic regression of a right grid: weights of the mean log likelihood of its squares in any printing, nats, of the
share that they cover of all that is unlike the table, of the regularity of its lines for each period, and of the mean
probability of what the network for squares takes them for, and the bias. Fitted to 321 grids on 60 made cities of
held-out art (40300-40359) and 60 of familiar art (50000-50059): on each fifth of the cities, fitted to the others, 8 of
100 right grids have less than 0.7, and 12 without the network, which takes 6 ms a grid."""
_CERTAIN, _LIKELY = 0.7, 0.3
"""Probabilities from which no other grid is tried, and no other set of edges: so 1.3 of six sets and 1.8 grids are
tried on average, and of those cities one more (40347) has another grid before it is fitted to all edges, on which most
squares lie where those of the right one do."""
_PATIENCE = 4
"""Number of cities, none of them likelier than the best one before, after which no other grid is tried: by the
probability without the network, the search would have ended so for eleven of 318 made cities (45000-45017, 46000-46199,
47000-47099), and for one of them, 46172, with another grid, which is as right."""


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
    again = None if fitted is None else _candidate(photo, fitted, edges, novelty)
    return best if again is None or again.right < best.right else again


def _search(photo: Photo, lens: Lens | None, novelty: Novelty, edges: np.ndarray) -> Candidate | None:
    best: Candidate | None = None
    tried: list[Grid] = []
    patience = _PATIENCE
    pixels = photo.gently_normalised
    for grids, segments in search_grids(pixels, lens, novelty, novel_first=True, segments=edges):
        for grid in distinct(islice(grids, _MAX_GRIDS), tried):
            tried.append(grid)
            found = _candidate(photo, grid, segments, novelty)
            if found is not None and (best is None or found.right > best.right):
                best, patience = found, _PATIENCE
            elif found is not None:
                patience -= 1
            if best is not None and (best.right > _CERTAIN or not patience):
                return best
        if best is not None and best.right > _LIKELY:
            return best
    return best


def _candidate(photo: Photo, grid: Grid, segments: np.ndarray, novelty: Novelty) -> Candidate | None:
    """Return the city in a grid with the distortion of the lens by the (n, 4) edges that the grid was fitted to."""
    size = photo.pixels.shape[1::-1]
    if not may_hold_city(grid, novelty, size):
        return None
    bent = with_noticeable_distortion(grid, segments, size)
    seen = city_in_grid(photo, bent, novelty) if may_hold_city(bent, novelty, size) else None
    if seen is None:
        return None
    likely = float(log_likelihoods(seen.sheet, printing_prior()).mean())
    named = float(np.exp(class_log_probabilities(seen.cells, seen.places, seen.sheet.spots).max(axis=1)).mean())
    cover = novelty.covered(seen.cells.plane, seen.places)
    regular = [regularity(seen.cells, seen.places, period) for period in _PERIODS]
    return Candidate(seen, float(sigmoid(np.dot(_RIGHT, (likely, cover, *regular, named, 1.0)))))


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
