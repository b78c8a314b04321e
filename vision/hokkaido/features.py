"""How a square looks, in figures of which a lamp changes but three."""

from __future__ import annotations

import cv2
import numpy as np

from vision.hokkaido.cells import SIDE

MARGIN = 6
"""Pixels at a square's rim that do not count: a tile's frame, a neighbour that lies over it."""
INNER = SIDE - 2 * MARGIN
LIGHT = 3
"""The first figures are those that a lamp adds to: mean lightness and both chromas."""
_SHARES = (4, 12, 25, 40, 60, 75, 88, 96)
_COARSE, _STEP = 9, 3
"""The coarse picture's pixels along a side, and how many of the square's each of them is."""
_OFF = 3
"""Pixels by which a card may lie off the grid."""
_FLOOR = 0.02
"""Contrast (logarithms) under which all is noise."""
_OCTANT = np.triu_indices(_COARSE // 2 + 1)


def describe(square: np.ndarray) -> np.ndarray:
    """Return the figures of a (SIDE, SIDE, 3) square of `cells.opponents`; (d,) floats."""
    inner = np.ascontiguousarray(square[MARGIN : SIDE - MARGIN, MARGIN : SIDE - MARGIN])
    mean = inner.mean(axis=(0, 1))
    relative = inner - mean
    flat = relative.reshape(-1, 3)
    shares = np.percentile(flat, _SHARES, axis=0).ravel()
    spread = flat.std(axis=0) + _FLOOR
    together = (flat[:, [0, 0, 1]] * flat[:, [1, 2, 2]]).mean(axis=0) / spread[[0, 0, 1]] / spread[[1, 2, 2]]
    return np.concatenate([mean, 2 * shares, 0.3 * together, _layout(square - mean), _roughness(relative)])


def _layout(relative: np.ndarray) -> np.ndarray:
    """Return the coarse picture, evened out over all turns and mirror images, and how uneven it was.

    The square is moved a little to where it is most even, as what has a middle lies off the grid with its card.
    """
    soft = cv2.blur(relative, (_STEP, _STEP))
    first = (SIDE - _COARSE * _STEP) // 2 + _STEP // 2
    shifts = np.arange(-_OFF, _OFF + 2)  # as many to both sides: SIDE is even, the coarse picture odd
    at = first + shifts[:, None] + _STEP * np.arange(_COARSE)
    tries = soft[at[:, None, :, None], at[None, :, None, :]].reshape(-1, _COARSE, _COARSE, 3)
    even = _evened(tries)
    off = np.abs(tries - even) @ np.array([1, 1.5, 1.5])
    best = int(off.mean(axis=(1, 2)).argmin())
    middle = off[best, 3:6, 3:6].mean()
    uneven = 0.5 * np.log(np.array([middle, (off[best].sum() - middle * 9) / 72]) + _FLOOR)
    return np.concatenate([1.5 * even[best][_OCTANT].ravel(), uneven])


def _evened(pictures: np.ndarray) -> np.ndarray:
    """Return (n, s, s, 3) pictures, each the mean of its turns and mirror images."""
    half = (pictures + pictures[:, ::-1]) / 2
    whole = (half + half[:, :, ::-1]) / 2
    return np.asarray((whole + whole.transpose(0, 2, 1, 3)) / 2)


def _roughness(relative: np.ndarray) -> np.ndarray:
    """Return logarithms of the slopes' mean size, fine and coarse, for each channel."""
    found = []
    for size in (INNER, INNER // 3):
        small = cv2.resize(relative, (size, size), interpolation=cv2.INTER_AREA)
        slope = np.abs(np.diff(small, axis=0)).mean(axis=(0, 1)) + np.abs(np.diff(small, axis=1)).mean(axis=(0, 1))
        found.append(0.5 * np.log(slope + _FLOOR))
    return np.concatenate(found)
