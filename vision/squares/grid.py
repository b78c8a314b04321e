"""Fits grids of squares to straight edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, project, undistort
from vision.squares.directions import candidate_homographies

_SQUARE_SIZES = np.geomspace(0.016, 0.3, 150)
"""Sizes of a square that are tried, in longest sides of the picture."""
_PHASES = np.arange(40) / 40
"""Offsets of the grid's lines from the origin that are tried, squares."""
_LINE_SCALE = 0.045
"""Scale of the distance of a tile's edge from its grid line, squares."""
_BINS = 200
"""Number of bins into which the places of edges between two lines are counted."""
_OFFSETS = (np.arange(_BINS)[:, None] + 0.5) / _BINS - _PHASES
_COMB = np.exp(-(((_OFFSETS - np.rint(_OFFSETS)) / _LINE_SCALE) ** 2)) - _LINE_SCALE * np.sqrt(np.pi)
"""(bins, phases) what an edge in a bin adds to lines of a phase, above chance."""
_SIZE_SHIFTS = np.arange(-10, 11)
"""Differences, in steps of the tried sizes, between the sizes along both axes before the grid is fitted."""
_PEAK_RADIUS = 4
"""Radius, in steps of the tried sizes, within which a candidate size has the highest score."""
_MAX_EDGE_LENGTH = 3.0
"""Length from which an edge's weight stops growing, squares: longer ones are often a board's or a table's."""
_MIN_RELATIVE_SCORE = 0.5
"""Smallest score of a candidate relative to the best: half squares explain as much as whole ones."""
_MAX_LINE_DISTANCE = 0.14
"""Largest distance of an edge from its grid line, squares."""
_MAX_ANGLE_SINE = 0.035
"""Largest sine of the angle between an edge and its grid line."""
_FIT_ROUNDS = 20
"""Most rounds in which edges are assigned to lines; most grids settle in a few."""
_RADIAL_TERMS = (0.0, -0.05, 0.05, -0.1, -0.15, -0.2)
"""Radial distortion coefficients that are tried."""
_RADIAL_PENALTY = 0.5
"""Relative penalty of a grid's support per unit of radial distortion."""
_MIN_LENS_GAIN = 0.06
"""Relative gain in support from which lens distortion is assumed."""
_MIN_EDGES = 12
"""Fewest edges on the lines of a grid."""
_MAX_GRIDS = 8
"""Most candidates, the best first, that are fitted."""
_SAME_PLACE, _SAME_SIZE = 0.05, 0.02
"""Distance of two grids' lines, squares, and relative difference of their sizes up to which they are duplicates."""
_MAX_SIZE_CHANGE = 0.2
"""Largest relative change of a square's corners while a grid is fitted. All chosen by hand."""


@dataclass(frozen=True)
class Grid:
    """A grid of unit squares on the table.

    Attributes:
        plane: maps table coordinates, in squares, to photo pixels; grid lines lie at whole numbers.
        support: the total weight of the edges on its lines.
        left, top, right, bottom: the outermost lines with edges.
    """

    plane: Plane
    support: float
    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class _Lines:
    """Edges on lines of a grid: (n, 2, 2) end points, (n,) axis (0 for ``x = number``), numbers, weights."""

    ends: np.ndarray
    axis: np.ndarray
    number: np.ndarray
    weight: np.ndarray


