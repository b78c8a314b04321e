"""The projection of the table plane into a photo: a homography and a lens, or one radial term if it is unknown."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lens import Lens

_RADIAL_TERMS = np.linspace(-0.24, 0.12, 19)
"""Values of k1 that are tried."""
_MAX_RADIAL_CHANGE = 0.09
"""Change of k1 allowed when a plane is refitted with a few points more or fewer."""
_RADIAL_COST = 2e-2
"""Pitches of mean residual that one unit of ``|k1|`` must save: few tiles do not tell distortion from tilt."""
_MAX_RESIDUAL = 0.15
"""Pitches at which a point's residual is capped; chosen by hand."""
_MIN_POINTS_PROJECTIVE, _MIN_POINTS_RADIAL = 8, 12
"""With fewer points an affine map is fitted, and no radial term."""
_MIN_THICKNESS = 0.12
"""Ratio of the singular values of the points below which they count as lying on a line; chosen by hand."""
_RANSAC_THRESHOLD, _RANSAC_ROUNDS = 0.12, 500
"""Pitches, by the median spread of the points, within which one agrees with a homography, and most samples tried;
chosen by hand."""
_UNDISTORT_ROUNDS = 12
"""Fixed-point iterations that undo the radial term."""
HALF_STEPS = np.array([[0, 0], [0.5, 0], [0, 0.5]])
"""(3, 2) table offsets, pitches, for the finite differences of the map from table to photo."""


@dataclass(frozen=True)
class Plane:
    """Maps table coordinates (in pitches of the lattice, y down as seen from above) to photo pixels.

    Attributes:
        homography: (3, 3), table to photo pixels of a lens without distortion.
        radial: k1 of the one-term model ``p = c + (u - c) (1 + k1 |u - c|^2 / d^2)`` (Brown 1966).
        distortion_centre: (2,) ``c``, pixels.
        half_diagonal: ``d``, half the picture's diagonal, pixels.
        lens: the picture's lens, if known; it then replaces the radial term.
    """

    homography: np.ndarray
    radial: float
    distortion_centre: np.ndarray
    half_diagonal: float
    lens: Lens | None = None

    def to_photo(self, table: np.ndarray) -> np.ndarray:
        """Map (..., 2) table points to (..., 2) photo pixels."""
        straight = project(self.homography, np.asarray(table, float))
        if self.lens is not None:
            return self.lens.distort(straight)
        if not self.radial:
            return straight
        return distort(straight, self.radial, self.distortion_centre, self.half_diagonal)

    def to_table(self, photo: np.ndarray) -> np.ndarray:
        """Map (..., 2) photo pixels to (..., 2) table points."""
        straight = (
            undistort(np.asarray(photo, float), self.radial, self.distortion_centre, self.half_diagonal)
            if self.lens is None
            else self.lens.undistort(photo)
        )
        return project(np.linalg.inv(self.homography), straight)

    def pitch_at(self, table: np.ndarray) -> float:
        """Return the pixels to one pitch around a (2,) table point, the geometric mean over directions."""
        return float(self.pitches_at(table))

    def pitches_at(self, table: np.ndarray) -> np.ndarray:
        """Return `pitch_at` (...) for each of (..., 2) table points."""
        return pitches_of_steps(self.to_photo(np.asarray(table)[..., None, :] + HALF_STEPS))

    def scaled(self, factor: float) -> Plane:
        """Return the same plane for the picture scaled by ``factor`` in width and height."""
        # The middle of the first pixel is (0, 0), the picture's corner half a pixel before it in either picture.
        offset = (factor - 1) / 2
        grow = np.array([[factor, 0, offset], [0, factor, offset], [0, 0, 1.0]])
        lens = None if self.lens is None else self.lens.scaled(factor)
        return Plane(
            grow @ self.homography,
            self.radial,
            self.distortion_centre * factor + offset,
            self.half_diagonal * factor,
            lens,
        )


