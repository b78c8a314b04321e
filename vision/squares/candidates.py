"""Finds grids of squares along straight edges, with an uncalibrated camera.

In each view of the table that two vanishing points allow, every size and shift of the squares is tried.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import project
from vision.squares.directions import candidate_homographies
from vision.squares.fit import LINE_SCALE, MAX_ANGLE_SINE, MAX_EDGE_LENGTH, MIN_EDGES, fit_grid, straightened
from vision.squares.grid import Grid, distinct

_SQUARE_SIZES = np.geomspace(0.016, 0.3, 150)
"""Sizes of a square that are tried, in longest sides of the picture."""
_PHASES = np.arange(40) / 40
"""Offsets of the grid's lines from the origin that are tried, squares."""
_BINS = 200
"""Number of bins into which the places of edges between two lines are counted."""
_OFFSETS = (np.arange(_BINS)[:, None] + 0.5) / _BINS - _PHASES
_COMB = np.exp(-(((_OFFSETS - np.rint(_OFFSETS)) / LINE_SCALE) ** 2)) - LINE_SCALE * np.sqrt(np.pi)
"""(bins, phases) what an edge in a bin adds to lines of a phase, above chance: its mean over all bins is 0."""
_SIZE_SHIFTS = np.arange(-10, 11)
"""Differences, in steps of the tried sizes, between the sizes along both axes before the grid is fitted."""
_PEAK_RADIUS = 4
"""Radius, in steps of the tried sizes, within which a candidate size has the highest score."""
_MIN_RELATIVE_SCORE = 0.5
"""Smallest score of a candidate relative to the best: half squares explain as much as whole ones."""
_MAX_GRIDS = 8
"""Most candidates, the best first, that are fitted. All chosen by hand."""


def find_grids(segments: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Iterator[Grid]:
    """Yield distinct grids with many edges on their lines, best first; none if there are too few edges.

    Each is fitted only when it is needed.

    Args:
        segments: (n, 4) edges, photo pixels.
        size: width and height of the photo, pixels.
        lens: the photo's lens, if known.
    """
    if len(segments) < MIN_EDGES:
        return
    straight = straightened(segments, lens)
    found = [grid for view in candidate_homographies(straight, size) for grid in _candidates(view, straight, max(size))]
    likely = sorted(found, key=lambda f: -f[0])[:_MAX_GRIDS]
    grids = (fit_grid(homography, segments, size, lens) for _, homography in likely)
    yield from distinct(grid for grid in grids if grid is not None)


def _candidates(view: np.ndarray, segments: np.ndarray, side: int) -> Iterator[tuple[float, np.ndarray]]:
    """Yield the score and the homography, table squares to photo, of candidate grids along a view's axes.

    Args:
        view: (3, 3) homography, table to photo, of an arbitrary unit.
        segments: (n, 4) edges, pixels of a photo without lens distortion.
        side: longest side of the photo, pixels.
    """
    table = project(np.linalg.inv(view), segments.reshape(-1, 2, 2))
    along = table[:, 1] - table[:, 0]
    length = np.linalg.norm(along, axis=1)
    if not np.isfinite(table).all():
        return
    shown = np.linalg.norm(segments[:, 2:] - segments[:, :2], axis=1)
    sines = np.abs(along) / np.maximum(length, 1e-12)[:, None]
    sizes = _SQUARE_SIZES * side / _unit(view)
    combs = []
    for axis in (0, 1):
        on_axis = sines[:, axis] < MAX_ANGLE_SINE
        combs.append(_combs(table[on_axis].mean(axis=1)[:, axis], length[on_axis], shown[on_axis], sizes))
    (across, phase), (down, other_phase) = combs
    # For each size across the sizes down that are tried with it; the score is the geometric mean of both weights.
    partners = np.clip(np.arange(len(sizes)) + _SIZE_SHIFTS[:, None], 0, len(sizes) - 1)
    scores = np.sqrt(np.maximum(across, 0) * np.maximum(down, 0)[partners])
    best = scores.max(axis=0)
    for k in range(len(sizes)):
        around = best[max(0, k - _PEAK_RADIUS) : k + _PEAK_RADIUS + 1]
        if best[k] == around.max() and best[k] >= _MIN_RELATIVE_SCORE * best.max() > 0:
            m = partners[scores[:, k].argmax(), k]
            steps = np.array([sizes[k], sizes[m]])
            start = steps * (phase[k], other_phase[m])
            yield float(best[k]), view @ np.array([[steps[0], 0, start[0]], [0, steps[1], start[1]], [0, 0, 1.0]])


def _unit(view: np.ndarray) -> float:
    """Return the pixels per unit of the table at the centre of the view."""
    across = view[:2, :2] - np.outer(view[:2, 2] / view[2, 2], view[2, :2])
    return float(np.sqrt(abs(np.linalg.det(across))) / abs(view[2, 2]))


def _combs(
    places: np.ndarray, length: np.ndarray, shown: np.ndarray, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each size the weight of edges on equidistant lines above chance, and the phase of the lines.

    Args:
        places: (n,) coordinates of the edges' middles across the lines, in the view's unit.
        length: (n,) their lengths, likewise.
        shown: (n,) their lengths, pixels.
        sizes: (s,) distances of the lines that are tried, in the view's unit.

    Returns:
        (s,) weights, pixels, and (s,) phases, squares.
    """
    weight = shown * np.minimum(1, MAX_EDGE_LENGTH * sizes[:, None] / np.maximum(length, 1e-12))
    offsets = places / sizes[:, None]
    bins = ((offsets - np.floor(offsets)) * _BINS).astype(int) % _BINS + _BINS * np.arange(len(sizes))[:, None]
    sums = np.bincount(bins.ravel(), weight.ravel(), _BINS * len(sizes)).reshape(len(sizes), _BINS)
    hits = sums @ _COMB
    return hits.max(axis=1), _PHASES[hits.argmax(axis=1)]
