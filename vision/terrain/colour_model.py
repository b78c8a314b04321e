"""Refines the scene network's terrain by a model of each terrain's colours, fitted to the photo itself.

In an unknown printing the network may take pale plains for mountains here and there. Within one photo, however, each
terrain has its own colours. A normal density of each terrain's colours is fitted by expectation maximisation, starting
from the network's probabilities, and is then combined with these at every pixel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import chroma, linear
from vision.networks import channels
from vision.networks.activations import channel_softmax, log_sum_exp
from vision.networks.models import SceneMaps
from vision.terrain.relabelling import Relabelling, relabel

_MAX_DISTANCE = 0.9
"""Distance from a tile's centre, 1 being its outline, up to which pixels are used: outlines and gaps differ in
colour."""
_MIN_CLEAR = 0.8
"""Probability, from which a pixel is used, that no piece hides the tile there."""
_BLUR_SIGMA = 1.0
"""Pixels of the maps over which colours are averaged; a wider blur would shift the borders between terrains."""
_EXTRAPOLATION_SIGMA, _MIN_EXTRAPOLATION_WEIGHT = 1.5, 0.05
"""Gaussian, in pixels of the maps, that extrapolates to pixels without a colour, and the weight at which it ends."""
_SAMPLING_STEP = 7
"""One in this number of pixels is used for fitting."""
_MIN_SAMPLES = 60
"""With fewer samples no colours are fitted."""
_ITERATIONS = 6
_NETWORK_WEIGHT = 0.75
"""Exponent of the network's probabilities during fitting; chosen by hand."""
_COLOUR_WEIGHT = 0.6
"""Weight of the colours' log odds: neighbouring pixels are correlated. Chosen by hand."""
_MAX_LOG_ODDS = 4.0
"""Cap on a terrain's log odds from colour."""
_MIN_VARIANCE = 0.05
"""Added to the variances of a terrain's standardised colours."""
_PRIOR_COUNT = 25.0
"""Samples with the whole board's variance that are added to each terrain's: a prior for terrains with few samples."""
_OUTLIER_LOG_DENSITY = -8.5
"""Log density of an alternative of no terrain, in standardised colours; it makes outliers neutral."""
_MIN_PROBABILITY = 0.01
"""Added to the network's probability of each terrain."""
_LINEAR_LIGHT = linear(np.arange(256)).astype(np.float32)
_PAIRS = np.array([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)])
"""Pairs of components whose products are the quadratic terms of a log density."""


@dataclass(frozen=True, eq=False)
class TerrainColours:
    """The normal density of each terrain's colours on one board in one light.

    Attributes:
        mean: (3,) mean `chromaticity.chroma` of the board.
        deviation: (3,) its standard deviations; colours are standardised by these.
        densities: (10, 3) coefficients of each terrain's log density for the 10 terms of `_quadratic_terms`.
        relabelling: correction of terrains that the network confuses, if any.
    """

    mean: np.ndarray
    deviation: np.ndarray
    densities: np.ndarray
    relabelling: Relabelling | None = None

    def corrections(self, colours: np.ndarray) -> np.ndarray:
        """Return (n, 3) corrections of the network's log probabilities at pixels with (n, 3) `chromaticity.chroma`."""
        standardised = (colours - self.mean) / self.deviation
        log_odds = _COLOUR_WEIGHT * self.log_odds(standardised).T
        return log_odds if self.relabelling is None else log_odds + self.relabelling.corrections(standardised)

    def log_odds(self, standardised: np.ndarray) -> np.ndarray:
        """Return (3, n) capped log odds of the terrains, relative to their mean, of (n, 3) standardised colours."""
        logs = self.densities.T @ _quadratic_terms(standardised)
        logs = np.maximum(logs, _OUTLIER_LOG_DENSITY) + np.log1p(np.exp(-np.abs(logs - _OUTLIER_LOG_DENSITY)))
        found: np.ndarray = np.clip(logs - logs.mean(axis=0), -_MAX_LOG_ODDS, _MAX_LOG_ODDS)
        return found


def apply_terrain_colours(
    maps: SceneMaps, view: View, centres: Iterable[np.ndarray], known: TerrainColours | None = None
) -> tuple[SceneMaps, TerrainColours | None]:
    """Correct the maps' terrain on tiles by the terrains' colours.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
        known: the colours from an earlier picture of the same board in the same light; fitted to this one if None.

    Returns:
        The maps, with only the terrains' logits changed, and the colours; None if too little of the tiles is visible.
    """
    colours, seen = _colours(maps, view, centres)
    model = _fitted(maps, colours, seen) if known is None else known
    if model is None:
        return maps, None
    corrections, corrected = _extrapolated(model.corrections(colours), seen)
    before = maps.logits[channels.TERRAIN][:, corrected]
    logs = (_log_probabilities(before) + corrections).T
    # The probability of table against all terrains stays the same.
    logs += log_sum_exp(before[1:], axis=0) - log_sum_exp(logs, axis=0)
    logits = maps.logits.copy()
    logits[channels.TERRAIN][1:, corrected] = logs
    return SceneMaps(logits), model


