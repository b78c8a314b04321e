"""Chooses the grid of a city among those that fit the edges in a photo, by one fitted probability."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import numpy as np

from vision.geometry.lens import Lens
from vision.hokkaido.city.city_in_grid import CityReading, city_in_grid, may_hold_city
from vision.hokkaido.grid_lines import clearness, outline, regularity
from vision.hokkaido.square_network import class_log_probabilities
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.squares.fit import fit_grid, with_noticeable_distortion
from vision.squares.grid import Grid, distinct
from vision.squares.novelty import Novelty
from vision.squares.search import search_grids
from vision.squares.segments import find_segments

_MAX_GRIDS = 2
"""Number of grids that are tried for each set of edges: of 160 synthetic cities (49000-49099, 50000-50059) the first
right one is the first of its set for 158, and the second for two. With four, other sets came too late for 40373 and
40383."""
_GRID_WEIGHTS = (6.73, 31.24, 17.21, 17.2, 14.99, -69.64)
"""Logistic regression of a right grid: weights of the share that its squares cover of all that is unlike the table, of
the mean probability of what the network for squares takes them for, of the clearness, outline and regularity of its
lines (`grid_lines`), and the bias. Fitted to the grids that 120 synthetic cities have for the first four sets of edges,
three of each (49000-49059 of held-out art, 50000-50059 of familiar art): on each fifth of the cities, fitted to the
others, no grid of other squares has more than 0.24, and five of 119 right ones have less than 0.7; grids that are right
in a part of the city have up to 0.82. With the likelihood of the squares, as before, instead of outline and clearness
it is 46 instead of 30 nats on 90 cities."""
_CERTAIN, _LIKELY = 0.7, 0.3
"""Probabilities from which no other grid is tried, and no other set of edges; chosen by hand."""
_MAX_TRIES = 10
"""Number of grids after which no other one is tried: with a city for which all edges have to be searched (40383) the
ninth is right, and on a city for which none is right 27 would take 2.9 s."""
_SAME_PLACE = 0.1
"""Distance of a grid's lines, squares, up to which a grid fitted to all edges is the same: of 28 cities (49022-49049)
it was 0.07 at most, and the squares lay as well in the one as in the other."""


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
    if fitted is None or _distance(best.seen, fitted) < _SAME_PLACE:
        return best
    again = _candidate(photo, fitted, edges, novelty)
    return best if again is None or again.right < best.right else again


def _distance(seen: CityReading, grid: Grid) -> float:
    """Return how far a grid's lines lie from those of a city at its corners, squares."""
    (left, top), (right, bottom) = np.min(seen.places, axis=0), np.max(seen.places, axis=0) + 1
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
    return float(np.abs(grid.plane.to_table(seen.cells.plane.to_photo(corners)) - corners).max())


def _search(photo: Photo, lens: Lens | None, novelty: Novelty, edges: np.ndarray) -> Candidate | None:
    """Return the likeliest grid of a city along some edges; None where no grid may be one.

    Args:
        photo: the photo.
        lens: its lens, if known.
        novelty: how unlike the table its parts are.
        edges: that the grids follow.
    """
    best: Candidate | None = None
    tried: list[Grid] = []
    pixels = photo.gently_normalised
    for grids, segments in search_grids(pixels, lens, novelty, novel_first=True, segments=edges):
        for grid in distinct(islice(grids, _MAX_GRIDS), tried):
            tried.append(grid)
            found = _candidate(photo, grid, segments, novelty)
            if found is not None and (best is None or found.right > best.right):
                best = found
            if len(tried) == _MAX_TRIES or (best is not None and best.right > _CERTAIN):
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
    return Candidate(seen, float(sigmoid(np.dot(_GRID_WEIGHTS, (*_evidence(seen, novelty), 1.0)))))


def _evidence(seen: CityReading, novelty: Novelty) -> tuple[float, ...]:
    """Return the (5,) evidence for a grid, see `_GRID_WEIGHTS`."""
    cells, places = seen.cells, seen.places
    named = np.exp(class_log_probabilities(cells, places, seen.squares.spots).max(axis=1))
    lines = clearness(cells, places), outline(cells, places), regularity(cells, places)
    return novelty.covered(cells.plane, places), float(named.mean()), *lines
