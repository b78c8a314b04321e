"""Lens calibration from views of a board, whose tiles lie only approximately on a lattice.

Bundle adjustment (Triggs et al. 2000) of lens, poses and tile positions, with the hex lattice as prior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera.fit import Fit
from calibration.camera.views import View

_POSITION_DEVIATION = 0.03
"""Prior standard deviation of a tile's position, in pitches; chosen by hand."""
_PIXEL_DEVIATION = 0.3
"""Standard deviation of an image point, in thousandths of the picture's longer side; chosen by hand."""
_K2_DEVIATION = 0.2
"""Prior standard deviation of k2: a board in the middle of its pictures hardly constrains it."""
_MAX_RESIDUAL_RATIO = 4.0
"""Points with a residual above this multiple of the median are outliers and do not count in the lens's error; chosen by
hand."""
_CAUCHY_SCALE = 3.0
"""Scale of the Cauchy loss, in standard deviations of an image point; chosen by hand."""
_MAX_STEPS = 40
_FIRST_DAMPING, _LESS_DAMPING, _MORE_DAMPING = 1e-3, 5, 8
"""Levenberg-Marquardt: the damping of the first step, its divisor after a step that lowers the cost, and its factor
after one that does not."""
_FOCAL_RANGE = (0.5, 3.0)
"""Range of the first estimate of the focal length, in longer sides of the picture; chosen by hand."""
_MIN_IMPROVEMENT = 1e-9
"""The adjustment stops when a step lowers the cost by a smaller fraction."""
_MODELS = ((0,), (0, 3), (0, 3, 4), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4))
"""Indices of the free parameters of each model, among focal length, centre x, centre y, k1 and k2."""
_K2 = 4
"""Index of k2 among the parameters."""
_DIFFERENCE_STEP = 1e-5
"""Step of the numerical derivative by a position, in pitches."""


@dataclass(frozen=True, eq=False)
class _State:
    """The parameters: lens (f, cx, cy, k1, k2), (views, 6) poses, (n, 2) positions of the points on the target."""

    lens: np.ndarray
    poses: np.ndarray
    positions: np.ndarray

    def moved(self, free: Sequence[int], step: np.ndarray) -> _State:
        lens = self.lens.copy()
        lens[list(free)] += step[: len(free)]
        views = self.poses.size
        poses = self.poses + step[len(free) : len(free) + views].reshape(self.poses.shape)
        return _State(lens, poses, self.positions + step[len(free) + views :].reshape(self.positions.shape))


def fit_lens_and_points(views: Sequence[View]) -> Fit:
    """Fit the lens and the true position of each point of the target, with ``View.target_points`` as prior.

    Of six models the one with the best Bayesian information criterion is chosen. A label means the same point in all
    views.
    """
    return min((_adjust(views, free) for free in _MODELS), key=lambda found: found[0])[1]


def _adjust(views: Sequence[View], free: tuple[int, ...]) -> tuple[float, Fit]:
    """Return the Bayesian information criterion of a model, and its fit; ``free`` is one of ``_MODELS``."""
    state = _initial_state(views)
    deviation = _PIXEL_DEVIATION * max(views[0].size) / 1000
    cost, gradient, hessian = _normal_equations(views, state, free, deviation)
    damping = _FIRST_DAMPING
    for _ in range(_MAX_STEPS):
        step = np.linalg.solve(hessian + damping * np.diag(np.diag(hessian)), -gradient)
        trial = state.moved(free, step)
        new_cost, new_gradient, new_hessian = _normal_equations(views, trial, free, deviation)
        if new_cost < cost:
            done = cost - new_cost < _MIN_IMPROVEMENT * cost
            state, cost, gradient, hessian = trial, new_cost, new_gradient, new_hessian
            damping /= _LESS_DAMPING
            if done:
                break
        else:
            damping *= _MORE_DAMPING
    count = 2 * sum(len(v.labels) for v in views)
    return cost + len(free) * np.log(count), _fit(views, state, hessian)


def _initial_state(views: Sequence[View]) -> _State:
    count = 1 + max(int(v.labels.max()) for v in views)
    positions = _lattice(views, count)
    width, height = views[0].size
    targets = [_in_3d(v.target_points).astype(np.float32) for v in views]
    points = [v.image_points.astype(np.float32) for v in views]
    guess = cv2.initCameraMatrix2D(targets, points, views[0].size, 1.0)[0, 0]
    longer = max(width, height)
    focal = float(np.clip(guess if np.isfinite(guess) else 0, _FOCAL_RANGE[0] * longer, _FOCAL_RANGE[1] * longer))
    lens = np.array([focal, (width - 1) / 2, (height - 1) / 2, 0.0, 0.0])
    poses = [
        np.concatenate(cv2.solvePnP(_in_3d(v.target_points), v.image_points, _matrix(lens), None)[1:]).ravel()
        for v in views
    ]
    return _State(lens, np.array(poses), positions)


def _in_3d(positions: np.ndarray) -> np.ndarray:
    return np.column_stack([positions, np.zeros(len(positions))])


