"""Finds the best placement of a fjord in all grids of squares in a photo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from vision.geometry.lens import Lens
from vision.imaging.photo import UnreadablePhoto
from vision.squares.fit import fit_grid, with_noticeable_distortion
from vision.squares.grid import Grid, distinct
from vision.squares.novelty import Novelty, table_novelty
from vision.squares.search import MIN_NOVELTY, search_grids
from vision.squares.segments import find_segments
from vision.vikings.camera import squareness_error, with_square_cells
from vision.vikings.layout import ROWS
from vision.vikings.placement import Placement, best_of, placement_on, placements_in
from vision.vikings.search.alignment import aligned
from vision.vikings.search.tile_grids import tile_grids

NOTHING = (
    "No fjord of Vikings can be seen in the picture; show the home board and all tiles beside it, not too far away.",
    "На снимке не видно фьорда «Викингов»; покажите родной фьорд и все карточки рядом с ним, не слишком издалека.",
)
_TABLE_SECTORS = 1
"""Sectors of the border in which the table has to look alike."""
_MAX_GRIDS = 3
"""Number of new grids that are tried for each search."""
_MAX_SQUARENESS_ERROR = 0.04
"""Error from which cells are no squares; of exactly measured ones it is 0.01."""
_PICTURE_SIDE = 900
"""Longest side, pixels, of the picture in which edges are detected: it takes half the time of the usual one."""
_MAX_TURNS = 6
"""Number of turns, of which the searches by tiles and by edges need three and six at most."""
_MIN_LOG_ODDS = 14.0
"""Log odds from which a placement may become the right one when it is aligned: right ones have 23 or more in the end.
All chosen by hand."""
_MAX_FURTHER_GRIDS = 6
"""Number of grids that are tried after a placement whose marks fit without a better one. Of 134 synthetic fjords four
had no certain placement; the best was in the first or second of 17 to 27 grids."""
_MIN_GAIN, _UNCERTAIN = 2.0, 0.8
"""Log odds by which another placement, or alignment with tiles alone, has to be better to count as such, and most
confidence of a placement that does not fit well enough to end the search; by hand."""


@dataclass(frozen=True)
class _Found:
    """A placement, and the grid of squares that it is in."""

    placement: Placement
    grid: Grid


def find_placement(pixels: np.ndarray, lens: Lens | None = None) -> Placement:
    """Return the best placement in all grids; the search ends at a certain one.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        lens: its lens, scaled to its pixels, if known.

    Raises:
        UnreadablePhoto: there is no fjord.
    """
    novelty = table_novelty(pixels, _TABLE_SECTORS)
    best: tuple[_Found, np.ndarray] | None = None
    every: list[Placement] = []
    patience = _MAX_FURTHER_GRIDS
    for grid, segments in _distinct_grids(pixels, lens, novelty):
        placements = placements_in(pixels, grid, novelty)
        every += placements
        patience -= best is not None and best[0].placement.marks_fit
        if not placements:
            continue
        found = _Found(max(placements, key=lambda placement: placement.log_odds), grid)
        if found.placement.log_odds > _MIN_LOG_ODDS:
            found = _adjusted(pixels, found, segments, novelty, lens)
            every.append(found.placement)
        gain = np.inf if best is None else found.placement.log_odds - best[0].placement.log_odds
        if gain > 0:
            best = found, segments
        if gain > _MIN_GAIN:
            patience = _MAX_FURTHER_GRIDS
        if patience < 1 or (best is not None and best[0].placement.is_certain):
            break
    if best is None:
        raise UnreadablePhoto("no-board", NOTHING)
    chosen = best_of(every)
    bent = _bent(pixels, *best, novelty)
    # Where no placement fits well it is asked about.
    sure = chosen.confidence if bent.is_certain else min(chosen.confidence, _UNCERTAIN)
    return replace(bent, confidence=sure, alternative=chosen.alternative)


def _distinct_grids(pixels: np.ndarray, lens: Lens | None, novelty: Novelty) -> Iterator[tuple[Grid, np.ndarray]]:
    """Yield different grids, likeliest first, with the (n, 4) edges that they were fitted to."""
    tried: list[Grid] = []
    for grids, segments in _search(pixels, lens, novelty):
        fresh = list(distinct(grids, tried))
        tried += fresh
        yield from ((grid, segments) for grid in fresh[:_MAX_GRIDS])


def _search(pixels: np.ndarray, lens: Lens | None, novelty: Novelty) -> Iterator[tuple[Iterable[Grid], np.ndarray]]:
    """Yield grids with the (n, 4) edges they were fitted to, by turns those found by tiles and by edges alone."""
    segments = find_segments(pixels, _PICTURE_SIDE)
    novel = segments[novelty.at(segments.reshape(-1, 2, 2).mean(axis=1)) >= MIN_NOVELTY]
    by_tiles = ((grids, novel) for grids in tile_grids(pixels, novel, novelty, lens))
    by_edges = search_grids(pixels, lens, novelty, novel_first=False, segments=segments)
    for _ in range(_MAX_TURNS):
        yield from islice(by_tiles, 1)
        yield from islice(by_edges, 1)


def _adjusted(pixels: np.ndarray, found: _Found, segments: np.ndarray, novelty: Novelty, lens: Lens | None) -> _Found:
    """Return the likeliest of a placement, the same aligned with its tiles, and that fitted to straight edges again.

    Where its cells are no squares, columns that are as wide as rows are high are tried, too.
    """
    size, columns = (pixels.shape[1], pixels.shape[0]), found.placement.columns
    start = found.placement.plane
    if squareness_error(start, size) > _MAX_SQUARENESS_ERROR:
        start = with_square_cells(start, size)
    plane = aligned(pixels, start, columns, novelty)
    on_edges = fit_grid(plane.homography, segments, size, lens)
    grids = [Grid(plane, 0.0, 0, 0, columns, ROWS)] + ([] if on_edges is None else [on_edges])
    on_tiles, *others = (_Found(placement_on(pixels, grid.plane, columns, novelty), grid) for grid in grids)
    best = max([found, *others], key=lambda one: one.placement.log_odds)
    # Straight edges are more exact where both fit.
    return on_tiles if on_tiles.placement.log_odds > best.placement.log_odds + _MIN_GAIN else best


def _bent(pixels: np.ndarray, found: _Found, segments: np.ndarray, novelty: Novelty) -> Placement:
    """Return the placement, with the distortion of the lens if it is likelier so."""
    curved = with_noticeable_distortion(found.grid, segments, (pixels.shape[1], pixels.shape[0]))
    again = [] if curved is found.grid else placements_in(pixels, curved, novelty)
    return max(found.placement, *again, key=lambda placement: placement.log_odds) if again else found.placement
