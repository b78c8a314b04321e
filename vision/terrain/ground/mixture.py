"""A mixture of normal densities of the looks of a board's ground, with the light's gradient over the board undone.

Each density is one look: a board of three grounds has more, since rock has lit and shaded sides, and water has waves.
The light falls off over a table; what it adds to the logarithms of colours is a quadratic polynomial of the place,
shared by all looks and estimated together with them. What is like no look, as glare, belongs to none.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.terrain.ground.ground_features import COLOURS, FEATURE_COUNT, NETWORK
from vision.terrain.ground.normal_densities import (
    covariances_of,
    log_density_coefficients,
    pairs_of,
    quadratic_terms,
)

GROUPS = 9
"""Number of looks: three for each ground. With 6 they were 95.5 % pure on 40 synthetic boards in strange colours, with
9 96.2 %, with 12 96.2 %."""
_ITERATIONS = 10
"""Rounds of expectation maximisation."""
_SAMPLES = 3000
"""Pixels are subsampled to about this number for fitting."""
_WEIGHTS = np.array([1.0, 1.0, 1.0, 0.6, 0.6, 1.2, 1.2])
"""Scale of each standardised component: textures overlap more than colours. That of the network's log odds was chosen
on 480 synthetic boards (seeds 8011, 8012, 8021, 8031, 8121), before `_PIXEL_VARIANCE`: 1 464 edges were wrong with 0.7,
1 332 with 1, 1 186 with 1.2, and 1 275 with 1.4. The others were chosen by hand."""
_NETWORK_DEVIATION = 2.0
"""Nats by which the network's log odds are standardised, so that they count little where they hardly vary."""
_PIXEL_VARIANCE = 2.0
"""Added to the (scaled) variance of the network's log odds where pixels are compared with the groups: these odds tell
which grounds there are, but are averaged over several pixels, and those of the pixel itself count beside its groups. Of
the regions of 180 synthetic boards (seeds 8012 and 8141) 309 are wrong with 0, 287 with 1, 288 with 3, and 300 with
30."""
_PRIOR_COUNT, _PRIOR_VARIANCE, _MIN_VARIANCE = 20.0, 0.3, 0.04
"""Pseudo-samples of each look's covariance, their variance, and what is added to all variances (standardised); chosen
by hand."""
_PRIOR_SHARE = 5.0
"""Pseudo-samples of each look's share; chosen by hand."""
_LIGHT_RIDGE = 30.0
"""Penalty on the light's coefficients, in samples; chosen by hand."""
_OUTLIER_LOG_DENSITY = -16.0
"""Log density of belonging to no look, as for glare and printed icons; chosen by hand."""
_MIN_LOG_SHARE = -60.0
"""Limit of a group's log probability below that of the likeliest group: what is less never counts."""
_KMEANS_CRITERIA = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
_NETWORK_AXES = np.diag(np.isin(np.arange(FEATURE_COUNT), np.arange(FEATURE_COUNT)[NETWORK]).astype(float))
"""(7, 7), a 1 for each of the network's components."""
_FIRST, _SECOND = pairs_of(FEATURE_COUNT)
"""(28,) each, the pairs of components whose products are terms of a density."""


