"""The grid of squares that a player's tiles lie in, found by their edges alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, project, undistort
from vision.squares.directions import views

_SIZES = np.geomspace(0.035, 0.3, 110)
"""Sides of a square that are tried, in longest sides of the picture."""
_PHASES = np.arange(40) / 40
_SHARP = 0.045
"""Sigma, squares, of how exactly an edge that is a tile's lies on a line of the grid."""
_UNEVEN = np.arange(-10, 11)
"""By how many of the tried sizes a square may seem longer along one axis, before the grid is fitted."""
_SUMMIT = 4
"""A size is a candidate that explains more than so many smaller and larger ones."""
_LONGEST = 3.0
"""Squares of an edge's length that count: longer ones are likelier a board's or a table's."""
_WHOLE = 0.5
"""A grid that explains so much of what the best one does is a candidate: half squares explain as much as whole."""
_ON_A_LINE = 0.14
_AIMED = 0.035
"""Sine of the angle that an edge may have with its line, and be the line's."""
_ROUNDS = 6
_RADIAL_TERMS = (0.0, -0.05, 0.05, -0.1, -0.15, -0.2)
_RADIAL_COST = 0.5
"""The share that a lens term must explain better, for each unit of it, to be believed."""
_FEWEST = 12
_MOST = 8
_DRIFT = 0.2
"""How far a side of a square may change while a grid is fitted; more is another grid, or none."""


@dataclass(frozen=True)
class Grid:
    """A grid of unit squares on the table.

    Attributes:
        plane: maps table coordinates, in squares, to photo pixels; grid lines lie at whole numbers.
        support: how much of the lines is seen as edges, in squares.
        left, top, right, bottom: the lines between which edges were seen.
    """

    plane: Plane
    support: float
    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class _Lines:
    """Edges that lie on lines of a grid: (n, 2, 2) ends, (n,) axis 0 for ``x = number``, numbers, weights."""

    ends: np.ndarray
    axis: np.ndarray
    number: np.ndarray
    weight: np.ndarray


