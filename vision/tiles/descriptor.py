"""A descriptor of a tile's printed art that stays the same under another light, and its similarity measure."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.geometry.hexagon import NORMALS
from vision.geometry.rotation import rotated

SIDE = 64
"""Pixels along a patch."""
SPAN = 1.2
"""Tile widths along a patch."""
GRID = 32
"""Descriptor cells along a patch; each has three features."""
_LINE = (np.arange(SIDE) + 0.5) / SIDE * SPAN - SPAN / 2
PATCH = np.stack(np.meshgrid(_LINE, _LINE), axis=-1)
"""(SIDE, SIDE, 2) positions of a patch's pixels on a tile at the origin, in tile widths."""
_RIM_DISTANCE = 2 * (PATCH @ NORMALS.T).max(axis=-1)
"""(SIDE, SIDE) distance from the tile's centre towards its nearest edge; 1 on the rim."""


def tile_mask(side: int, inner: float = 0.86) -> np.ndarray:
    """Return the (side, side) share 0..1 of each cell of a patch that lies within ``inner`` of the way to the rim."""
    inside = (inner > _RIM_DISTANCE).astype(np.float32)
    return np.asarray(cv2.resize(inside, (side, side), interpolation=cv2.INTER_AREA))


def tile_crop(size: float) -> tuple[slice, slice]:
    """Return the middle rows and columns of a patch: the whole patch of a tile that is smaller, by ``size`` <= 1."""
    trim = round((1 - size) / 2 * SIDE)
    return np.s_[trim : SIDE - trim, trim : SIDE - trim]


_COMPARED = (tile_mask(GRID) > 0.5).astype(np.float32)
"""Cells that are compared: the rim is left out, since a tile may lie a little off its pose."""
_NORMALISED = tile_mask(GRID, 0.9)
"""Cells over which brightness and contrast are normalised."""
_COMPARED_FEATURES = np.flatnonzero(np.repeat(_COMPARED.ravel(), 3))
_LIGHT_SIGMA = 3.0
"""Sigma, cells, above which variation counts as light and not as art."""
_BLUR_SIGMA = 1.5
"""Sigma, patch pixels, of the blur that tolerates small displacements."""
_CHANNEL_WEIGHTS = np.array([1.0, 0.5, 0.5], np.float32)
"""Weights of lightness and of the two chroma channels (CIE L*a*b*)."""
_CHANNEL_NOISE = np.array([3.0, 2.0, 2.0], np.float32)
"""Contrast, CIE L*a*b* units, below which each channel is mostly noise."""
_MAX_FEATURE = 2.0
"""Cap of a feature, in local standard deviations: stronger ones are shadow edges, glints or undetected pieces."""
_BLANK_SQUARE = 0.04
"""Mean square of a feature below which a patch counts as blank. All these numbers were chosen by hand."""


def describe(patch: np.ndarray, free: np.ndarray, size: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return a patch's features and their weights.

    The features are normalised local contrast: slow changes by a lamp, a shadow's slope or a camera's colours cancel.

    Args:
        patch: (SIDE, SIDE, 3) uint8 or float BGR 0..255, laid out as ``PATCH``.
        free: (SIDE, SIDE) 0..1, probability that nothing hides the tile.
        size: width of the tile over the patch's own; 1 or less.

    Returns:
        (GRID * GRID * 3,) float32 features, and as many weights 0..1.
    """
    return describe_blurred(blurred_lab(patch, free), size)


def blurred_lab(patch: np.ndarray, free: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a patch in CIE L*a*b* multiplied by its visibility, and the visibility; both blurred."""
    visibility = free.astype(np.float32)
    lab = cv2.cvtColor(np.asarray(patch, np.float32) / 255, cv2.COLOR_BGR2LAB) * visibility[..., None]
    return cv2.GaussianBlur(lab, (0, 0), _BLUR_SIGMA), cv2.GaussianBlur(visibility, (0, 0), _BLUR_SIGMA)


def describe_blurred(blurred: tuple[np.ndarray, np.ndarray], size: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the descriptor of `describe` from the result of `blurred_lab` and a tile of this size."""
    crop = tile_crop(size)
    lab, share = (cv2.resize(part[crop], (GRID, GRID), interpolation=cv2.INTER_AREA) for part in blurred)
    lab = lab / np.maximum(share, np.float32(1e-3))[..., None]
    weights = (share * _NORMALISED)[..., None]
    local_weight = cv2.GaussianBlur(weights, (0, 0), _LIGHT_SIGMA)[..., None] + np.float32(1e-3)
    detail = lab - cv2.GaussianBlur(lab * weights, (0, 0), _LIGHT_SIGMA) / local_weight
    contrast = np.sqrt(cv2.GaussianBlur(detail * detail * weights, (0, 0), _LIGHT_SIGMA) / local_weight)
    features = np.clip(detail / (contrast + _CHANNEL_NOISE), -_MAX_FEATURE, _MAX_FEATURE) * _CHANNEL_WEIGHTS
    return features.ravel(), np.repeat((share * _COMPARED).ravel(), 3)


def rotated_descriptors(picture: np.ndarray) -> np.ndarray:
    """Return (6, GRID * GRID * 3) features of a whole (n, n, 3) picture turned clockwise by 0..5 sixths."""
    everywhere = np.ones((SIDE, SIDE), bool)
    return np.array([describe(patch, everywhere)[0] for patch in rotated_patches(picture)])


def rotated_patches(picture: np.ndarray) -> Iterator[np.ndarray]:
    """Yield a whole (n, n, 3) picture, ``SPAN`` tile widths wide, as patches turned clockwise by 0..5 sixths."""
    side = picture.shape[0]
    for turn in range(6):
        where = (rotated(PATCH, -turn * np.pi / 3) / SPAN + 0.5) * side - 0.5
        across, down = np.moveaxis(where.astype(np.float32), -1, 0)
        yield cv2.remap(picture, across, down, cv2.INTER_LINEAR)


def similarity(queries: np.ndarray, weights: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return (n, m) similarities, about 0 for different prints up to 1, of n queries with m whole patches.

    Args:
        queries: (n, d) features.
        weights: (n, d) 0..1 weights of the queries' features.
        known: (m, d) features.
    """
    weights, known = weights[:, _COMPARED_FEATURES], known[:, _COMPARED_FEATURES]
    weighted = queries[:, _COMPARED_FEATURES] * weights
    energy = (queries[:, _COMPARED_FEATURES] * weighted).sum(axis=1)
    return weighted_similarity(weighted, energy, weights, known, known**2)


def weighted_similarity(
    weighted: np.ndarray, energy: np.ndarray, weights: np.ndarray, known: np.ndarray, squares: np.ndarray
) -> np.ndarray:
    """Return (n, m) similarities of the visible parts of n patches with m others.

    A correlation that tolerates unequal contrast only a little and takes two blank patches for similar: the structure
    term of SSIM (Wang et al. 2004) over a whole tile.

    Args:
        weighted: (n, d) features times their weights.
        energy: (n,) weighted sums of the features' squares.
        weights: (n, p) weights of the cells; a cell has one feature or all three.
        known: (m, d) features of the others.
        squares: (m, p) sums of their squares in each cell.
    """
    floor = _BLANK_SQUARE * weighted.shape[1] / weights.shape[1] * weights.sum(axis=1)[:, None] + 1e-6
    similarities: np.ndarray = (2 * weighted @ known.T + floor) / (energy[:, None] + weights @ squares.T + floor)
    return similarities
