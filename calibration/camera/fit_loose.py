"""Views of a board, whose tiles lie only about where they should, to the lens they were seen through.

Bundle adjustment (Triggs et al. 2000) of lens, views and tiles, with the hex lattice as what is known of the tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera.fit import Fit
from calibration.camera.views import View

_LOOSE = 0.03
"""Standard deviation of a tile's place, in pitches."""
_SEEN = 0.3
"""Standard deviation of a spot in the picture, as a share of a thousandth of its longer side."""
_BENT = 0.2
"""Standard deviation of k2 among lenses: a board that fills the middle of its pictures tells hardly anything of it."""
_STRAY = 4.0
"""Spots this many times farther off than is usual were found wrongly and tell no error of the lens."""
_CAUCHY = 3.0
_MOST_STEPS = 40
_STILL = 1e-9
_MODELS = ((0,), (0, 3), (0, 3, 4), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4))
"""Which of focal length, centre across and down, k1 and k2 are free."""
_K2 = 4
"""Its place among them."""
_NUDGE = 1e-5


@dataclass(frozen=True, eq=False)
class _State:
    """What is adjusted: the lens (f, cx, cy, k1, k2), a (6,) pose for each view, the points' (n, 2) places."""

    lens: np.ndarray
    poses: np.ndarray
    places: np.ndarray

    def moved(self, free: Sequence[int], step: np.ndarray) -> _State:
        lens = self.lens.copy()
        lens[list(free)] += step[: len(free)]
        views = self.poses.size
        poses = self.poses + step[len(free) : len(free) + views].reshape(self.poses.shape)
        return _State(lens, poses, self.places + step[len(free) + views :].reshape(self.places.shape))


def fit_loose(views: Sequence[View]) -> Fit:
    """Fit the lens and where each point of the target really lies, which is held near ``View.target``.

    Of six models the one with the best Bayesian information criterion is taken. Views number points alike.
    """
    return min((_adjusted(views, free) for free in _MODELS), key=lambda found: found[0])[1]


def _adjusted(views: Sequence[View], free: tuple[int, ...]) -> tuple[float, Fit]:
    state = _begin(views)
    spread = _SEEN * max(views[0].size) / 1000
    cost, slope, curve = _normal(views, state, free, spread)
    damping = 1e-3
    for _ in range(_MOST_STEPS):
        step = np.linalg.solve(curve + damping * np.diag(np.diag(curve)), -slope)
        tried = state.moved(free, step)
        new_cost, new_slope, new_curve = _normal(views, tried, free, spread)
        if new_cost < cost:
            done = cost - new_cost < _STILL * cost
            state, cost, slope, curve, damping = tried, new_cost, new_slope, new_curve, damping / 5
            if done:
                break
        else:
            damping *= 8
    count = 2 * sum(len(v.labels) for v in views)
    return cost + len(free) * np.log(count), _fit(views, state, curve)


def _begin(views: Sequence[View]) -> _State:
    count = 1 + max(int(v.labels.max()) for v in views)
    places = _lattice(views, count)
    width, height = views[0].size
    targets = [_flat(v.target).astype(np.float32) for v in views]
    guess = cv2.initCameraMatrix2D(targets, [v.seen.astype(np.float32) for v in views], views[0].size, 1.0)[0, 0]
    longer = max(width, height)
    focal = float(np.clip(guess if np.isfinite(guess) else 0, 0.5 * longer, 3 * longer))
    lens = np.array([focal, (width - 1) / 2, (height - 1) / 2, 0.0, 0.0])
    poses = [np.concatenate(cv2.solvePnP(_flat(v.target), v.seen, _matrix(lens), None)[1:]).ravel() for v in views]
    return _State(lens, np.array(poses), places)


def _flat(places: np.ndarray) -> np.ndarray:
    return np.column_stack([places, np.zeros(len(places))])


def _matrix(lens: np.ndarray) -> np.ndarray:
    return np.array([[lens[0], 0, lens[1]], [0, lens[0], lens[2]], [0, 0, 1]])


