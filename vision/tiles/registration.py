"""Exact registration of known prints over a tile, to decide which of a few candidates it is, or none.

The descriptor tolerates displacement and a lamp's colours. Two prints that differ little, by a small fish in the sea or
the direction of stripes, can be told apart only where print and tile coincide exactly. Pixels that may show a piece
count as far as they look like the print: the "piece" may be printed on the tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.rotation import rotation
from vision.tiles.descriptor import GRID, SIDE, tile_crop, tile_mask
from vision.tiles.log_colours import log_colours
from vision.tiles.tile_view import HIDDEN_VISIBILITY

_BLUR_SIGMA = 1.2
"""Sigma, patch pixels, of the blur against noise."""
_LIGHT_SIGMA = 2.5
"""Sigma, cells, above which variation counts as light and not as art."""
_CHROMA_WEIGHT = 0.7
"""Weight of the log ratios of colours beside the log of the light."""
_MIN_WEIGHT = 0.05
"""Weight of pixels that are certainly hidden, so that the light is defined everywhere."""
_STEP_PRIOR = 0.02 * np.array([0.5, 0.5, 200.0, 400.0]) / 4
"""Damping of the Gauss-Newton step in displacement (cells), rotation (radians) and scale."""
_MAX_STEP = np.array([1.0, 1.0, 0.05, 0.05])
"""Largest step: displacement in cells, down and across, rotation in radians, and relative scale."""
_OUTLIER = 0.15
"""Residual of a feature at which its weight in the step falls to a half (Cauchy weights)."""
_CONTRAST_PRIOR = 0.003
"""Weight of contrast 1 in the fit of a print's contrast: the details of a faint print may be noise."""
_CONTRAST_RANGE = (0.3, 2.5)
"""Limits of the fitted contrast."""
_MIN_NOISE = 0.02
"""Least standard deviation of a feature in any photo."""
_PRINTED_PIECE = 0.15
"""Probability that something that certainly looks like a piece is printed on the tile."""
_HIDDEN_LIKELIHOOD = 0.05
"""Likelihood, over that of a perfect fit, of a pixel where something hides the tile."""
_OUTLIER_LIKELIHOOD = 1e-3
"""The same for a pixel that neither fits nor is hidden."""
_CELL_WEIGHT = 0.5
"""Weight of each cell's log likelihood: neighbouring cells are not independent."""
_SIMILARITY_PER_NAT = 0.006
"""Similarity subtracted for each nat of log likelihood behind the best print."""
_MAX_NATS = 60.0
"""Cap of that difference, nats."""
_SIMILARITY_PER_CORRELATION, _NEUTRAL_CORRELATION = 0.5, 0.35
"""Similarity added for each unit of correlation above the neutral one."""
_MIN_CONTRAST = 0.05
"""Contrast of a print below which its correlation with anything is mostly noise."""
_BONUS_RANGE = (-0.05, 0.2)
"""Limits of what the correlation adds: a low one may come from an undetected shadow."""
_MIN_VISIBLE_SHARE = 0.05
"""Visible share of a tile below which registration is left out. All these numbers were chosen by hand."""

_MASK = tile_mask(GRID)
_LINE = np.arange(GRID, dtype=np.float32) - (GRID - 1) / 2
_ACROSS, _DOWN = np.meshgrid(_LINE, _LINE)
_PIXELS_PER_CELL = SIDE / GRID


@dataclass(frozen=True, eq=False)
class _Tile:
    """The visible part of a tile.

    Attributes:
        features: (n, n, 3).
        weights: (n, n) 0..1 weights of the cells.
        visibility: (n, n) 0..1.
        light_weights: (n, n) weights in the estimate of the light.
        light_sums: (n, n) local sums of these.
    """

    features: np.ndarray
    weights: np.ndarray
    visibility: np.ndarray
    light_weights: np.ndarray
    light_sums: np.ndarray

    def without_light(self, logs: np.ndarray) -> np.ndarray:
        """Subtract slow changes from (n, n, 3) log colours, weighted by this tile's visibility."""
        return _without_light(logs, self.light_weights, self.light_sums)


