"""The descriptor of a square; a change of light affects only its first three features."""

from __future__ import annotations

import cv2
import numpy as np

from vision.hokkaido.cells import SIDE

MARGIN = 6
"""Pixels at the border of a square that are ignored: a card's frame, an overlapping neighbour."""
INNER = SIDE - 2 * MARGIN
LIGHT = 3
"""Number of the first features, which depend on the light: mean lightness and both chromas."""
_PERCENTILES = (4, 12, 25, 40, 60, 75, 88, 96)
_COARSE, _COARSE_STEP = 9, 3
"""Pixels along the coarse picture, and pixels of the square per coarse pixel."""
_MAX_OFFSET = 3
"""Largest offset of a card from the grid, pixels."""
_NOISE_FLOOR = 0.02
"""Contrast (logarithms) below which there is only noise."""
_OCTANT = np.triu_indices(_COARSE // 2 + 1)


def describe(square: np.ndarray) -> np.ndarray:
    """Return the (d,) features of a (SIDE, SIDE, 3) square of `cells.opponent_colours`."""
    inner = np.ascontiguousarray(square[MARGIN : SIDE - MARGIN, MARGIN : SIDE - MARGIN])
    mean = inner.mean(axis=(0, 1))
    relative = inner - mean
    flat = relative.reshape(-1, 3)
    shares = np.percentile(flat, _PERCENTILES, axis=0).ravel()
    spread = flat.std(axis=0) + _NOISE_FLOOR
    together = (flat[:, [0, 0, 1]] * flat[:, [1, 2, 2]]).mean(axis=0) / spread[[0, 0, 1]] / spread[[1, 2, 2]]
    return np.concatenate([mean, 2 * shares, 0.3 * together, _layout(square - mean), _roughness(relative)])


def _layout(relative: np.ndarray) -> np.ndarray:
    """Return the coarse picture, averaged over all rotations and reflections, and its asymmetry.

    The square is shifted to where it is most symmetric, which corrects the card's offset from the grid.
    """
    soft = cv2.blur(relative, (_COARSE_STEP, _COARSE_STEP))
    first = (SIDE - _COARSE * _COARSE_STEP) // 2 + _COARSE_STEP // 2
    shifts = np.arange(-_MAX_OFFSET, _MAX_OFFSET + 2)  # symmetric: SIDE is even, the coarse picture odd
    at = first + shifts[:, None] + _COARSE_STEP * np.arange(_COARSE)
    tries = soft[at[:, None, :, None], at[None, :, None, :]].reshape(-1, _COARSE, _COARSE, 3)
    even = _symmetrised(tries)
    off = np.abs(tries - even) @ np.array([1, 1.5, 1.5])
    best = int(off.mean(axis=(1, 2)).argmin())
    middle = off[best, 3:6, 3:6].mean()
    uneven = 0.5 * np.log(np.array([middle, (off[best].sum() - middle * 9) / 72]) + _NOISE_FLOOR)
    return np.concatenate([1.5 * even[best][_OCTANT].ravel(), uneven])


def _symmetrised(pictures: np.ndarray) -> np.ndarray:
    """Return (n, s, s, 3) pictures, each averaged over its rotations and reflections."""
    half = (pictures + pictures[:, ::-1]) / 2
    whole = (half + half[:, :, ::-1]) / 2
    return np.asarray((whole + whole.transpose(0, 2, 1, 3)) / 2)


def _roughness(relative: np.ndarray) -> np.ndarray:
    """Return the log mean gradient magnitudes of each channel, fine and coarse."""
    found = []
    for size in (INNER, INNER // 3):
        small = cv2.resize(relative, (size, size), interpolation=cv2.INTER_AREA)
        slope = np.abs(np.diff(small, axis=0)).mean(axis=(0, 1)) + np.abs(np.diff(small, axis=1)).mean(axis=(0, 1))
        found.append(0.5 * np.log(slope + _NOISE_FLOOR))
    return np.concatenate(found)
