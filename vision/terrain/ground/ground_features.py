"""Features of the ground at each pixel of a view: its colour, its texture and the scene network's logits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import chroma_of_channels, linear
from vision.networks.activations import softmax
from vision.networks.channels import STRIDE, TERRAIN
from vision.networks.models import SceneMaps

COLOURS, TEXTURES, NETWORK = slice(0, 3), slice(3, 5), slice(5, 7)
"""Features: `chromaticity.chroma`; log roughness at two scales; two log odds of the scene network."""
FEATURE_COUNT = 7
"""Number of features."""
MAX_DISTANCE = 0.93
"""Distance from a tile's centre, 1 being its outline, up to which pixels are used: outlines and gaps differ."""
MIN_CLEAR = 0.8
"""Probability, from which a pixel is used, that no piece hides the tile there; chosen by hand."""
_COLOUR_SIGMA, _FINE_SIGMA, _COARSE_SIGMA, _NETWORK_SIGMA = 1.0, 2.0, 3.0, 1.5
"""Pixels of the maps over which colour, fine and coarse roughness and the network's log odds are averaged. At 48 pixels
a pitch slivers of ground are three pixels wide."""
_PIXEL_SIGMA = 0.7
"""The same for the colours of pixels beside pieces, which must not mix with these."""
_MIN_ROUGHNESS = 0.02
"""Added to roughness (log units of light a pixel) before its logarithm: less is noise."""
_MIN_LIGHT = 0.02
"""Added to light, 0..1, before its logarithm."""
_MIN_PROBABILITY = 0.01
"""Added to the network's probability of each terrain before its logarithm."""
_SUM = np.ones((1, 3), np.float32)
_LINEAR_LIGHT = linear(np.arange(256)).astype(np.float32)


@dataclass(frozen=True, eq=False)
class GroundFeatures:
    """The features of the pixels of a view's maps.

    Attributes:
        values: (7, h, w) float32, valid where ``seen``; see `COLOURS`, `TEXTURES` and `NETWORK`.
        seen: (h, w) bool, whether a tile lies there that no piece hides.
        logs: (3, h, w) float32, see `terrain_logs`.
    """

    values: np.ndarray
    seen: np.ndarray
    logs: np.ndarray


def colours_at(view: View, shape: tuple[int, ...], at: np.ndarray) -> np.ndarray:
    """Return (3, n) float32 `chromaticity.chroma` of n pixels of a view's maps.

    Args:
        view: the view.
        shape: height and width of its maps.
        at: (n,) flat indices of the pixels.
    """
    pixels = cv2.resize(_padded(view, shape), (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(pixels, (0, 0), _PIXEL_SIGMA).reshape(-1, 3)
    return np.stack(chroma_of_channels(*(_LINEAR_LIGHT[soft[at, k]] for k in range(3))))


def extract_ground_features(maps: SceneMaps, view: View, centres: Iterable[np.ndarray]) -> GroundFeatures:
    """Return the features of the ground in a view.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
    """
    height, width = maps.logits.shape[1:]
    pixels = _padded(view, (height, width))
    inside = np.zeros((height, width), np.uint8)
    for centre in centres:
        cv2.fillConvexPoly(inside, np.round(view.to_maps(centre + MAX_DISTANCE * CORNERS)).astype(np.int32), 1)
    shown = inside * (maps.piece[..., 0] > MIN_CLEAR).astype(np.float32)
    light = cv2.LUT(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), _LINEAR_LIGHT)
    values = np.empty((FEATURE_COUNT, height, width), np.float32)
    values[COLOURS] = chroma_of_channels(*_means(cv2.split(light), shown, _COLOUR_SIGMA))
    (roughness,) = _means([_slope(pixels, (width, height))], shown, _FINE_SIGMA)
    brightness = np.log(cv2.transform(light, _SUM) + _MIN_LIGHT)
    (usual,) = _means([brightness], shown, _COARSE_SIGMA)
    (relief,) = _means([np.abs(brightness - usual)], shown, _COARSE_SIGMA)
    values[TEXTURES] = np.log(np.stack([roughness, relief]) + _MIN_ROUGHNESS)
    logs = terrain_logs(maps.logits[TERRAIN])
    values[NETWORK] = _means(_network_axes(logs), shown, _NETWORK_SIGMA)
    return GroundFeatures(values, shown > 0, logs)


def places_of(view: View, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return the (2, n) float32 table points of n pixels of a view's maps, from their (n,) columns and rows."""
    sides = (np.arange(limit) for limit in (int(across.max(initial=0)) + 1, int(down.max(initial=0)) + 1))
    x, y = (view.from_maps(np.stack([side, side], axis=1)).astype(np.float32).T[k] for k, side in enumerate(sides))
    return np.stack([x.take(across), y.take(down)])


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


def _padded(view: View, shape: tuple[int, ...]) -> np.ndarray:
    """Return the view's pixels with its border repeated, so that maps of a shape (h, w) cover it."""
    down, across = STRIDE * shape[0] - view.pixels.shape[0], STRIDE * shape[1] - view.pixels.shape[1]
    return np.asarray(cv2.copyMakeBorder(view.pixels, 0, down, 0, across, cv2.BORDER_REPLICATE))


def _network_axes(logs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the log odds of (3, ...) logs: plains against mountain, and ocean against the mean of both; (...) each."""
    return logs[0] - logs[1], 1.5 * logs[2]


def _slope(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return the (h, w) gradient's magnitude of log light of BGR pixels, averaged to a size (w, h)."""
    logs = np.log(_LINEAR_LIGHT + _MIN_LIGHT)
    grey = cv2.LUT(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), logs)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, ksize=3) for dx in (1, 0))
    # `cv2.magnitude` rounds otherwise where its arrays lie elsewhere in memory, so that a photo had two readings.
    return cv2.resize(np.sqrt(across * across + down * down), size, interpolation=cv2.INTER_AREA)


def _means(fields: Sequence[np.ndarray], weights: np.ndarray, sigma: float) -> list[np.ndarray]:
    """Return the Gaussian mean of each of (h, w) fields over the pixels with weight only."""
    total = cv2.GaussianBlur(weights, (0, 0), sigma) + 1e-4
    return [cv2.GaussianBlur(field * weights, (0, 0), sigma) / total for field in fields]
