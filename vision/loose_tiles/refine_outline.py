"""The outline of a single tile with subpixel accuracy: where the photo changes most along each whole side."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.loose_tiles.hexagons import intersection
from vision.loose_tiles.pose import TilePose

_SEARCH_RANGE = 0.06
"""Largest displacement of a side from its first estimate, tile widths; chosen by hand."""
_STEP = 0.003
"""Step of that search, tile widths."""
_ALONG = np.linspace(0.1, 0.9, 24)
"""Sample positions along a side; corners may be round."""
_PRIOR_SIGMA = 0.03
"""Standard deviation of the first estimate, tile widths: edges of shadows or cardboard farther off must be stronger;
chosen by hand."""
_OFFSETS = np.arange(-_SEARCH_RANGE, _SEARCH_RANGE + _STEP / 2, _STEP)
"""Displacements that are tried at either end of a side, tile widths."""


def refine_outline(pixels: np.ndarray, plane: Plane, pose: TilePose) -> np.ndarray:
    """Return the (6, 2) table corners of the tile near this pose.

    The print of a tile has edges, too, but none along a whole side: the colour gradient across a side is averaged
    along it, with its sign, before its norm is taken.
    """
    corners = pose.corners()
    lines = [_side(pixels, plane, pose.centre, corners[k], corners[(k + 1) % 6]) for k in range(6)]
    return np.array([intersection(lines[k - 1], lines[k]) for k in range(6)])


def _side(pixels: np.ndarray, plane: Plane, centre: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return the (2, 2) point and direction of a side; its ends are searched along the outward normal."""
    out = (start + end) / 2 - centre
    out /= np.linalg.norm(out)
    places = (start + _ALONG[:, None] * (end - start))[:, None] + out * _OFFSETS[:, None]
    where = plane.to_photo(places).astype(np.float32)
    seen = cv2.remap(pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = cv2.GaussianBlur(cv2.Sobel(seen.astype(np.float32), cv2.CV_32F, 1, 0, ksize=1), (0, 0), 1.5, sigmaY=0.1)
    count = len(_OFFSETS)
    first, last = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    at = np.round(first[..., None] + _ALONG * (last - first)[..., None]).astype(int)
    strength = np.linalg.norm(change[np.arange(len(_ALONG)), at].mean(axis=2), axis=-1)
    off = (_OFFSETS[first] ** 2 + _OFFSETS[last] ** 2) / 2
    best = np.unravel_index(int((strength * np.exp(-off / (2 * _PRIOR_SIGMA**2))).argmax()), strength.shape)
    a, b = start + out * _OFFSETS[best[0]], end + out * _OFFSETS[best[1]]
    return np.array([a, b - a])