def find_grids(segments: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> list[Grid]:
    """Return the grids in which many of the edges lie, the likeliest first; none where there are too few edges.

    Args:
        segments: (n, 4) edges, photo pixels.
        size: width and height of the photo.
        lens: the photo's lens, if it is known.
    """
    if len(segments) < _FEWEST:
        return []
    straight = segments if lens is None else lens.undistort(segments.reshape(-1, 2)).reshape(-1, 4)
    found = [grid for view in views(straight, size) for grid in _pitched(view, straight, max(size))]
    likely = sorted(found, key=lambda f: -f[0])[:_MOST]
    grids = (_refined(homography, straight.reshape(-1, 2, 2), size, lens, (0.0,)) for _, homography in likely)
    return [grid for grid in grids if grid is not None]


def bent(grid: Grid, segments: np.ndarray, size: tuple[int, int]) -> Grid:
    """Return the grid with a term for the camera's lens, where its lens is not known and the edges tell it."""
    if grid.plane.lens is not None:
        return grid
    refined = _refined(grid.plane.homography, segments.reshape(-1, 2, 2), size, None, _RADIAL_TERMS)
    return grid if refined is None else refined


def _refined(
    start: np.ndarray, straight: np.ndarray, size: tuple[int, int], lens: Lens | None, terms: Sequence[float]
) -> Grid | None:
    """Fit a grid to the edges, with the lens term that explains most of them."""
    middle, norm = np.array(size) / 2, float(np.hypot(*size)) / 2
    best: tuple[float, Plane, _Lines] | None = None
    for radial in terms:
        ends = undistort(straight.reshape(-1, 2), radial, middle, norm).reshape(-1, 2, 2)
        homography, lines = _fitted(start, ends)
        worth = float(lines.weight.sum()) * (1 - _RADIAL_COST * abs(radial))
        if best is None or worth > best[0]:
            best = worth, Plane(homography, radial, middle, norm, lens), lines
    return None if best is None else _grid(best[1], best[2])


def _grid(plane: Plane, lines: _Lines) -> Grid | None:
    if len(lines.number) < _FEWEST:
        return None
    table = plane.to_table(lines.ends) if plane.lens is None else project(np.linalg.inv(plane.homography), lines.ends)
    low, high = table.reshape(-1, 2).min(axis=0), table.reshape(-1, 2).max(axis=0)
    (left, top), (right, bottom) = np.round(low).astype(int), np.round(high).astype(int)
    return Grid(plane, float(lines.weight.sum()), int(left), int(top), int(right), int(bottom))


def _pitched(view: np.ndarray, segments: np.ndarray, side: int) -> Iterator[tuple[float, np.ndarray]]:
    """Yield grids along the view's axes: how much of the edges each explains, and its homography in squares."""
    table = project(np.linalg.inv(view), segments.reshape(-1, 2, 2))
    along = table[:, 1] - table[:, 0]
    length = np.linalg.norm(along, axis=1)
    if not np.isfinite(table).all():
        return
    shown = np.linalg.norm(segments[:, 2:] - segments[:, :2], axis=1)
    lean = np.abs(along) / np.maximum(length, 1e-12)[:, None]
    sizes = _SIZES * side / _unit(view)
    combs = []
    for axis in (0, 1):
        mine = lean[:, axis] < _AIMED
        combs.append(_combs(table[mine].mean(axis=1)[:, axis], length[mine], shown[mine], sizes))
    (right, phase), (down, other_phase) = combs
    uneven = np.clip(np.arange(len(sizes)) + _UNEVEN[:, None], 0, len(sizes) - 1)
    worth = np.sqrt(np.maximum(right, 0) * np.maximum(down, 0)[uneven])
    summit = worth.max(axis=0)
    for k in range(len(sizes)):
        around = summit[max(0, k - _SUMMIT) : k + _SUMMIT + 1]
        if summit[k] == around.max() and summit[k] >= _WHOLE * summit.max() > 0:
            m = uneven[worth[:, k].argmax(), k]
            steps = np.array([sizes[k], sizes[m]])
            start = steps * (phase[k], other_phase[m])
            yield float(summit[k]), view @ np.array([[steps[0], 0, start[0]], [0, steps[1], start[1]], [0, 0, 1.0]])


def _unit(view: np.ndarray) -> float:
    """Return how many pixels a unit of the table is where the view looks."""
    across = view[:2, :2] - np.outer(view[:2, 2] / view[2, 2], view[2, :2])
    return float(np.sqrt(abs(np.linalg.det(across))) / abs(view[2, 2]))


def _combs(
    places: np.ndarray, length: np.ndarray, shown: np.ndarray, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each size how much of the edges lies on evenly spaced lines beyond chance, and the lines' phase."""
    chance = _SHARP * np.sqrt(np.pi)
    scores, phases = np.zeros(len(sizes)), np.zeros(len(sizes))
    for k, size in enumerate(sizes):
        off = (places[:, None] / size - _PHASES[None] + 0.5) % 1 - 0.5
        near = np.exp(-((off / _SHARP) ** 2)) - chance
        weight = shown * np.minimum(1, _LONGEST * size / np.maximum(length, 1e-12))
        hits = weight @ near
        scores[k], phases[k] = hits.max(initial=0.0), _PHASES[int(hits.argmax())]
    return scores, phases


def _on_lines(homography: np.ndarray, ends: np.ndarray) -> _Lines:
    """Return the edges that lie on lines of a grid; edges on no line are left out."""
    table = project(np.linalg.inv(homography), ends)
    along = table[:, 1] - table[:, 0]
    length = np.linalg.norm(along, axis=1)
    lean = np.abs(along) / np.maximum(length, 1e-9)[:, None]
    axis = lean.argmin(axis=1)
    at = np.take_along_axis(table.mean(axis=1), axis[:, None], axis=1)[:, 0]
    off = at - np.round(at)
    on = (lean.min(axis=1) < 2 * _AIMED) & (np.abs(off) < _ON_A_LINE) & np.isfinite(table).all(axis=(1, 2))
    # Pixels, not squares: a grid gains nothing by squares that shrink.
    shown = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    weight = shown * np.minimum(1, _LONGEST / np.maximum(length, 1e-9)) * np.exp(-((off / (1.5 * _SHARP)) ** 2))
    return _Lines(ends[on], axis[on], np.round(at[on]).astype(int), weight[on])


def _fitted(homography: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, _Lines]:
    """Fit a grid's homography to the edges on its lines, again and again (weighted direct linear transform)."""
    scale, start = float(np.abs(ends).max()), homography
    lines = _on_lines(homography, ends)
    for _ in range(_ROUNDS):
        if len(lines.number) < _FEWEST or len(set(lines.axis)) < 2:
            break
        inverse = np.linalg.inv(homography) @ np.diag([scale, scale, 1.0])
        points = np.concatenate([lines.ends / scale, np.ones((*lines.ends.shape[:2], 1))], axis=2)
        depth = points @ inverse[2]
        equations = np.zeros((*depth.shape, 9))
        for axis in (0, 1):
            equations[lines.axis == axis, :, 3 * axis : 3 * axis + 3] = points[lines.axis == axis]
        equations[:, :, 6:] = -lines.number[:, None, None] * points
        equations *= (np.sqrt(lines.weight)[:, None] / depth)[..., None]
        equations = equations.reshape(-1, 9)
        solved = np.linalg.eigh(equations.T @ equations)[1][:, 0].reshape(3, 3)
        if abs(np.linalg.det(solved)) < 1e-15:
            break
        fitted = np.linalg.inv(solved @ np.diag([1 / scale, 1 / scale, 1.0]))
        fitted /= fitted[2, 2]
        if not _much_the_same(fitted, start):
            break
        homography = fitted
        lines = _on_lines(homography, ends)
    return homography, lines


def _much_the_same(one: np.ndarray, other: np.ndarray) -> bool:
    """Say whether two homographies draw about the same squares where most was seen."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])
    drawn, meant = project(one, square), project(other, square)
    side = np.linalg.norm(meant[1] - meant[3]) / np.sqrt(8)
    return bool(np.abs(drawn - meant).max() < 2 * _DRIFT * side)