def _projected(state: _State, k: int, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (m, 2) pixels of the k-th view and their (m, 2, 11) slopes by its pose and the lens."""
    bent = np.array([state.lens[3], state.lens[4], 0, 0, 0])
    pixels, slopes = cv2.projectPoints(_flat(places), state.poses[k, :3], state.poses[k, 3:], _matrix(state.lens), bent)
    slopes = slopes.reshape(len(places), 2, -1)
    lens = np.concatenate([slopes[..., 6:7] + slopes[..., 7:8], slopes[..., 8:12]], axis=-1)
    return pixels.reshape(-1, 2), np.concatenate([slopes[..., :6], lens], axis=-1)


def _normal(
    views: Sequence[View], state: _State, free: Sequence[int], spread: float
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the robust cost with its slope and curvature by everything that is adjusted (Gauss-Newton)."""
    count, base = len(state.places), len(free) + state.poses.size
    size = base + 2 * count
    slope, curve = np.zeros(size), np.zeros((size, size))
    cost = 0.0
    for k, view in enumerate(views):
        away, rows = _rows(view, state, free, k, size)
        away, rows = away / spread, rows / spread
        apart = np.repeat(np.linalg.norm(away.reshape(-1, 2), axis=1), 2)
        # Cauchy's cost: a spot that was found wrongly pulls less the farther off it is.
        weight = 1 / (1 + (apart / _CAUCHY) ** 2)
        cost += _CAUCHY**2 * float(np.log1p((apart / _CAUCHY) ** 2).sum()) / 2
        slope += rows.T @ (weight * away)
        curve += rows.T @ (weight[:, None] * rows)
    if _K2 in free:
        bent, at = state.lens[_K2] / _BENT, free.index(_K2)
        cost += float(bent**2)
        slope[at] += bent / _BENT
        curve[at, at] += 1 / _BENT**2
    off = (state.places - _lattice(views, count)) / _LOOSE
    cost += float((off**2).sum())
    slope[base:] += off.ravel() / _LOOSE
    curve[range(base, size), range(base, size)] += 1 / _LOOSE**2
    return cost, slope, curve


def _lattice(views: Sequence[View], count: int) -> np.ndarray:
    """Return the (count, 2) places where the points should lie."""
    places = np.zeros((count, 2))
    for view in views:
        places[view.labels] = view.target
    return places


def _rows(view: View, state: _State, free: Sequence[int], k: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the (2m,) distances of one view and their (2m, size) slopes."""
    places = state.places[view.labels]
    pixels, slopes = _projected(state, k, places)
    rows = np.zeros((len(places), 2, size))
    rows[..., : len(free)] = slopes[..., [6 + f for f in free]]
    rows[..., len(free) + 6 * k : len(free) + 6 * k + 6] = slopes[..., :6]
    base = len(free) + state.poses.size
    for axis in range(2):
        nudged = places.copy()
        nudged[:, axis] += _NUDGE
        along = (_projected(state, k, nudged)[0] - pixels) / _NUDGE
        rows[np.arange(len(places)), :, base + 2 * view.labels + axis] = along
    return (pixels - view.seen).ravel(), rows.reshape(-1, size)


def _fit(views: Sequence[View], state: _State, curve: np.ndarray) -> Fit:
    away = [
        np.linalg.norm(_projected(state, k, state.places[v.labels])[0] - v.seen, axis=1) for k, v in enumerate(views)
    ]
    limit = _STRAY * float(np.median(np.concatenate(away)))
    kept = [a[a <= limit] for a in away]
    every = np.concatenate(kept)
    focal, x, y, k1, k2 = (float(v) for v in state.lens)
    return Fit(
        focal=focal,
        centre=(x, y),
        distortion=(k1, k2, 0.0, 0.0, 0.0),
        error_px=float(np.sqrt((every**2).mean())),
        errors=tuple(float(np.sqrt((a**2).mean())) if len(a) else float(limit) for a in kept),
        focal_doubt=float(np.sqrt(np.linalg.inv(curve)[0, 0]) / focal),
        normals=np.array([cv2.Rodrigues(pose[:3])[0][:, 2] for pose in state.poses]),
    )