def _extrapolated(corrections: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Extend corrections to pixels nearby, at the rims of the tiles.

    Args:
        corrections: (n, 3) at the n pixels of ``seen``.
        seen: (h, w) bool.

    Returns:
        (m, 3) corrections at m pixels, and (h, w) bool, which these are.
    """
    field = np.zeros((*seen.shape, 3), np.float32)
    field[seen] = corrections
    weights = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), _EXTRAPOLATION_SIGMA)
    blurred = cv2.GaussianBlur(field, (0, 0), _EXTRAPOLATION_SIGMA)
    nearby = blurred / np.maximum(weights, _MIN_EXTRAPOLATION_WEIGHT)[..., None]
    corrected = weights > _MIN_EXTRAPOLATION_WEIGHT
    return np.where(seen[..., None], field, nearby)[corrected], corrected


def _fitted(maps: SceneMaps, colours: np.ndarray, seen: np.ndarray) -> TerrainColours | None:
    """Fit a normal density to each terrain by expectation maximisation (Dempster et al. 1977)."""
    sample = colours[::_SAMPLING_STEP]
    if len(sample) < _MIN_SAMPLES:
        return None
    mean, deviation = sample.mean(axis=0), sample.std(axis=0) + 1e-3
    standardised = (sample - mean) / deviation
    logs = _log_probabilities(maps.logits[channels.TERRAIN][:, seen][:, ::_SAMPLING_STEP])
    relabelling = relabel(logs, standardised)
    if relabelling is not None:
        logs = logs + relabelling.corrections(standardised)
    posteriors = np.exp(logs)
    model = TerrainColours(mean, deviation, np.empty((0, 0)), relabelling)
    for _ in range(_ITERATIONS):
        model = replace(model, densities=np.column_stack([_density(standardised, each) for each in posteriors.T]))
        posteriors = channel_softmax(_NETWORK_WEIGHT * logs.T + _COLOUR_WEIGHT * model.log_odds(standardised))
    return model


def _density(standardised: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the (10,) coefficients of the log normal density of (n, 3) colours with (n,) weights, up to a constant."""
    count = weights.sum() + 1e-6
    mean = weights @ standardised / count
    away = standardised - mean
    scatter = (away * weights[:, None]).T @ away
    covariance = (scatter + _PRIOR_COUNT * np.eye(3)) / (count + _PRIOR_COUNT) + _MIN_VARIANCE * np.eye(3)
    precision = np.linalg.inv(covariance)
    squares = precision[_PAIRS[:, 0], _PAIRS[:, 1]] * np.where(_PAIRS[:, 0] == _PAIRS[:, 1], -0.5, -1.0)
    constant = -0.5 * (mean @ precision @ mean + np.linalg.slogdet(covariance)[1])
    return np.concatenate([squares, precision @ mean, [constant]]).astype(np.float32)


def _quadratic_terms(standardised: np.ndarray) -> np.ndarray:
    """Return (10, n): squares, products and components of (n, 3) colours, and 1."""
    parts = np.ascontiguousarray(standardised.T)
    return np.concatenate([parts[_PAIRS[:, 0]] * parts[_PAIRS[:, 1]], parts, np.ones_like(parts[:1])])


def _log_probabilities(logits: np.ndarray) -> np.ndarray:
    """Return (n, 3) log probabilities of the terrains, given that there is a tile, from (4, n) logits."""
    logs: np.ndarray = np.log(channel_softmax(logits[1:]) + _MIN_PROBABILITY)
    return logs


def _colours(maps: SceneMaps, view: View, centres: Iterable[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, 3) `chromaticity.chroma` of the tiles' visible pixels, and an (h, w) bool mask of these."""
    height, width = maps.logits.shape[1:]
    stride = channels.STRIDE
    down, across = stride * height - view.pixels.shape[0], stride * width - view.pixels.shape[1]
    padded = cv2.copyMakeBorder(view.pixels, 0, down, 0, across, cv2.BORDER_REPLICATE)
    light = cv2.LUT(cv2.resize(padded, (width, height), interpolation=cv2.INTER_AREA), _LINEAR_LIGHT)
    inside = np.zeros((height, width), np.uint8)
    for centre in centres:
        cv2.fillConvexPoly(inside, np.round(view.to_maps(centre + _MAX_DISTANCE * CORNERS)).astype(np.int32), 1)
    shown = inside * (maps.piece[..., 0] > _MIN_CLEAR).astype(np.float32)
    # A mean of visible pixels of tiles only, so that gaps and pieces do not influence it.
    weights = cv2.GaussianBlur(shown, (0, 0), _BLUR_SIGMA)
    summed = cv2.GaussianBlur(light * shown[..., None], (0, 0), _BLUR_SIGMA)
    seen = shown > 0
    return chroma(summed[seen] / weights[seen][:, None]), seen