def log_picture(picture: np.ndarray) -> np.ndarray:
    """Return (SIDE, SIDE, 3) blurred log light and log colour ratios of a whole (n, n, 3) BGR picture of a tile."""
    whole = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(_logs(whole), (0, 0), _BLUR_SIGMA))


def registration_bonus(
    patch: np.ndarray, visibility: np.ndarray, size: float, prints: Sequence[tuple[np.ndarray, int, np.ndarray]]
) -> np.ndarray:
    """Return (k,) evidence for each of k prints, in units of `descriptor.weighted_similarity`.

    The log likelihood of the pixels, given a print and the noise that the best print leaves, decides between them; the
    correlation with a print decides whether it is any of them.

    Args:
        patch: (SIDE, SIDE, 3) BGR 0..255.
        visibility: (SIDE, SIDE) 0..1; both as in `tile_view.TileView`.
        size: the tile's width over the patch's own.
        prints: for each its `log_picture`, clockwise sixths, and (2,) displacement in cells, down and across.
    """
    tile = _tile(patch, visibility, size)
    if tile.weights.mean() < _MIN_VISIBLE_SHARE * _MASK.mean():
        return np.zeros(len(prints))
    registered = [tile.without_light(_registered(tile, *p)) for p in prints]
    residuals = np.array([((tile.features - _contrasts(tile, p) * p) ** 2).sum(axis=2) for p in registered])
    logs = _log_likelihoods(tile, residuals)
    correlations = np.array([_correlation(tile, p) for p in registered])
    weights = tile.weights.ravel()
    contrasts = np.array([(p**2).sum(axis=2).ravel() @ weights / tile.weights.sum() for p in registered])
    reliability = contrasts / (contrasts + _MIN_CONTRAST**2)
    bonus = _SIMILARITY_PER_CORRELATION * reliability * (correlations - _NEUTRAL_CORRELATION)
    penalty = _SIMILARITY_PER_NAT * np.minimum(logs.max() - logs, _MAX_NATS)
    return np.asarray(np.clip(bonus, *_BONUS_RANGE) - penalty)


def _tile(patch: np.ndarray, visibility: np.ndarray, size: float) -> _Tile:
    """Return a tile's print for registration.

    Args:
        patch: (SIDE, SIDE, 3) BGR 0..255.
        visibility: (SIDE, SIDE) 0..1.
        size: the tile's width over the patch's own.
    """
    crop = tile_crop(size)
    shape, area = (GRID, GRID), cv2.INTER_AREA
    visible = np.clip((visibility[crop] - HIDDEN_VISIBILITY) / (1 - HIDDEN_VISIBILITY), 0, 1).astype(np.float32)
    weight = _MIN_WEIGHT + (1 - _MIN_WEIGHT) * visible
    logs = cv2.GaussianBlur(_logs(patch[crop]) * weight[..., None], (0, 0), _BLUR_SIGMA * size)
    share = cv2.resize(cv2.GaussianBlur(weight, (0, 0), _BLUR_SIGMA * size), shape, interpolation=area)
    small = cv2.resize(visible, shape, interpolation=area)
    light_weights = _MASK * (_MIN_WEIGHT + (1 - _MIN_WEIGHT) * small)
    light_sums = np.maximum(_blurred(light_weights), 1e-3)
    features = _without_light(cv2.resize(logs, shape, interpolation=area) / share[..., None], light_weights, light_sums)
    return _Tile(features, _MASK * small, small, light_weights, light_sums)


def _registered(tile: _Tile, logs: np.ndarray, turn: int, displacement: np.ndarray) -> np.ndarray:
    """Return a print warped onto the tile: by its displacement, refined by one Gauss-Newton step."""
    start = np.array([-displacement[1], -displacement[0], 0.0, 0.0])
    return _warped(logs, turn, start + _gauss_newton_step(tile, tile.without_light(_warped(logs, turn, start))))


