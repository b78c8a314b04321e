"""What colours the terrains have along the rims of one table's tiles, learned from those recognised beyond doubt.

The network may take one printing's plains for mountains in some light; tiles that their art gives away tell how each
terrain looks here, and what lies on the others' rims. A colour that no terrain has speaks for a tile of another copy.
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

_ALONG = 6
"""Places along an edge; divisible by two and by three, the ways an edge may be parted."""
_DEPTH = 0.78
"""How far out they lie, 1 being the rim itself: clear of printed borders and of gaps."""
_GRID = 16
"""Features along a patch from which the places are read."""
_SEEN = 0.3
"""The share of a rim that counts as seen even where less of it is: a short glimpse does not decide."""
_SUPPOSED = 30.0
"""So many places, half as varied as all that is seen, are added to each terrain's: what shows little says little."""
_LEAST_SPREAD = 0.002
"""Variance that any terrain has in logarithms of light."""
_SHADED = np.diag([0.0, 0.0, 0.1])
"""Variance of the log of the light that shadows give to any terrain."""
_FEWEST = 20.0
"""A terrain that shows in fewer places stays unknown; nothing speaks for or against it."""
_WIDE = 4.0
"""How much more varied than all that is seen a colour of another copy is supposed to be."""
_STRANGE, _USUAL = -4.0, 0.3
"""Log odds, against a colour of another copy, that no place falls below, and from which a terrain's own are usual."""
_LETTERS = np.array([[TERRAINS.index(e[j * len(e) // _ALONG]) for j in range(_ALONG)] for e in EDGES])
"""(21, _ALONG) the terrain that each of ``EDGES`` has at these places."""


@dataclass(frozen=True, eq=False)
class RimColours:
    """What is seen along the rims of n tiles.

    Attributes:
        colours: (n, p, 3) log ratios of blue and of red to green, and the log of the light, at p places.
        counts: (n, p) 0..1, how surely each of them shows the tile.
    """

    colours: np.ndarray
    counts: np.ndarray


def rim_colours(patches: Sequence[np.ndarray], clear: Sequence[np.ndarray], size: float) -> RimColours:
    """Look along the rims of tiles of this size; patches and what is clear of them are those of ``Glimpse``."""
    shape = (_GRID, _GRID)
    seen = [np.dstack([p * c[..., None], c]) for p, c in zip(patches, clear, strict=True)]
    small = np.array([cv2.resize(s, shape, interpolation=cv2.INTER_AREA) for s in seen]).reshape(len(seen), -1, 4)
    along = _places(size) @ small
    counts = along[..., 3]
    logs = log_colours(along[..., :3] / np.maximum(counts, 1e-3)[..., None])
    colours = [logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1], logs.mean(axis=2)]
    return RimColours(np.stack(colours, axis=-1), counts)


def fitting(seen: RimColours, sure: Sequence[tuple[int, np.ndarray]], edges: np.ndarray) -> np.ndarray:
    """(n, m) mean log odds, 0 or less, of n tiles' rims being those of m tiles rather than of another copy's.

    Args:
        seen: the n tiles' rims.
        sure: which of them are recognised beyond doubt, and their (6,) edges as numbers among ``terrain.EDGES``.
        edges: (m, 6) numbers of the edges in question.
    """
    odds = _odds(seen, sure)
    counts = seen.counts / np.maximum(seen.counts.sum(axis=1, keepdims=True), _SEEN * seen.counts.shape[1])
    shown = np.eye(len(TERRAINS), dtype=np.float32)[_LETTERS[edges]].reshape(len(edges), -1)
    weighed = (odds * counts[..., None]).reshape(len(odds), -1).astype(np.float32)
    return np.asarray(np.minimum(weighed @ shown.T - _USUAL, 0.0))


def _odds(seen: RimColours, sure: Sequence[tuple[int, np.ndarray]]) -> np.ndarray:
    """(n, p, 3) log odds of each terrain at each place against a colour of another copy: normal densities."""
    every = seen.colours.reshape(-1, 3)
    usual = np.cov(every.T) + _LEAST_SPREAD * np.eye(3)
    strange = _log_density(every, every.mean(axis=0), _WIDE * usual)
    which = [n for n, _ in sure]
    colours, counts = seen.colours[which].reshape(-1, 3), seen.counts[which].ravel()
    letters = np.array([_LETTERS[numbers] for _, numbers in sure]).ravel()
    logs = np.zeros((len(every), len(TERRAINS)))
    for k in range(len(TERRAINS)):
        weights = counts * (letters == k)
        total = weights.sum()
        if total < _FEWEST:
            continue
        mean = weights @ colours / total
        away = colours - mean
        spread = ((away * weights[:, None]).T @ away + _SUPPOSED / 4 * usual) / (total + _SUPPOSED)
        logs[:, k] = _log_density(every, mean, spread + _LEAST_SPREAD * np.eye(3) + _SHADED) - strange
    return np.clip(np.logaddexp(logs, _STRANGE), _STRANGE, _USUAL).reshape(*seen.colours.shape[:2], -1)


def _log_density(colours: np.ndarray, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    away = colours - mean
    return np.asarray(-0.5 * (((away @ np.linalg.inv(spread)) * away).sum(axis=1) + np.linalg.slogdet(spread)[1]))


@lru_cache(maxsize=16)
def _places(size: float) -> np.ndarray:
    """(p, _GRID ** 2) shares of a patch's features that make up each place on the rim of a tile of this size."""
    rim = points_along_sides((np.arange(_ALONG) + 0.5) / _ALONG)
    at = (_DEPTH * size * rim.reshape(-1, 2) / SPAN + 0.5) * _GRID - 0.5
    grid = np.arange(_GRID)
    across, down = (np.maximum(1 - abs(at[:, k, None] - grid), 0) for k in (0, 1))
    return np.asarray((down[:, :, None] * across[:, None, :]).reshape(len(at), -1), np.float32)
