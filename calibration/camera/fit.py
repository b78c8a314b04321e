"""Lens calibration from views of a flat target (Zhang 2000), with model selection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera.views import View

_NOTHING_FIXED = 0
_K1, _K2, _K3 = cv2.CALIB_FIX_K1, cv2.CALIB_FIX_K2, cv2.CALIB_FIX_K3
_NO_TANGENT, _CENTRE = cv2.CALIB_ZERO_TANGENT_DIST, cv2.CALIB_FIX_PRINCIPAL_POINT
_MODELS = (
    _CENTRE | _NO_TANGENT | _K1 | _K2 | _K3,
    _CENTRE | _NO_TANGENT | _K2 | _K3,
    _CENTRE | _NO_TANGENT | _K3,
    _NO_TANGENT | _K1 | _K2 | _K3,
    _NO_TANGENT | _K2 | _K3,
    _NO_TANGENT | _K3,
    _NO_TANGENT,
    _K2 | _K3,
    _K3,
    _NOTHING_FIXED,
)
"""Flags of what each model keeps fixed, from a lens without distortion to one with all five terms."""
_FIXED_TERMS = {_CENTRE: 2, _NO_TANGENT: 2, _K1: 1, _K2: 1, _K3: 1}
"""How many of the nine numbers of a lens each flag keeps fixed."""
_MAX_RESIDUAL_RATIO = 6.0
"""Points whose residual is larger than this multiple of the median are outliers; chosen by hand."""
_STOP_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 80, 1e-9)
_FOCAL_RANGE = (0.5, 4.0)
"""Range of the first estimate of the focal length, in longer sides of the picture: that of common cameras."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted lens with its residuals.

    Attributes:
        focal: pixels.
        centre: the principal point, pixels.
        distortion: k1, k2, p1, p2, k3.
        error_px: root mean square reprojection error, pixels.
        errors: the same for each view.
        focal_deviation: standard deviation of the focal length as a fraction of it.
        normals: (n, 3) the target's unit normal in each view, camera coordinates.
    """

    focal: float
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error_px: float
    errors: tuple[float, ...]
    focal_deviation: float
    normals: np.ndarray


@dataclass(frozen=True, eq=False)
class _Solution:
    """The fit of one model.

    Attributes:
        fit: the lens.
        residuals: (n,) of each view's points, pixels.
        criterion: the model's Bayesian information criterion; smaller is better.
    """

    fit: Fit
    residuals: list[np.ndarray]
    criterion: float


def fit_lens(views: Sequence[View]) -> Fit:
    """Fit the lens of two or more views of one camera at one size.

    Of ten models, which fix different terms, the one with the best Bayesian information criterion is chosen (Schwarz
    1978): a term that the lens does not have only makes the others less certain. Outliers are left out.
    """
    first = min((_solve(views, model) for model in _MODELS), key=lambda s: s.criterion)
    usual = float(np.median(np.concatenate(first.residuals)))
    kept = [
        view.without(residuals > _MAX_RESIDUAL_RATIO * usual)
        for view, residuals in zip(views, first.residuals, strict=True)
    ]
    return min((_solve(kept, model) for model in _MODELS), key=lambda s: s.criterion).fit


def _solve(views: Sequence[View], fixed: int) -> _Solution:
    """Return the fit of one model to some views.

    Args:
        views: the views.
        fixed: one of ``_MODELS``.
    """
    size = views[0].size
    targets = [np.column_stack([v.target_points, np.zeros(len(v.target_points))]).astype(np.float32) for v in views]
    seen = [v.image_points.astype(np.float32) for v in views]
    flags = fixed | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_USE_INTRINSIC_GUESS
    _, matrix, distortion, rotations, translations, deviations, _, errors = cv2.calibrateCameraExtended(
        targets, seen, size, _first_matrix(targets, seen, size), np.zeros(5), flags=flags, criteria=_STOP_CRITERIA
    )
    residuals = [
        np.linalg.norm(cv2.projectPoints(t, rotation, translation, matrix, distortion)[0].reshape(-1, 2) - s, axis=1)
        for t, s, rotation, translation in zip(targets, seen, rotations, translations, strict=True)
    ]
    squares = np.concatenate(residuals) ** 2
    k1, k2, p1, p2, k3 = (float(v) for v in np.ravel(distortion)[:5])
    fit = Fit(
        focal=float(matrix[0, 0]),
        centre=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=(k1, k2, p1, p2, k3),
        error_px=float(np.sqrt(squares.mean())),
        errors=tuple(float(e) for e in np.ravel(errors)),
        # With a fixed aspect ratio only one of fx and fy is free, and only that one has a deviation.
        focal_deviation=float(np.ravel(deviations)[:2].max() / matrix[0, 0]),
        normals=np.array([cv2.Rodrigues(rotation)[0][:, 2] for rotation in rotations]),
    )
    return _Solution(fit, residuals, _criterion(squares, fixed, len(views)))


def _criterion(squares: np.ndarray, fixed: int, views: int) -> float:
    """Return the Bayesian information criterion of a model, up to a constant, by its squared residuals."""
    terms = 9 - sum(count for flag, count in _FIXED_TERMS.items() if fixed & flag) + 6 * views
    count = 2 * len(squares)
    return float(count * np.log(max(squares.sum(), 1e-12) / count) + terms * np.log(count))


def _first_matrix(targets: Sequence[np.ndarray], seen: Sequence[np.ndarray], size: tuple[int, int]) -> np.ndarray:
    """Return the (3, 3) camera matrix from which the fit begins."""
    matrix = np.array([[max(size), 0, (size[0] - 1) / 2], [0, max(size), (size[1] - 1) / 2], [0, 0, 1.0]])
    matrix[:2, :2] *= _first_focal(targets, seen, size) / max(size)
    return matrix


def _first_focal(targets: Sequence[np.ndarray], seen: Sequence[np.ndarray], size: tuple[int, int]) -> float:
    """Return the initial focal length, pixels, clipped to the range of common cameras."""
    guess = float(cv2.initCameraMatrix2D(list(targets), list(seen), size, 1.0)[0, 0])
    return float(np.clip(guess if np.isfinite(guess) else 0, _FOCAL_RANGE[0] * max(size), _FOCAL_RANGE[1] * max(size)))