def _gauss_newton_step(tile: _Tile, near: np.ndarray) -> np.ndarray:
    """Return the (4,) displacement across and down, rotation and scale that reduce a print's residuals, robustly."""
    across, down = cv2.Sobel(near, -1, 1, 0, scale=1 / 8), cv2.Sobel(near, -1, 0, 1, scale=1 / 8)
    x, y = _ACROSS[..., None], _DOWN[..., None]
    slopes = np.stack([across, down, down * x - across * y, across * x + down * y], axis=-1).reshape(-1, 4)
    residuals = (tile.features - near).ravel()
    weights = np.repeat(tile.weights.ravel(), 3) / (1 + (residuals / _OUTLIER) ** 2)
    weighted = slopes * weights[:, None]
    step = np.linalg.solve(weighted.T @ slopes + np.diag(_STEP_PRIOR), weighted.T @ residuals)
    return np.asarray(np.clip(step, -_MAX_STEP, _MAX_STEP))


def _warped(logs: np.ndarray, turn: int, pose: np.ndarray) -> np.ndarray:
    """Return (n, n, 3) of a print turned clockwise by sixths and moved by (across, down, rotation, scale)."""
    angle, scale = pose[2] - turn * np.pi / 3, (1 + pose[3]) * _PIXELS_PER_CELL
    linear = scale * rotation(angle)
    offset = _PIXELS_PER_CELL * rotation(-turn * np.pi / 3) @ pose[:2] - linear @ np.full(2, (GRID - 1) / 2)
    matrix = np.column_stack([linear, (SIDE - 1) / 2 + offset])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(logs, matrix, (GRID, GRID), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _contrasts(tile: _Tile, print_: np.ndarray) -> np.ndarray:
    """Return (3,) factors that scale a print's channels to the tile's contrast: lamps and cameras differ."""
    weights = tile.weights[..., None]
    prior = _CONTRAST_PRIOR * tile.weights.sum()
    factors = ((tile.features * print_ * weights).sum((0, 1)) + prior) / (
        (print_ * print_ * weights).sum((0, 1)) + prior
    )
    return np.asarray(np.clip(factors, *_CONTRAST_RANGE))


def _log_likelihoods(tile: _Tile, residuals: np.ndarray) -> np.ndarray:
    """Return (k,) log likelihoods of (k, n, n) squared residuals of k prints."""
    visible = tile.weights > 0.6
    medians = np.median(residuals[:, visible], axis=1) if visible.any() else np.ones(len(residuals))
    # The median of the sum of three squares is 2.4 of their variances.
    noise = (medians / 2.4 + _MIN_NOISE**2)[:, None, None]
    bare = _PRINTED_PIECE + (1 - _PRINTED_PIECE) * tile.visibility
    fits = np.exp(-0.5 * residuals / noise) * noise.min() / noise
    logs = np.log(bare * fits + (1 - bare) * _HIDDEN_LIKELIHOOD + _OUTLIER_LIKELIHOOD)
    return np.asarray((logs * _MASK).sum((1, 2)) * _CELL_WEIGHT)


def _correlation(tile: _Tile, print_: np.ndarray) -> float:
    weighted = print_ * tile.weights[..., None]
    norms = (tile.features**2 * tile.weights[..., None]).sum() * (print_ * weighted).sum()
    return float((tile.features * weighted).sum() / np.sqrt(norms + 1e-9))


def _logs(picture: np.ndarray) -> np.ndarray:
    """Return the log light and two log colour ratios of an (n, n, 3) BGR picture, 0..255."""
    logs = log_colours(picture)
    ratios = _CHROMA_WEIGHT * (logs[..., [0, 2]] - logs[..., 1:2])
    return np.concatenate([logs.mean(axis=2, keepdims=True), ratios], axis=2).astype(np.float32)


def _without_light(logs: np.ndarray, weights: np.ndarray, sums: np.ndarray) -> np.ndarray:
    return np.asarray(logs - _blurred(logs * weights[..., None]) / sums[..., None])


def _blurred(features: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(features, (0, 0), _LIGHT_SIGMA))
