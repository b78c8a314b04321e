"""Fits a grid of squares to straight edges, with the distortion of the lens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, project, undistort
from vision.squares.grid import Grid

LINE_SCALE = 0.045
"""Scale of the distance of a tile's edge from its grid line, squares."""
MAX_EDGE_LENGTH = 3.0
"""Length from which an edge's weight stops growing, squares: longer ones are often a board's or a table's."""
_FIT_LINE_SCALES = 1.5
"""Factor of that scale while a grid is fitted, whose lines are not yet exact."""
_MAX_LINE_DISTANCE = 0.14
"""Largest distance of an edge from its grid line, squares."""
MAX_ANGLE_SINE = 0.035
"""Largest sine of the angle between an edge and its grid line."""
_FIT_ROUNDS = 20
"""Most rounds in which edges are assigned to lines; most grids settle in a few."""
_RADIAL_TERMS = (0.0, -0.05, 0.05, -0.1, -0.15, -0.2)
"""Radial distortion coefficients that are tried."""
_RADIAL_PENALTY = 0.5
"""Relative penalty of a grid's support per unit of radial distortion."""
_MIN_LENS_GAIN = 0.06
"""Relative gain in support from which lens distortion is assumed."""
MIN_EDGES = 12
"""Fewest edges on the lines of a grid."""
_MAX_SIZE_CHANGE = 0.2
"""Largest relative change of a square's corners while a grid is fitted. All chosen by hand."""


@dataclass(frozen=True)
class _Lines:
    """n edges on lines of a grid.

    Attributes:
        ends: (n, 2, 2) end points, pixels of a photo without lens distortion.
        axis: (n,) the axis that each crosses: 0 for one on a line ``x = number``, 1 for ``y = number``.
        number: (n,) of the line.
        weight: (n,) weights, pixels.
    """

    ends: np.ndarray
    axis: np.ndarray
    number: np.ndarray
    weight: np.ndarray


def straightened(segments: np.ndarray, lens: Lens | None) -> np.ndarray:
    """Return (n, 4) edges, photo pixels, as a camera without lens distortion would see them."""
    return segments if lens is None else lens.undistort(segments.reshape(-1, 2)).reshape(-1, 4)


def fit_grid(start: np.ndarray, segments: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Grid | None:
    """Return the grid fitted to straight edges; None if too few lie on its lines.

    Args:
        start: (3, 3) homography, table squares to pixels of a photo without lens distortion.
        segments: (n, 4) edges, photo pixels.
        size: width and height of the photo, pixels.
        lens: the photo's lens, if known.
    """
    return _fit_with_distortion(start, straightened(segments, lens).reshape(-1, 2, 2), size, lens, (0.0,))


def off_axis_edges(grid: Grid, segments: np.ndarray) -> np.ndarray:
    """Return those of (n, 4) edges, photo pixels, that run along neither axis of a grid."""
    ends = grid.plane.to_table(segments.reshape(-1, 2, 2))
    along = np.abs(ends[:, 1] - ends[:, 0])
    return np.asarray(segments[along.min(axis=1) > MAX_ANGLE_SINE * np.hypot(*along.T)])


def with_lens_distortion(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Grid:
    """Return the grid with estimated radial distortion; unchanged if the lens is known.

    Args:
        grid: the grid.
        segments: (n, 4) the edges that it was fitted to, photo pixels.
        size: width and height of the photo, pixels.
    """
    if grid.plane.lens is not None:
        return grid
    refined = _fit_with_distortion(grid.plane.homography, segments.reshape(-1, 2, 2), size, None, _RADIAL_TERMS)
    return grid if refined is None else refined


def with_noticeable_distortion(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Grid:
    """Return the grid with estimated radial distortion if clearly more edges lie on its lines so.

    The arguments are those of `with_lens_distortion`.
    """
    curved = with_lens_distortion(grid, segments, size)
    return curved if curved.plane.radial and curved.support > (1 + _MIN_LENS_GAIN) * grid.support else grid


def _fit_with_distortion(
    start: np.ndarray, straight: np.ndarray, size: tuple[int, int], lens: Lens | None, terms: Sequence[float]
) -> Grid | None:
    """Return the grid fitted to the edges, with the radial distortion of the largest support.

    Args:
        start: (3, 3) homography, table squares to pixels of a photo without lens distortion.
        straight: (n, 2, 2) end points of edges in such a photo.
        size: width and height of the photo, pixels.
        lens: its lens, if known.
        terms: the coefficients of radial distortion that are tried.
    """
    middle, norm = np.array(size) / 2, float(np.hypot(*size)) / 2
    best: tuple[float, Plane, _Lines] | None = None
    for radial in terms:
        ends = undistort(straight.reshape(-1, 2), radial, middle, norm).reshape(-1, 2, 2)
        homography, lines = _fit_homography(start, ends)
        score = float(lines.weight.sum()) * (1 - _RADIAL_PENALTY * abs(radial))
        if best is None or score > best[0]:
            best = score, Plane(homography, radial, middle, norm, lens), lines
    return None if best is None else _grid(best[1], best[2])


def _grid(plane: Plane, lines: _Lines) -> Grid | None:
    """Return the grid of a plane with edges on its lines; None if there are too few of them."""
    if len(lines.number) < MIN_EDGES:
        return None
    table = plane.to_table(lines.ends) if plane.lens is None else project(np.linalg.inv(plane.homography), lines.ends)
    low, high = table.reshape(-1, 2).min(axis=0), table.reshape(-1, 2).max(axis=0)
    (left, top), (right, bottom) = np.round(low).astype(int), np.round(high).astype(int)
    return Grid(plane, float(lines.weight.sum()), int(left), int(top), int(right), int(bottom))


def _on_lines(homography: np.ndarray, ends: np.ndarray) -> _Lines:
    """Return the edges on lines of a grid; other edges are left out."""
    (x, y), (to_x, to_y) = project(np.linalg.inv(homography), ends).transpose(1, 2, 0)
    # Coordinates apart: NumPy takes many times as long over a last axis of two.
    right, down = np.abs(to_x - x), np.abs(to_y - y)
    length, axis = np.maximum(np.hypot(right, down), 1e-9), (down < right).astype(int)
    at = np.where(axis, y + to_y, x + to_x) / 2
    number = np.round(at)
    # Comparisons are false where a coordinate is not finite.
    near = (np.minimum(right, down) < 2 * MAX_ANGLE_SINE * length) & (np.abs(at - number) < _MAX_LINE_DISTANCE)
    on = np.flatnonzero(near & np.isfinite(length))
    kept, off = ends[on], at[on] - number[on]
    # Weights are in pixels: in squares, smaller squares would score higher.
    shown = np.hypot(*(kept[:, 1] - kept[:, 0]).T)
    weight = (
        shown * np.minimum(1, MAX_EDGE_LENGTH / length[on]) * np.exp(-((off / (_FIT_LINE_SCALES * LINE_SCALE)) ** 2))
    )
    return _Lines(kept, axis[on], number[on].astype(int), weight)


def _fit_homography(homography: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, _Lines]:
    """Return the homography fitted iteratively to the edges on its lines (weighted direct linear transform)."""
    scale, start = float(np.abs(ends).max()), homography
    lines = _on_lines(homography, ends)
    for _ in range(_FIT_ROUNDS):
        if len(lines.number) < MIN_EDGES or len(set(lines.axis)) < 2:
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