def project(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Map (..., 2) points by a (3, 3) homography; points that are not finite map to NaN."""
    places = np.asarray(points, float)
    if not places.size:
        return places
    # For a million points OpenCV takes a twentieth of NumPy's time. It maps points at infinity to 0, and treats
    # coordinates that are not finite as 0.
    level = homography / np.abs(homography[2]).max()
    projected = np.asarray(cv2.perspectiveTransform(places.reshape(-1, 1, 2), level)).reshape(places.shape)
    known = np.isfinite(places)
    # One reduction over all takes a tenth of the time of one over each point's two coordinates.
    if not known.all():
        projected[~known.all(axis=-1)] = np.nan
    return projected


def distort(straight: np.ndarray, radial: float | np.ndarray, middle: np.ndarray, norm: float) -> np.ndarray:
    """Apply radial distortion to (..., 2) ideal pixels; an array of terms must broadcast with (..., 1)."""
    # Both coordinates apart: NumPy takes many times as long over a last axis of two.
    away_x, away_y = straight[..., 0] - middle[0], straight[..., 1] - middle[1]
    grown = (radial / norm**2 * (away_x**2 + away_y**2)[..., None])[..., 0]
    return np.stack([straight[..., 0] + away_x * grown, straight[..., 1] + away_y * grown], axis=-1)


def undistort(bent: np.ndarray, radial: float | np.ndarray, middle: np.ndarray, norm: float) -> np.ndarray:
    """Undo ``distort`` by fixed-point iteration, which converges for the terms of common lenses."""
    if not np.ndim(radial) and not radial:
        return bent
    away = bent - middle
    squared = ((away[..., 0] ** 2 + away[..., 1] ** 2) / norm**2)[..., None]
    # Points move along the line to the middle only: one factor for each is iterated.
    factor: np.ndarray = np.ones_like(squared)
    for _ in range(_UNDISTORT_ROUNDS):
        factor = 1 / (1 + radial * squared * factor**2)
    undone: np.ndarray = middle + away * factor
    return undone


def fit_plane(
    table: np.ndarray,
    photo: np.ndarray,
    size: tuple[int, int],
    lens: Lens | None = None,
    before: Plane | None = None,
    helper: Executor | None = None,
) -> Plane:
    """Fit the plane to corresponding points; few points fix fewer of its parameters.

    Args:
        table: (n, 2) table points; n is 3 or more.
        photo: (n, 2) their photo pixels.
        size: (width, height) of the photo.
        lens: the photo's lens, if known; otherwise the radial term is estimated.
        before: an earlier fit to some of these points; only radial terms near its own are tried, unless the last of
            these is the best.
        helper: tries half of them in a thread that is idle meanwhile, if there is one.
    """
    middle, norm = np.array(size, float) / 2, float(np.hypot(*size)) / 2
    if lens is not None:
        photo = lens.undistort(photo)
    if len(table) < _MIN_POINTS_PROJECTIVE or _nearly_collinear(table):
        affine, _ = cv2.estimateAffine2D(table.astype(np.float32), photo.astype(np.float32), method=cv2.LMEDS)
        if affine is None:
            return Plane(fit_affine(table, photo), 0.0, middle, norm, lens)
        return Plane(np.vstack([affine, [0, 0, 1]]), 0.0, middle, norm, lens)
    terms = _RADIAL_TERMS if len(table) >= _MIN_POINTS_RADIAL and lens is None else np.zeros(1)
    if before is not None and len(terms) > 1:
        terms = terms[np.abs(terms - before.radial) < _MAX_RADIAL_CHANGE]
    fits = _fit_homographies(table, undistort(photo, terms[:, None, None], middle, norm), helper)
    best = int(np.argmin(_costs(fits, terms, table, photo, middle, norm)))
    if 1 < len(terms) < len(_RADIAL_TERMS) and best in (0, len(terms) - 1):
        return fit_plane(table, photo, size, helper=helper)  # the earlier fit had too few points for the term
    return Plane(fits[best], float(terms[best]), middle, norm, lens)


def _costs(
    fits: np.ndarray, terms: np.ndarray, table: np.ndarray, photo: np.ndarray, middle: np.ndarray, norm: float
) -> np.ndarray:
    """Return (k,) mean capped residuals, in pitches, of (k, 3, 3) fits, plus the cost of their radial terms."""
    pitch = table.mean(axis=0) + HALF_STEPS
    straight = np.array([project(fit, np.concatenate([table, pitch])) for fit in fits])
    placed = distort(straight, terms[:, None, None], middle, norm)
    away = np.linalg.norm(placed[:, : len(table)] - photo, axis=2) / pitches_of_steps(placed[:, len(table) :])[:, None]
    costs: np.ndarray = np.minimum(away, _MAX_RESIDUAL).mean(axis=1) + _RADIAL_COST * np.abs(terms)
    return costs


def pitches_of_steps(steps: np.ndarray) -> np.ndarray:
    """Return the (...) pixels to one pitch, from the (..., 3, 2) pixels of table points plus ``HALF_STEPS``.

    It is the geometric mean over directions.
    """
    across, down = steps[..., 1, :] - steps[..., 0, :], steps[..., 2, :] - steps[..., 0, :]
    pitches: np.ndarray = 2 * np.sqrt(np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]))
    return pitches


def _nearly_collinear(points: np.ndarray) -> bool:
    """Return whether the points lie nearly on a line, which determines no homography."""
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(spread[-1] < _MIN_THICKNESS * spread[0])


def _fit_homographies(table: np.ndarray, photos: np.ndarray, helper: Executor | None) -> np.ndarray:
    """Return (k, 3, 3) homographies from (n, 2) table points to each of (k, n, 2) sets of pixels."""
    spreads = np.median(np.linalg.norm(photos - photos.mean(axis=1, keepdims=True), axis=2), axis=1)
    reach = float(np.median(np.linalg.norm(table - table.mean(axis=0), axis=1)))
    thresholds = _RANSAC_THRESHOLD * spreads / reach

    def fits(which: slice) -> list[np.ndarray]:
        return [_homography(table, *of) for of in zip(photos[which], thresholds[which], strict=True)]

    if helper is None:
        return np.array(fits(slice(None)))
    half = len(photos) // 2
    others = helper.submit(fits, slice(half, None))
    return np.array([*fits(slice(half)), *others.result()])


def _homography(table: np.ndarray, photo: np.ndarray, threshold: float) -> np.ndarray:
    """Return the (3, 3) homography of most points within a threshold, pixels; an affine map if there is none."""
    homography, _ = cv2.findHomography(table, photo, cv2.RANSAC, threshold, maxIters=_RANSAC_ROUNDS)
    return fit_affine(table, photo) if homography is None else np.asarray(homography)


def fit_affine(table: np.ndarray, photo: np.ndarray) -> np.ndarray:
    """Return the (3, 3) affine map of (n, 2) table points to (n, 2) pixels with the least squared error."""
    homogeneous = np.column_stack([table, np.ones(len(table))])
    return np.vstack([np.linalg.lstsq(homogeneous, photo, rcond=None)[0].T, [0, 0, 1]])