def find_grids(segments: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Iterator[Grid]:
    """Yield distinct grids with many edges on their lines, best first; none if there are too few edges.

    Each is fitted only when it is needed.

    Args:
        segments: (n, 4) edges, photo pixels.
        size: width and height of the photo, pixels.
        lens: the photo's lens, if known.
    """
    if len(segments) < _MIN_EDGES:
        return
    straight = segments if lens is None else lens.undistort(segments.reshape(-1, 2)).reshape(-1, 4)
    found = [grid for view in candidate_homographies(straight, size) for grid in _candidates(view, straight, max(size))]
    likely = sorted(found, key=lambda f: -f[0])[:_MAX_GRIDS]
    grids = (_refined(homography, straight.reshape(-1, 2, 2), size, lens, (0.0,)) for _, homography in likely)
    yield from distinct(grid for grid in grids if grid is not None)


def distinct(grids: Iterable[Grid], earlier: Sequence[Grid] = ()) -> Iterator[Grid]:
    """Yield the grids without near duplicates of ``earlier`` ones and of those before them."""
    kept = list(earlier)
    for grid in grids:
        if not any(_nearly_same(grid, other) for other in kept):
            kept.append(grid)
            yield grid


def _nearly_same(grid: Grid, other: Grid) -> bool:
    middle = np.array([(grid.left + grid.right) / 2, (grid.top + grid.bottom) / 2])
    here, side = grid.plane.to_photo(middle), grid.plane.pitch_at(middle)
    there = other.plane.to_table(here)
    near = np.abs(other.plane.to_photo(np.round(there - middle) + middle) - here).max() < _SAME_PLACE * side
    return bool(near and abs(other.plane.pitch_at(there) / side - 1) < _SAME_SIZE)


def fit_grid(start: np.ndarray, segments: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Grid | None:
    """Return the grid fitted to straight edges; None if too few lie on its lines.

    Args:
        start: (3, 3) homography, table squares to pixels of a photo without lens distortion.
        segments: (n, 4) edges, photo pixels.
        size: width and height of the photo, pixels.
        lens: the photo's lens, if known.
    """
    straight = segments if lens is None else lens.undistort(segments.reshape(-1, 2)).reshape(-1, 4)
    return _refined(start, straight.reshape(-1, 2, 2), size, lens, (0.0,))


def off_axis_edges(grid: Grid, segments: np.ndarray) -> np.ndarray:
    """Return those of (n, 4) edges, photo pixels, that run along neither axis of a grid."""
    ends = grid.plane.to_table(segments.reshape(-1, 2, 2))
    along = np.abs(ends[:, 1] - ends[:, 0])
    return np.asarray(segments[along.min(axis=1) > _MAX_ANGLE_SINE * np.hypot(*along.T)])


def with_lens_distortion(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Grid:
    """Return the grid with estimated radial distortion; unchanged if the lens is known."""
    if grid.plane.lens is not None:
        return grid
    refined = _refined(grid.plane.homography, segments.reshape(-1, 2, 2), size, None, _RADIAL_TERMS)
    return grid if refined is None else refined


def with_noticeable_distortion(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Grid:
    """Return the grid with estimated radial distortion if clearly more edges lie on its lines so."""
    curved = with_lens_distortion(grid, segments, size)
    return curved if curved.plane.radial and curved.support > (1 + _MIN_LENS_GAIN) * grid.support else grid


def _refined(
    start: np.ndarray, straight: np.ndarray, size: tuple[int, int], lens: Lens | None, terms: Sequence[float]
) -> Grid | None:
    """Return the grid fitted to the edges, with the radial distortion of the largest support."""
    middle, norm = np.array(size) / 2, float(np.hypot(*size)) / 2
    best: tuple[float, Plane, _Lines] | None = None
    for radial in terms:
        ends = undistort(straight.reshape(-1, 2), radial, middle, norm).reshape(-1, 2, 2)
        homography, lines = _fitted(start, ends)
        score = float(lines.weight.sum()) * (1 - _RADIAL_PENALTY * abs(radial))
        if best is None or score > best[0]:
            best = score, Plane(homography, radial, middle, norm, lens), lines
    return None if best is None else _grid(best[1], best[2])


def _grid(plane: Plane, lines: _Lines) -> Grid | None:
    if len(lines.number) < _MIN_EDGES:
        return None
    table = plane.to_table(lines.ends) if plane.lens is None else project(np.linalg.inv(plane.homography), lines.ends)
    low, high = table.reshape(-1, 2).min(axis=0), table.reshape(-1, 2).max(axis=0)
    (left, top), (right, bottom) = np.round(low).astype(int), np.round(high).astype(int)
    return Grid(plane, float(lines.weight.sum()), int(left), int(top), int(right), int(bottom))


def _candidates(view: np.ndarray, segments: np.ndarray, side: int) -> Iterator[tuple[float, np.ndarray]]:
    """Yield the score and the homography, table squares to photo, of candidate grids along the view's axes."""
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
        on_axis = sines[:, axis] < _MAX_ANGLE_SINE
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
    """Return for each size the weight of edges on equidistant lines above chance, and the phase of the lines."""
    weight = shown * np.minimum(1, _MAX_EDGE_LENGTH * sizes[:, None] / np.maximum(length, 1e-12))
    offsets = places / sizes[:, None]
    bins = ((offsets - np.floor(offsets)) * _BINS).astype(int) % _BINS + _BINS * np.arange(len(sizes))[:, None]
    sums = np.bincount(bins.ravel(), weight.ravel(), _BINS * len(sizes)).reshape(len(sizes), _BINS)
    hits = sums @ _COMB
    return hits.max(axis=1), _PHASES[hits.argmax(axis=1)]


def _on_lines(homography: np.ndarray, ends: np.ndarray) -> _Lines:
    """Return the edges on lines of a grid; other edges are left out."""
    (x, y), (to_x, to_y) = project(np.linalg.inv(homography), ends).transpose(1, 2, 0)
    # Coordinates apart: NumPy takes many times as long over a last axis of two.
    right, down = np.abs(to_x - x), np.abs(to_y - y)
    length, axis = np.maximum(np.hypot(right, down), 1e-9), (down < right).astype(int)
    at = np.where(axis, y + to_y, x + to_x) / 2
    number = np.round(at)
    # Comparisons are false where a coordinate is not finite.
    near = (np.minimum(right, down) < 2 * _MAX_ANGLE_SINE * length) & (np.abs(at - number) < _MAX_LINE_DISTANCE)
    on = np.flatnonzero(near & np.isfinite(length))
    kept, off = ends[on], at[on] - number[on]
    # Weights are in pixels: in squares, smaller squares would score higher.
    shown = np.hypot(*(kept[:, 1] - kept[:, 0]).T)
    weight = shown * np.minimum(1, _MAX_EDGE_LENGTH / length[on]) * np.exp(-((off / (1.5 * _LINE_SCALE)) ** 2))
    return _Lines(kept, axis[on], number[on].astype(int), weight)


def _fitted(homography: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, _Lines]:
    """Return the homography fitted iteratively to the edges on its lines (weighted direct linear transform)."""
    scale, start = float(np.abs(ends).max()), homography
    lines = _on_lines(homography, ends)
    for _ in range(_FIT_ROUNDS):
        if len(lines.number) < _MIN_EDGES or len(set(lines.axis)) < 2:
            break
        inverse = np.linalg.inv(homography) @ np.diag([scale, scale, 1.0])
        solved = np.linalg.eigh(_normal_equations(inverse, lines, scale))[1][:, 0].reshape(3, 3)
        if abs(np.linalg.det(solved)) < 1e-15:
            break
        fitted = np.linalg.inv(solved @ np.diag([1 / scale, 1 / scale, 1.0]))
        fitted /= fitted[2, 2]
        if not _nearly_equal(fitted, start):
            break
        homography, before = fitted, lines
        lines = _on_lines(homography, ends)
        if np.array_equal(lines.ends, before.ends) and np.array_equal(lines.number, before.number):
            break
    return homography, lines


def _normal_equations(inverse: np.ndarray, lines: _Lines, scale: float) -> np.ndarray:
    """Return the (9, 9) normal equations of a homography, photo to table, that maps edges to their lines.

    Args:
        inverse: (3, 3) the homography so far, which weighs the equations; photo coordinates in units of ``scale``.
        lines: the edges.
        scale: pixels to a unit.
    """
    sums = np.zeros((3, 3, 3, 3))
    for axis in (0, 1):
        own = lines.axis == axis
        points = np.ones((3, 2 * int(own.sum())))
        points[:2] = lines.ends[own].reshape(-1, 2).T / scale
        points *= np.sqrt(lines.weight[own]).repeat(2) / (inverse[2] @ points)
        numbered = -lines.number[own].repeat(2) * points
        sums[axis, :, axis], sums[axis, :, 2] = points @ points.T, points @ numbered.T
        sums[2, :, axis] = sums[axis, :, 2].T
        sums[2, :, 2] += numbered @ numbered.T
    return sums.reshape(9, 9)


def _nearly_equal(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two homographies give nearly the same squares around the table's origin."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])
    drawn, meant = project(one, square), project(other, square)
    side = np.linalg.norm(meant[1] - meant[3]) / np.sqrt(8)
    return bool(np.abs(drawn - meant).max() < 2 * _MAX_SIZE_CHANGE * side)