@dataclass(frozen=True, eq=False)
class Mixture:
    """The looks of one board in one light.

    Attributes:
        mean: (7,) subtracted from looks to standardise them.
        scale: (7,) by which they are then multiplied.
        low: (2,) least x and y of table points, which are -1 in the light's polynomial.
        high: (2,) greatest x and y, which are 1 there.
        light: (5, 7) coefficients of the light's polynomial.
        centres: (9, 7) mean standardised look of each group.
        densities: (9, 36) coefficients of each group's log density for the terms of `quadratic_terms`.
        pixel_densities: (9, 36) the same for pixels, whose network's log odds are spread more widely.
    """

    mean: np.ndarray
    scale: np.ndarray
    low: np.ndarray
    high: np.ndarray
    light: np.ndarray
    centres: np.ndarray
    densities: np.ndarray
    pixel_densities: np.ndarray

    def standardised_centres(self) -> np.ndarray:
        """Return the groups' (9, 7) mean looks in standard deviations from the board's mean."""
        return np.asarray(self.centres / _WEIGHTS)

    def measured_centres(self) -> np.ndarray:
        """Return the groups' (9, 7) mean looks in the looks' own units, the board's light evened out."""
        return np.asarray(self.mean + self.centres / self.scale)

    def responsibilities(self, looks: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return (9, n) probabilities of the groups; what is missing to 1 is the probability of none.

        Args:
            looks: (7, n).
            places: (2, n) their table points.
        """
        return _responsibilities(self._unlit_terms(looks, places), self.densities)

    def pixel_responsibilities(self, looks: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return `responsibilities` where the network's log odds count little, to be combined with the pixels' own."""
        return _responsibilities(self._unlit_terms(looks, places), self.pixel_densities)

    def _unlit_terms(self, looks: np.ndarray, places: np.ndarray) -> np.ndarray:
        flat = (looks - self.mean[:, None]) * self.scale[:, None]
        flat -= self.light.T @ _light_terms(places, self.low, self.high)
        return quadratic_terms(flat)

    def unlit_colours(self, colours: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return (3, n) standardised colours with the light undone.

        Args:
            colours: (3, n) `chromaticity.chroma`.
            places: (2, n) their table points.
        """
        flat = (colours - self.mean[COLOURS, None]) * self.scale[COLOURS, None]
        flat -= self.light[:, COLOURS].T @ _light_terms(places, self.low, self.high)
        return np.asarray(flat)

    def colour_coefficients(self) -> np.ndarray:
        """Return the (9, 10) coefficients of each group's log density of `unlit_colours` alone, whatever its share."""
        covariances = covariances_of(self.densities, FEATURE_COUNT)[:, COLOURS, COLOURS]
        return log_density_coefficients(self.centres[:, COLOURS], covariances)


def fit_mixture(looks: np.ndarray, places: np.ndarray) -> Mixture:
    """Fit the groups by expectation maximisation (Dempster et al. 1977).

    Args:
        looks: (7, n), at least as many as groups.
        places: (2, n) their table points.
    """
    step = 1 + looks.shape[1] // _SAMPLES
    looks, places = np.ascontiguousarray(looks[:, ::step]), places[:, ::step].astype(np.float32)
    mean, deviation = looks.mean(axis=1), looks.std(axis=1) + 1e-3
    deviation[NETWORK] = _NETWORK_DEVIATION
    scale, low, high = (_WEIGHTS / deviation).astype(np.float32), places.min(axis=1), places.max(axis=1) + 1e-6
    standardised, basis = (looks - mean[:, None]) * scale[:, None], _light_terms(places, low, high)
    light, groups = np.zeros((len(basis), FEATURE_COUNT), np.float32), _initial(standardised)
    for _ in range(_ITERATIONS):
        terms = quadratic_terms(standardised - light.T @ basis)
        centres, covariances, log_shares = _normals(terms @ groups.T, looks.shape[1])
        densities = log_density_coefficients(centres, covariances, log_shares)
        groups = _responsibilities(terms, densities)
        light = _light(standardised[COLOURS], basis, groups, centres[:, COLOURS])
    pixel_densities = log_density_coefficients(centres, covariances + _PIXEL_VARIANCE * _NETWORK_AXES, log_shares)
    return Mixture(mean, scale, low, high, light, centres, densities, pixel_densities)


def _initial(standardised: np.ndarray) -> np.ndarray:
    """Return (9, n) groups of (7, n) looks by k-means.

    It starts from sorted brightness, so that a photo is always read alike.
    """
    count = standardised.shape[1]
    start = np.empty(count, np.int32)
    start[np.lexsort(standardised[:3])] = np.arange(count) * GROUPS // count
    _, groups, _ = cv2.kmeans(
        np.ascontiguousarray(standardised.T), GROUPS, start[:, None], _KMEANS_CRITERIA, 1, cv2.KMEANS_USE_INITIAL_LABELS
    )
    chosen: np.ndarray = np.eye(GROUPS, dtype=np.float32)[:, groups.ravel()]
    return chosen


def _normals(sums: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the groups' (9, 7) means, (9, 7, 7) covariances and (9,) log shares.

    Args:
        sums: (36, 9) sums of the terms of `quadratic_terms` over each group.
        count: of samples.
    """
    counts = sums[-1][:, None, None] + 1e-6
    means = sums[len(_FIRST) : -1].T / counts[:, 0]
    products = np.empty((GROUPS, FEATURE_COUNT, FEATURE_COUNT))
    products[:, _FIRST, _SECOND] = products[:, _SECOND, _FIRST] = sums[: len(_FIRST)].T
    scatter = products - counts * means[:, :, None] * means[:, None]
    prior = _PRIOR_COUNT * _PRIOR_VARIANCE * np.eye(FEATURE_COUNT)
    covariances = (scatter + prior) / (counts + _PRIOR_COUNT) + _MIN_VARIANCE * np.eye(FEATURE_COUNT)
    log_shares = np.log((counts.ravel() + _PRIOR_SHARE) / (count + _PRIOR_SHARE * GROUPS))
    return means, covariances, log_shares


def _light(standardised: np.ndarray, basis: np.ndarray, shares: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return the (5, 7) coefficients of the light that best explain how looks differ from their groups' means.

    Args:
        standardised: (3, n) colours.
        basis: (5, n) terms of the light.
        shares: (9, n) of the groups.
        centres: (9, 3) their mean colours.
    """
    known = shares.sum(axis=0)
    normal = (basis * known) @ basis.T + _LIGHT_RIDGE * np.eye(len(basis))
    light = np.zeros((len(basis), FEATURE_COUNT), np.float32)
    away = standardised * known - centres.T.astype(np.float32) @ shares
    light[:, COLOURS] = np.linalg.solve(normal, basis @ away.T)
    return light


def _light_terms(places: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return (5, n) terms of a quadratic polynomial of (2, n) table points, without a constant."""
    x, y = 2 * (places - low[:, None]) / (high - low)[:, None] - 1
    return np.stack([x, y, x * x - 1 / 3, y * y - 1 / 3, x * y])


def _responsibilities(terms: np.ndarray, densities: np.ndarray) -> np.ndarray:
    """Return (9, n) probabilities of the groups from the (36, n) terms of `quadratic_terms`."""
    logs = densities @ terms
    top = np.maximum(logs.max(axis=0), _OUTLIER_LOG_DENSITY)
    # Below the limit they would be subnormal numbers, with which a processor calculates a hundred times as slowly.
    found: np.ndarray = np.exp(np.maximum(logs - top, _MIN_LOG_SHARE))
    found /= found.sum(axis=0) + np.exp(_OUTLIER_LOG_DENSITY - top)
    return found
