"""The descriptor of a square; a change of light affects only its first three features."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.hokkaido.cells import SIDE, Cells, Place

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
_PERCENTILES_WEIGHT, _CORRELATIONS_WEIGHT, _LAYOUT_WEIGHT, _TEXTURE_WEIGHT = 2, 0.3, 1.5, 0.5
"""Factors of the percentiles of each channel, of the channels' correlations, of the coarse picture, and of the logs of
asymmetry and roughness. By hand."""
_CHANNEL_WEIGHTS = np.array([1, 1.5, 1.5])
"""Weights of lightness and chromas in the asymmetry. By hand."""
_MIDDLE = slice(3, 6)
"""The middle third of the coarse picture, whose asymmetry is a feature of its own."""
_BATCH = 32
"""Squares described together; their shifted coarse pictures take 2 MB."""
_OCTANT = np.triu_indices(_COARSE // 2 + 1)


def describe(square: np.ndarray) -> np.ndarray:
    """Return the (d,) features of a (SIDE, SIDE, 3) square of `imaging.opponent_colours`."""
    return np.asarray(_described(square[None])[0])


def describe_places(cells: Cells, places: Sequence[Place]) -> np.ndarray:
    """Return the (n, d) features of squares of a view; each square is described once."""

    def in_batches(fresh: Sequence[Place]) -> list[np.ndarray]:
        batches = [fresh[start : start + _BATCH] for start in range(0, len(fresh), _BATCH)]
        return [one for batch in batches for one in _described(np.array([cells.square(place) for place in batch]))]

    return cells.descriptions(places, in_batches)


def _described(squares: np.ndarray) -> np.ndarray:
    """Return the (n, d) features of (n, SIDE, SIDE, 3) squares."""
    inner = np.ascontiguousarray(squares[:, MARGIN : SIDE - MARGIN, MARGIN : SIDE - MARGIN])
    mean = inner.mean(axis=(1, 2))
    relative = inner - mean[:, None, None]
    flat = relative.reshape(len(squares), -1, 3)
    shares = np.percentile(flat, _PERCENTILES, axis=1).swapaxes(0, 1).reshape(len(squares), -1)
    spread = flat.std(axis=1) + _NOISE_FLOOR
    pairs = (flat[..., [0, 0, 1]] * flat[..., [1, 2, 2]]).mean(axis=1)
    together = pairs / spread[:, [0, 0, 1]] / spread[:, [1, 2, 2]]
    layouts, roughness = _layouts(squares - mean[:, None, None]), np.array([_roughness(one) for one in relative])
    return np.concatenate(
        [mean, _PERCENTILES_WEIGHT * shares, _CORRELATIONS_WEIGHT * together, layouts, roughness], axis=1
    )


def _layouts(relative: np.ndarray) -> np.ndarray:
    """Return for each of n squares the coarse picture, averaged over rotations and reflections, and its asymmetry.

    A square is shifted to where it is most symmetric, which corrects the card's offset from the grid.
    """
    soft = np.array([cv2.blur(one, (_COARSE_STEP, _COARSE_STEP)) for one in relative])
    first = (SIDE - _COARSE * _COARSE_STEP) // 2 + _COARSE_STEP // 2
    shifts = np.arange(-_MAX_OFFSET, _MAX_OFFSET + 2)  # symmetric: SIDE is even, the coarse picture odd
    at = first + shifts[:, None] + _COARSE_STEP * np.arange(_COARSE)
    tries = soft[:, at[:, None, :, None], at[None, :, None, :]].reshape(len(soft), -1, _COARSE, _COARSE, 3)
    even = _symmetrised(tries)
    off = np.abs(tries - even) @ _CHANNEL_WEIGHTS
    best = off.mean(axis=(2, 3)).argmin(axis=1)
    even, off = even[np.arange(len(even)), best], off[np.arange(len(off)), best]
    middle = off[:, _MIDDLE, _MIDDLE].mean(axis=(1, 2))
    inner = (_MIDDLE.stop - _MIDDLE.start) ** 2
    around = (off.sum(axis=(1, 2)) - middle * inner) / (_COARSE**2 - inner)
    uneven = _TEXTURE_WEIGHT * np.log(np.stack([middle, around], axis=1) + _NOISE_FLOOR)
    return np.concatenate([_LAYOUT_WEIGHT * even[:, *_OCTANT].reshape(len(even), -1), uneven], axis=1)


def _symmetrised(pictures: np.ndarray) -> np.ndarray:
    """Return (..., s, s, 3) pictures, each averaged over its rotations and reflections."""
    half = (pictures + pictures[..., ::-1, :, :]) / 2
    whole = (half + half[..., ::-1, :]) / 2
    return np.asarray((whole + whole.swapaxes(-3, -2)) / 2)


def _roughness(relative: np.ndarray) -> np.ndarray:
    """Return the log mean gradient magnitudes of each channel, fine and coarse."""
    found = []
    for size in (INNER, INNER // 3):
        small = cv2.resize(relative, (size, size), interpolation=cv2.INTER_AREA)
        slope = np.abs(np.diff(small, axis=0)).mean(axis=(0, 1)) + np.abs(np.diff(small, axis=1)).mean(axis=(0, 1))
        found.append(_TEXTURE_WEIGHT * np.log(slope + _NOISE_FLOOR))
    return np.concatenate(found)
