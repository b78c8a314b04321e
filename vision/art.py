"""A tile's printed art as a patch, and what of it stays the same under another light."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lattice import CORNERS
from vision.loose import turned

SIDE = 64
"""Pixels along a patch."""
SPAN = 1.2
"""Tile widths along a patch."""
COARSE = 32
"""Features along a patch."""
_LINE = (np.arange(SIDE) + 0.5) / SIDE * SPAN - SPAN / 2
PATCH = np.stack(np.meshgrid(_LINE, _LINE), axis=-1)
"""(SIDE, SIDE, 2) places of a patch's pixels on a tile at the origin, in its widths."""
_NORMALS = (CORNERS + np.roll(CORNERS, -1, axis=0)) / np.linalg.norm(
    CORNERS + np.roll(CORNERS, -1, axis=0), axis=1, keepdims=True
)
_PRINT = 2 * (PATCH @ _NORMALS.T).max(axis=-1) < 0.82
_COUNTED = cv2.resize(_PRINT.astype(np.float32), (COARSE, COARSE), interpolation=cv2.INTER_AREA) > 0.8
"""The features that surely show the tile, however carelessly it lies."""
_USED = np.flatnonzero(np.repeat(_COUNTED.ravel(), 3))
_SLOW = 3.0
"""Sigma, features, of what counts as light and not as art."""
_FINE = 1.5
"""Sigma, patch pixels, of the blur that lets tiles lie a little off."""
_WEIGHTS = (1.0, 0.5, 0.5)
_NOISE = (3.0, 2.0, 2.0)
"""How much lightness and the two chromas say, and the contrast (CIE L*a*b* units) under which each is noise."""
_BLANK = 0.04
"""Mean square of a feature under which a patch is as good as blank."""
_SEEN = 0.8
"""A feature counts where so much of it was seen."""


def describe(patch: np.ndarray, free: np.ndarray, size: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return a patch's features and where they count.

    Local contrast, evened out: what a lamp, a shadow's slope or a camera's colours change slowly is taken away.

    Args:
        patch: (SIDE, SIDE, 3) uint8 or float BGR 0..255, as ``PATCH`` lies.
        free: (SIDE, SIDE) bool, where nothing stands in the way.
        size: width of the tile over the patch's own; 1 or less.

    Returns:
        (COARSE * COARSE * 3,) float32 features, zero where they do not count, and the same of 0 and 1.
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
    counts = ((share > _SEEN) & _COUNTED).astype(np.float32)
    lab *= (counts / np.maximum(share, 0.05))[..., None]
    slow = (cv2.GaussianBlur(counts, (0, 0), _SLOW) + 1e-3)[..., None]
    detail = (lab - cv2.GaussianBlur(lab, (0, 0), _SLOW) / slow) * counts[..., None]
    contrast = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), _SLOW) / slow)
    evened = detail / (contrast + np.float32(_NOISE)) * np.float32(_WEIGHTS)
    return evened.ravel(), np.repeat(counts.ravel(), 3)


def all_turns(patch: np.ndarray) -> np.ndarray:
    """(6, COARSE * COARSE * 3) features of a whole (n, n, 3) patch, as it looks turned clockwise by 0..5 sixths."""
    size = patch.shape[0]
    everywhere = np.ones((SIDE, SIDE), bool)
    rows = []
    for turn in range(6):
        where = (turned(PATCH, -turn * np.pi / 3) / SPAN + 0.5) * size - 0.5
        swung = cv2.remap(patch, *np.moveaxis(where.astype(np.float32), -1, 0), cv2.INTER_LINEAR)
        rows.append(describe(swung, everywhere)[0])
    return np.array(rows)


def similarity(queries: np.ndarray, counts: np.ndarray, known: np.ndarray) -> np.ndarray:
    """(n, m) likeness, about 0 for different prints to 1, of n masked queries with m whole patches.

    A correlation that forgives unequal contrast only a little and takes two patches without any print for alike: the
    structure term of Wang et al. 2004 (SSIM), over a whole tile.

    Args:
        queries: (n, d) features.
        counts: (n, d) of 0 and 1, where each query's features count.
        known: (m, d) features.
    """
    queries, counts, known = queries[:, _USED], counts[:, _USED], known[:, _USED]
    floor = _BLANK * counts.sum(axis=1)[:, None] + 1e-6
    squares = (queries**2).sum(axis=1)[:, None] + counts @ (known**2).T
    alike: np.ndarray = (2 * queries @ known.T + floor) / (squares + floor)
    return alike


def best_similarity(query: np.ndarray, counts: np.ndarray, known: np.ndarray) -> np.ndarray:
    """(m,) likeness of one masked (d,) query with (m, d) whole patches, each moved a little to where it fits best."""
    grid = known.reshape(-1, COARSE, COARSE, 3)
    moved = [np.roll(grid, (dy, dx), axis=(1, 2)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    alike = similarity(query[None], counts[None], np.concatenate(moved).reshape(-1, query.size))
    return np.asarray(alike.reshape(len(moved), -1).max(axis=0))
