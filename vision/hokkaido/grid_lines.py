"""Measures how well the lines of a grid run along the edges between the squares of a city."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.hokkaido.cells import SIDE, Cells, Place, saturated

_MIN_PAIRS = 3
"""Pairs of neighbours along an axis from which the edges on its lines are measured."""
_USUAL_EDGES = 4
"""Edges of the mean strength that are added to the even and to the odd lines: neighbours of one kind have no edge, so
that those of a small city (45078) are weaker on every other line by chance. Two to eight are as likely, by the fit of
`grid_choice`."""
_MAX_LINE_DISTANCE, _MIN_OTHER_DISTANCE = 3, 8
"""Largest distance from a line, pixels, of an edge on it, and smallest one of an edge that is not; chosen by hand."""
_UNCLEAR = 0.1
"""Clearness of lines that too few neighbours tell about; chosen by hand."""


def clearness(cells: Cells, places: Collection[Place]) -> float:
    """Return by how much, -1..1, edges are stronger on the lines of a grid than between them; the smaller of both axes.

    Args:
        cells: the rectified view.
        places: the squares with cards.
    """
    found = []
    for axis, changes in enumerate(cells.changes):
        at = _pairs(cells, places, axis)
        if len(at) < _MIN_PAIRS:
            continue
        # From the middle of one square to that of its neighbour.
        along = at[:, axis, None] * SIDE + SIDE // 2 + np.arange(SIDE + 1)
        means = saturated(changes[at[:, 1 - axis, None], along]).mean(axis=0)
        off = np.abs(np.arange(SIDE + 1) - SIDE // 2)
        found.append(float(means[off <= _MAX_LINE_DISTANCE].max() - means[off >= _MIN_OTHER_DISTANCE].mean()))
    return min(found, default=_UNCLEAR)


def outline(cells: Cells, places: Collection[Place]) -> float:
    """Return how strong, 0..1, the edges between a city and the table around it are; 1 if the photo shows none."""
    laid = np.zeros(cells.inside.shape, bool)
    column, row = (np.array(list(places)) - (cells.left, cells.top)).T
    laid[row, column] = True
    (across, down), shown, found = cells.edges, cells.inside, []
    for strengths, on, inside in ((across, laid, shown), (down.T, laid.T, shown.T)):
        bounds = (on[:, 1:] != on[:, :-1]) & inside[:, 1:] & inside[:, :-1]
        found.append(saturated(strengths[bounds]))
    every = np.concatenate(found)
    return float(every.mean()) if len(every) else 1.0


def regularity(cells: Cells, places: Collection[Place]) -> float:
    """Return 0..1 how equal the edges between squares are on the even and the odd lines of a grid.

    Between halved squares every other line runs through the middle of squares, where there are weaker edges.

    Args:
        cells: the rectified view.
        places: the squares with cards.

    Returns:
        The smaller of both axes' ratios of the weaker mean strength to the stronger; 1 with too few neighbours.
    """
    ratios = [1.0]
    for axis, strengths in enumerate(cells.edges):
        at = _pairs(cells, places, axis)
        strong, odd = saturated(strengths[at[:, 1], at[:, 0]]), at[:, axis] % 2 == 1
        if len(at) >= _MIN_PAIRS and odd.any() and not odd.all():
            usual = _USUAL_EDGES * strong.mean()
            means = [float((some.sum() + usual) / (len(some) + _USUAL_EDGES)) for some in (strong[odd], strong[~odd])]
            ratios.append(min(means) / max(*means, 1e-9))
    return min(ratios)


def _pairs(cells: Cells, places: Collection[Place], axis: int) -> np.ndarray:
    """Return the (n, 2) columns and rows, in the view, of squares with cards before another one along an axis."""
    laid = set(places)
    pairs = [place for place in laid if (place[0] + 1 - axis, place[1] + axis) in laid]
    return np.array(pairs, int).reshape(-1, 2) - (cells.left, cells.top)
