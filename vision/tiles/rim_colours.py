"""The colours of the terrains along the rims of one table's tiles, learned from the tiles recognised with certainty.

The network may take one printing's plains for mountains in some light. Tiles that are recognised by their art show how
each terrain looks on this table, and so what lies on the others' rims. A colour of no terrain indicates another copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.hexagon import points_along_sides
from vision.terrain.edges import EDGES
from vision.tiles.descriptor import SPAN
from vision.tiles.log_colours import log_colours
from vision.vocabulary import TERRAINS

_POINTS_PER_EDGE = 6
"""Sample points along an edge; divisible by two and by three, the numbers of parts of an edge."""
_RIM_DISTANCE = 0.78
"""Distance of the points from the centre, 1 being the rim itself: inside of printed borders and gaps."""
_GRID = 16
"""Cells along a patch from which the points are sampled."""

_MIN_VISIBLE_SHARE = 0.3
"""Least visible share of a rim that its mean is divided by, so that a short visible part does not decide."""
_PRIOR_POINTS = 30.0
"""Weight, in points, of the prior of a terrain's covariance, which is a quarter of that of all rims."""
_MIN_VARIANCE = 0.002
"""Least variance of a terrain in log colours."""
_SHADOW = np.diag([0.0, 0.0, 0.1])
"""Variance that shadows add to the log of the light of any terrain."""
_MIN_POINTS = 20.0
"""Fewest points from which a terrain's colours are learned; without them its log odds are 0."""
_OTHER_COPY_SCALE = 4.0
"""Covariance of the colours of another copy, in units of that of all rims of this table."""
_MIN_LOG_ODDS, _USUAL_LOG_ODDS = -4.0, 0.3
"""Limits of a point's log odds, nats, of a terrain against another copy; the upper one is usual for a right terrain.
All these numbers were chosen by hand."""

_TERRAIN_OF_POINT = np.array(
    [[TERRAINS.index(e[j * len(e) // _POINTS_PER_EDGE]) for j in range(_POINTS_PER_EDGE)] for e in EDGES]
)
"""(21, _POINTS_PER_EDGE) index of the terrain at each point of each of ``EDGES``."""


@dataclass(frozen=True, eq=False)
class RimSamples:
    """Colours along the rims of n tiles.

    Attributes:
        colours: (n, p, 3) log ratios of blue and of red to green, and the log of the light, at p points.
        weights: (n, p) 0..1 visibility of the points.
    """

    colours: np.ndarray
    weights: np.ndarray


def sample_rims(patches: Sequence[np.ndarray], visibilities: Sequence[np.ndarray], size: float) -> RimSamples:
    """Return the rim colours of tiles of this size; patches and visibilities are those of `tile_view.TileView`."""
    shape = (_GRID, _GRID)
    weighted = [np.dstack([p * v[..., None], v]) for p, v in zip(patches, visibilities, strict=True)]
    small = np.array([cv2.resize(w, shape, interpolation=cv2.INTER_AREA) for w in weighted])
    along = _interpolation(size) @ small.reshape(len(weighted), -1, 4)
    weights = along[..., 3]
    logs = log_colours(along[..., :3] / np.maximum(weights, 1e-3)[..., None])
    colours = [logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1], logs.mean(axis=2)]
    return RimSamples(np.stack(colours, axis=-1), weights)


def rim_log_odds(samples: RimSamples, certain: Sequence[tuple[int, np.ndarray]], edges: np.ndarray) -> np.ndarray:
    """Return (n, m) mean log odds, 0 or less, of n tiles' rims being those of m tiles against those of another copy.

    Args:
        samples: the n tiles' rims.
        certain: numbers of the tiles recognised with certainty, with their (6,) edges as numbers of ``edges.EDGES``.
        edges: (m, 6) numbers of the candidates' edges.
    """
    odds = _log_odds(samples, certain)
    total = samples.weights.sum(axis=1, keepdims=True)
    weights = samples.weights / np.maximum(total, _MIN_VISIBLE_SHARE * samples.weights.shape[1])
    expected = np.eye(len(TERRAINS), dtype=np.float32)[_TERRAIN_OF_POINT[edges]].reshape(len(edges), -1)
    weighted = (odds * weights[..., None]).reshape(len(odds), -1).astype(np.float32)
    return np.asarray(np.minimum(weighted @ expected.T - _USUAL_LOG_ODDS, 0.0))


def _log_odds(samples: RimSamples, certain: Sequence[tuple[int, np.ndarray]]) -> np.ndarray:
    """Return (n, p, 3) log odds of each terrain at each point against another copy, by normal densities."""
    every = samples.colours.reshape(-1, 3)
    covariance = np.cov(every.T) + _MIN_VARIANCE * np.eye(3)
    other_copy = _log_density(every, every.mean(axis=0), _OTHER_COPY_SCALE * covariance)
    rows = [n for n, _ in certain]
    colours, weights = samples.colours[rows].reshape(-1, 3), samples.weights[rows].ravel()
    terrains = np.array([_TERRAIN_OF_POINT[numbers] for _, numbers in certain]).ravel()
    logs = np.zeros((len(every), len(TERRAINS)))
    for k in range(len(TERRAINS)):
        own = weights * (terrains == k)
        total = own.sum()
        if total < _MIN_POINTS:
            continue
        mean = own @ colours / total
        away = colours - mean
        spread = ((away * own[:, None]).T @ away + _PRIOR_POINTS / 4 * covariance) / (total + _PRIOR_POINTS)
        logs[:, k] = _log_density(every, mean, spread + _MIN_VARIANCE * np.eye(3) + _SHADOW) - other_copy
    limited = np.clip(np.logaddexp(logs, _MIN_LOG_ODDS), _MIN_LOG_ODDS, _USUAL_LOG_ODDS)
    return limited.reshape(*samples.colours.shape[:2], -1)


def _log_density(colours: np.ndarray, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    away = colours - mean
    squares = ((away @ np.linalg.inv(covariance)) * away).sum(axis=1)
    return np.asarray(-0.5 * (squares + np.linalg.slogdet(covariance)[1]))


@lru_cache(maxsize=16)
def _interpolation(size: float) -> np.ndarray:
    """Return (p, _GRID ** 2) bilinear weights of a patch's cells at each point on the rim of a tile of this size."""
    rim = points_along_sides((np.arange(_POINTS_PER_EDGE) + 0.5) / _POINTS_PER_EDGE)
    at = (_RIM_DISTANCE * size * rim.reshape(-1, 2) / SPAN + 0.5) * _GRID - 0.5
    grid = np.arange(_GRID)
    across, down = (np.maximum(1 - abs(at[:, k, None] - grid), 0) for k in (0, 1))
    return np.asarray((down[:, :, None] * across[:, None, :]).reshape(len(at), -1), np.float32)
