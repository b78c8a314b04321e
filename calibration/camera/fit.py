"""Views of a flat target to the lens they were seen through (Zhang 2000), as simple a lens as explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera.views import View

_FREE = 0
_K1, _K2, _K3 = cv2.CALIB_FIX_K1, cv2.CALIB_FIX_K2, cv2.CALIB_FIX_K3
_NO_TANGENT, _MIDDLE = cv2.CALIB_ZERO_TANGENT_DIST, cv2.CALIB_FIX_PRINCIPAL_POINT
_MODELS = (
    _MIDDLE | _NO_TANGENT | _K1 | _K2 | _K3,
    _MIDDLE | _NO_TANGENT | _K2 | _K3,
    _MIDDLE | _NO_TANGENT | _K3,
    _NO_TANGENT | _K1 | _K2 | _K3,
    _NO_TANGENT | _K2 | _K3,
    _NO_TANGENT | _K3,
    _NO_TANGENT,
    _K2 | _K3,
    _K3,
    _FREE,
)
"""What each model keeps fixed, from a lens without distortion to one with all five terms."""
_TERMS = {_MIDDLE: 2, _NO_TANGENT: 2, _K1: 1, _K2: 1, _K3: 1}
_STRAY = 6.0
"""Points this many times farther off than is usual were found wrongly."""
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 80, 1e-9)


@dataclass(frozen=True, eq=False)
class Fit:
    """A lens, and how well it explains the views.

    Attributes:
        focal: pixels.
        centre: the principal point, pixels.
        distortion: k1, k2, p1, p2, k3.
        error_px: root mean square distance between where points are seen and where they should be, pixels.
        errors: the same for each view.
        focal_doubt: standard deviation of the focal length as a share of it.
        normals: (n, 3) the target's direction in each view, in the camera's coordinates.
    """

    focal: float
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error_px: float
    errors: tuple[float, ...]
    focal_doubt: float
    normals: np.ndarray


@dataclass(frozen=True, eq=False)
class _Solution:
    fit: Fit
    away: list[np.ndarray]
    cost: float


def fit_lens(views: Sequence[View]) -> Fit:
    """Fit the lens of two or more views of one camera at one size.

    Of ten models, which fix what is not needed, the one with the best Bayesian information criterion is taken (Schwarz
    1978): a term that is not in the lens only makes the others uncertain. Points that stray are left out.
    """
    first = min((_solve(views, model) for model in _MODELS), key=lambda s: s.cost)
    usual = float(np.median(np.concatenate(first.away)))
    kept = [view.without(away > _STRAY * usual) for view, away in zip(views, first.away, strict=True)]
    return min((_solve(kept, model) for model in _MODELS), key=lambda s: s.cost).fit


def _solve(views: Sequence[View], fixed: int) -> _Solution:
    size = views[0].size
    targets = [np.column_stack([v.target, np.zeros(len(v.target))]).astype(np.float32) for v in views]
    seen = [v.seen.astype(np.float32) for v in views]
    begun = np.array([[max(size), 0, (size[0] - 1) / 2], [0, max(size), (size[1] - 1) / 2], [0, 0, 1.0]])
    begun[:2, :2] *= _first_focal(targets, seen, size) / max(size)
    flags = fixed | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_USE_INTRINSIC_GUESS
    _, matrix, bent, turns, shifts, doubts, _, errors = cv2.calibrateCameraExtended(
        targets, seen, size, begun, np.zeros(5), flags=flags, criteria=_STEPS
    )
    away = [
        np.linalg.norm(cv2.projectPoints(t, turn, shift, matrix, bent)[0].reshape(-1, 2) - s, axis=1)
        for t, s, turn, shift in zip(targets, seen, turns, shifts, strict=True)
    ]
    squares = np.concatenate(away) ** 2
    terms = 9 - sum(count for flag, count in _TERMS.items() if fixed & flag) + 6 * len(views)
    count = 2 * len(squares)
    k1, k2, p1, p2, k3 = (float(v) for v in np.ravel(bent)[:5])
    fit = Fit(
        focal=float(matrix[0, 0]),
        centre=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=(k1, k2, p1, p2, k3),
        error_px=float(np.sqrt(squares.mean())),
        errors=tuple(float(e) for e in np.ravel(errors)),
        # Of a focal length for both ways only one half is free, and only that one is given a deviation.
        focal_doubt=float(np.ravel(doubts)[:2].max() / matrix[0, 0]),
        normals=np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns]),
    )
    cost = count * np.log(max(squares.sum(), 1e-12) / count) + terms * np.log(count)
    return _Solution(fit, away, float(cost))


def _first_focal(targets: Sequence[np.ndarray], seen: Sequence[np.ndarray], size: tuple[int, int]) -> float:
    """Return a focal length to begin with, kept within what cameras have."""
    guess = float(cv2.initCameraMatrix2D(list(targets), list(seen), size, 1.0)[0, 0])
    return float(np.clip(guess if np.isfinite(guess) else 0, 0.5 * max(size), 4 * max(size)))
