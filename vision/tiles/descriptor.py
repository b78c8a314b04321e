"""A tile's printed art as a patch, and what of it stays the same under another light."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.hexagon import NORMALS
from vision.loose_tiles.pose import turned

SIDE = 64
"""Pixels along a patch."""
SPAN = 1.2
"""Tile widths along a patch."""
COARSE = 32
"""Features along a patch."""
_LINE = (np.arange(SIDE) + 0.5) / SIDE * SPAN - SPAN / 2
PATCH = np.stack(np.meshgrid(_LINE, _LINE), axis=-1)
"""(SIDE, SIDE, 2) places of a patch's pixels on a tile at the origin, in its widths."""
_OUT = 2 * (PATCH @ NORMALS.T).max(axis=-1)


def shown(along: int, inner: float = 0.86) -> np.ndarray:
    """(along, along) shares 0..1 of a patch's features that surely show the tile, however carelessly it lies."""
    inside = (inner > _OUT).astype(np.float32)
    return np.asarray(cv2.resize(inside, (along, along), interpolation=cv2.INTER_AREA))


_COUNTED = (shown(COARSE) > 0.5).astype(np.float32)
_EVENED = shown(COARSE, 0.9)
_USED = np.flatnonzero(np.repeat(_COUNTED.ravel(), 3))
_SLOW = 3.0
"""Sigma, features, of what counts as light and not as art."""
_FINE = 1.5
"""Sigma, patch pixels, of the blur that lets tiles lie a little off."""
_WEIGHTS = np.array([1.0, 0.5, 0.5], np.float32)
_NOISE = np.array([3.0, 2.0, 2.0], np.float32)
"""How much lightness and the two chromas say, and the contrast (CIE L*a*b* units) under which each is noise."""
_MOST = 2.0
"""No feature stands out farther: what does is a shadow's edge, a glint or a piece that nobody saw."""
_BLANK = 0.04
"""Mean square of a feature under which a patch is as good as blank."""


def describe(patch: np.ndarray, free: np.ndarray, size: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return a patch's features and how much each counts.

    Local contrast, evened out: what a lamp, a shadow's slope or a camera's colours change slowly is taken away.

    Args:
        patch: (SIDE, SIDE, 3) uint8 or float BGR 0..255, as ``PATCH`` lies.
        free: (SIDE, SIDE) 0..1, how surely nothing stands in the way.
        size: width of the tile over the patch's own; 1 or less.

    Returns:
        (COARSE * COARSE * 3,) float32 features, and as many numbers 0..1.
    """
    return described(soften(patch, free), size)


def soften(patch: np.ndarray, free: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a patch in CIE L*a*b*, times how much of each place was seen, and that; both a little blurred."""
    seen = free.astype(np.float32)
    lab = cv2.cvtColor(np.asarray(patch, np.float32) / 255, cv2.COLOR_BGR2LAB) * seen[..., None]
    return cv2.GaussianBlur(lab, (0, 0), _FINE), cv2.GaussianBlur(seen, (0, 0), _FINE)


def described(softened: tuple[np.ndarray, np.ndarray], size: float) -> tuple[np.ndarray, np.ndarray]:
    """Return ``describe``'s answer for the tile of this size in a softened patch."""
    trim = round((1 - size) / 2 * SIDE)
    shape = (COARSE, COARSE)
    lab, share = (cv2.resize(part[trim : SIDE - trim, trim : SIDE - trim], shape, interpolation=cv2.INTER_AREA)
                  for part in softened)  # fmt: skip
    lab = lab / np.maximum(share, np.float32(1e-3))[..., None]
    weights = (share * _EVENED)[..., None]
    slow = cv2.GaussianBlur(weights, (0, 0), _SLOW)[..., None] + np.float32(1e-3)
    detail = lab - cv2.GaussianBlur(lab * weights, (0, 0), _SLOW) / slow
    contrast = np.sqrt(cv2.GaussianBlur(detail * detail * weights, (0, 0), _SLOW) / slow)
    evened = np.clip(detail / (contrast + _NOISE), -_MOST, _MOST) * _WEIGHTS
    return evened.ravel(), np.repeat((share * _COUNTED).ravel(), 3)


def all_turns(patch: np.ndarray) -> np.ndarray:
    """(6, COARSE * COARSE * 3) features of a whole (n, n, 3) patch, as it looks turned clockwise by 0..5 sixths."""
    size = patch.shape[0]
    everywhere = np.ones((SIDE, SIDE), bool)
    rows = []
    for turn in range(6):
        where = (turned(PATCH, -turn * np.pi / 3) / SPAN + 0.5) * size - 0.5
        across, down = np.moveaxis(where.astype(np.float32), -1, 0)
        swung = np.asarray(cv2.remap(patch, across, down, cv2.INTER_LINEAR))
        rows.append(describe(swung, everywhere)[0])
    return np.array(rows)


def similarity(queries: np.ndarray, counts: np.ndarray, known: np.ndarray) -> np.ndarray:
    """(n, m) likeness, about 0 for different prints to 1, of n queries with m whole patches; see ``likeness``.

    Args:
        queries: (n, d) features.
        counts: (n, d) 0..1, how much each query's features count.
        known: (m, d) features.
    """
    counts, known = counts[:, _USED], known[:, _USED]
    counted = queries[:, _USED] * counts
    own = (queries[:, _USED] * counted).sum(axis=1)
    return likeness(counted, own, counts, known, known**2)


def likeness(
    counted: np.ndarray, own: np.ndarray, counts: np.ndarray, known: np.ndarray, squares: np.ndarray
) -> np.ndarray:
    """(n, m) likeness of what is seen of n patches with m others.

    A correlation that forgives unequal contrast only a little and takes two patches without any print for alike: the
    structure term of Wang et al. 2004 (SSIM), over a whole tile.

    Args:
        counted: (n, d) features times how much each counts.
        own: (n,) the sums of the features' squares times that.
        counts: (n, p) how much each place counts; a place has one feature or all three.
        known: (m, d) the others' features.
        squares: (m, p) the sums of their squares at each place.
    """
    floor = _BLANK * counted.shape[1] / counts.shape[1] * counts.sum(axis=1)[:, None] + 1e-6
    alike: np.ndarray = (2 * counted @ known.T + floor) / (own[:, None] + counts @ squares.T + floor)
    return alike
