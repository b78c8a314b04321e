"""The looks of the ground at each pixel of a view: colour, texture, and what the scene network says of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import chroma, linear
from vision.networks.activations import softmax
from vision.networks.channels import STRIDE, TERRAIN
from vision.networks.models import SceneMaps

COLOURS, TEXTURES, NETWORK = slice(0, 3), slice(3, 5), slice(5, 7)
"""Components of a look: `chromaticity.chroma`; log roughness at two scales; two log odds of the scene network."""
COUNT = 7
"""Number of components."""
_MAX_DISTANCE = 0.93
"""Distance from a tile's centre, 1 being its outline, up to which pixels are used: outlines and gaps differ."""
_MIN_CLEAR = 0.8
"""Probability, from which a pixel is used, that no piece hides the tile there."""
_COLOUR_SIGMA, _FINE_SIGMA, _COARSE_SIGMA, _NETWORK_SIGMA = 1.0, 2.0, 3.0, 1.5
"""Pixels of the maps over which colour, fine and coarse roughness and the network's log odds are averaged. At 48 pixels
a pitch slivers of ground are three pixels wide."""
_MIN_ROUGHNESS = 0.02
"""Added to roughness (log units of light a pixel) before its logarithm: less is noise."""
_MIN_LIGHT = 0.02
"""Added to light, 0..1, before its logarithm."""
_MIN_PROBABILITY = 0.01
"""Added to the network's probability of each terrain before its logarithm."""
_SUM = np.ones((1, 3), np.float32)
_LINEAR_LIGHT = linear(np.arange(256)).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Looks:
    """The looks of the pixels of a view's maps.

    Attributes:
        values: (h, w, 7) float32, valid where ``seen``; see `COLOURS`, `TEXTURES` and `NETWORK`.
        seen: (h, w) bool, whether a tile lies there that no piece hides.
        logs: (3, h, w) float32, see `terrain_logs`.
    """

    values: np.ndarray
    seen: np.ndarray
    logs: np.ndarray


def looks_of(maps: SceneMaps, view: View, centres: Iterable[np.ndarray]) -> Looks:
    """Return the looks of a view.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
    """
    height, width = maps.logits.shape[1:]
    down, across = STRIDE * height - view.pixels.shape[0], STRIDE * width - view.pixels.shape[1]
    pixels = cv2.copyMakeBorder(view.pixels, 0, down, 0, across, cv2.BORDER_REPLICATE)
    inside = np.zeros((height, width), np.uint8)
    for centre in centres:
        cv2.fillConvexPoly(inside, np.round(view.to_maps(centre + _MAX_DISTANCE * CORNERS)).astype(np.int32), 1)
    shown = inside * (maps.piece[..., 0] > _MIN_CLEAR).astype(np.float32)
    light = cv2.LUT(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), _LINEAR_LIGHT)
    values = np.empty((height, width, COUNT), np.float32)
    values[..., COLOURS] = chroma(_mean(light, shown, _COLOUR_SIGMA))
    values[..., 3] = np.log(_mean(_slope(pixels, (width, height)), shown, _FINE_SIGMA) + _MIN_ROUGHNESS)
    brightness = np.log(cv2.transform(light, _SUM) + _MIN_LIGHT)
    relief = np.abs(brightness - _mean(brightness, shown, _COARSE_SIGMA))
    values[..., 4] = np.log(_mean(relief, shown, _COARSE_SIGMA) + _MIN_ROUGHNESS)
    logs = terrain_logs(maps.logits[TERRAIN])
    values[..., NETWORK] = _mean(_network_axes(logs), shown, _NETWORK_SIGMA)
    return Looks(values, shown > 0, logs)


def terrain_logs(logits: np.ndarray) -> np.ndarray:
    """Return (3, ...) log probabilities of plains, mountain and ocean, less their mean, given that there is a tile.

    Args:
        logits: (4, ...) of table, plains, mountain and ocean.
    """
    logs = np.log(softmax(logits[1:], axis=0) + _MIN_PROBABILITY)
    centred: np.ndarray = logs - logs.mean(axis=0)
    return centred


def network_logs(look: np.ndarray) -> np.ndarray:
    """Return the (3,) log probabilities, less their mean, of the terrains by what a (7,) look has of the network."""
    plains_or_mountain, ocean = look[NETWORK] / [2, 1.5]
    return np.array([plains_or_mountain - ocean / 2, -plains_or_mountain - ocean / 2, ocean])


def _network_axes(logs: np.ndarray) -> np.ndarray:
    """Return (..., 2) log odds of (3, ...) logs: plains against mountain, and ocean against the mean of both."""
    return np.dstack([logs[0] - logs[1], 1.5 * logs[2]])


def _slope(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return the (h, w) gradient's magnitude of log light of BGR pixels, averaged to a size (w, h)."""
    logs = np.log(_LINEAR_LIGHT + _MIN_LIGHT)
    grey = cv2.LUT(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), logs)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, ksize=3) for dx in (1, 0))
    return cv2.resize(cv2.magnitude(across, down), size, interpolation=cv2.INTER_AREA)


def _mean(field: np.ndarray, weights: np.ndarray, sigma: float) -> np.ndarray:
    """Return the Gaussian mean of a field (h, w) or (h, w, c) over the pixels with weight only."""
    count = 1 if field.ndim == 2 else field.shape[2]
    total = cv2.GaussianBlur(weights, (0, 0), sigma) + 1e-4
    # NumPy takes several times as long where the last axis of one factor is stretched.
    by, divisor = (cv2.merge([each] * count) if count > 1 else each for each in (weights, total))
    mean: np.ndarray = cv2.GaussianBlur(field * by, (0, 0), sigma) / divisor
    return mean