def _matrix(lens: np.ndarray) -> np.ndarray:
    return np.array([[lens[0], 0, lens[1]], [0, lens[0], lens[2]], [0, 0, 1]])


def _projected(state: _State, k: int, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (m, 2) pixels in the k-th view and their (m, 2, 11) derivatives by its pose and the lens."""
    distortion = np.array([state.lens[3], state.lens[4], 0, 0, 0])
    pixels, derivatives = cv2.projectPoints(
        _in_3d(positions), state.poses[k, :3], state.poses[k, 3:], _matrix(state.lens), distortion
    )
    derivatives = derivatives.reshape(len(positions), 2, -1)
    lens = np.concatenate([derivatives[..., 6:7] + derivatives[..., 7:8], derivatives[..., 8:12]], axis=-1)
    return pixels.reshape(-1, 2), np.concatenate([derivatives[..., :6], lens], axis=-1)


def _normal_equations(
    views: Sequence[View], state: _State, free: Sequence[int], deviation: float
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the deviance, and gradient (p,) and Gauss-Newton Hessian (p, p) of the half of it by all free parameters.

    The deviance is twice the negative log posterior, as the Bayesian information criterion wants it. The loss is of a
    point's distance, both coordinates together; `scipy.optimize.least_squares` takes a loss of single residuals only.
    """
    count, base = len(state.positions), len(free) + state.poses.size
    size = base + 2 * count
    gradient, hessian = np.zeros(size), np.zeros((size, size))
    cost = 0.0
    for k, view in enumerate(views):
        residuals, rows = _rows(view, state, free, k, size)
        residuals, rows = residuals / deviation, rows / deviation
        distance = np.repeat(np.linalg.norm(residuals.reshape(-1, 2), axis=1), 2)
        # Cauchy loss: the larger the residual of an outlier, the smaller its weight.
        weight = 1 / (1 + (distance / _CAUCHY_SCALE) ** 2)
        cost += _CAUCHY_SCALE**2 * float(np.log1p((distance / _CAUCHY_SCALE) ** 2).sum()) / 2
        gradient += rows.T @ (weight * residuals)
        hessian += rows.T @ (weight[:, None] * rows)
    if _K2 in free:
        k2, at = state.lens[_K2] / _K2_DEVIATION, free.index(_K2)
        cost += float(k2**2)
        gradient[at] += k2 / _K2_DEVIATION
        hessian[at, at] += 1 / _K2_DEVIATION**2
    off = (state.positions - _lattice(views, count)) / _POSITION_DEVIATION
    cost += float((off**2).sum())
    gradient[base:] += off.ravel() / _POSITION_DEVIATION
    hessian[range(base, size), range(base, size)] += 1 / _POSITION_DEVIATION**2
    return cost, gradient, hessian


def _lattice(views: Sequence[View], count: int) -> np.ndarray:
    """Return the (count, 2) lattice positions of the points."""
    positions = np.zeros((count, 2))
    for view in views:
        positions[view.labels] = view.target_points
    return positions


def _rows(view: View, state: _State, free: Sequence[int], k: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the (2m,) residuals of one view, pixels, and their (2m, size) Jacobian."""
    positions = state.positions[view.labels]
    pixels, derivatives = _projected(state, k, positions)
    rows = np.zeros((len(positions), 2, size))
    rows[..., : len(free)] = derivatives[..., [6 + f for f in free]]
    rows[..., len(free) + 6 * k : len(free) + 6 * k + 6] = derivatives[..., :6]
    base = len(free) + state.poses.size
    for axis in range(2):
        shifted = positions.copy()
        shifted[:, axis] += _DIFFERENCE_STEP
        along = (_projected(state, k, shifted)[0] - pixels) / _DIFFERENCE_STEP
        rows[np.arange(len(positions)), :, base + 2 * view.labels + axis] = along
    return (pixels - view.image_points).ravel(), rows.reshape(-1, size)


def _fit(views: Sequence[View], state: _State, hessian: np.ndarray) -> Fit:
    residuals = [
        np.linalg.norm(_projected(state, k, state.positions[v.labels])[0] - v.image_points, axis=1)
        for k, v in enumerate(views)
    ]
    limit = _MAX_RESIDUAL_RATIO * float(np.median(np.concatenate(residuals)))
    kept = [a[a <= limit] for a in residuals]
    every = np.concatenate(kept)
    focal, x, y, k1, k2 = (float(v) for v in state.lens)
    return Fit(
        focal=focal,
        centre=(x, y),
        distortion=(k1, k2, 0.0, 0.0, 0.0),
        error_px=float(np.sqrt((every**2).mean())),
        errors=tuple(float(np.sqrt((a**2).mean())) if len(a) else float(limit) for a in kept),
        focal_deviation=float(np.sqrt(np.linalg.inv(hessian)[0, 0]) / focal),
        normals=np.array([cv2.Rodrigues(pose[:3])[0][:, 2] for pose in state.poses]),
    )
