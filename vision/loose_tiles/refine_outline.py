"""A lone tile's outline to a fraction of a pixel: where, along each whole side, the photo changes most."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.loose_tiles.hexagons import meeting
from vision.loose_tiles.pose import Loose

_REACH = 0.06
"""How far from the first guess a side may lie, in widths of the tile."""
_STEP = 0.003
_ALONG = np.linspace(0.1, 0.9, 24)
"""Where along a side the photo is looked at: corners may be round."""
_TRUST = 0.03
"""How far off the first guess usually is: a shadow's or the cardboard's edge beyond must be clearer to be believed."""
_OFFSETS = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)


def find_outline(pixels: np.ndarray, plane: Plane, pose: Loose) -> np.ndarray:
    """Return the (6, 2) corners on the table of the tile that lies about at this pose.

    What is printed on a tile has edges too, but none that runs along a whole side: the change across a side is
    averaged along it, colours and signs kept, before its size is taken.
    """
    corners = pose.corners()
    lines = [_side(pixels, plane, pose.centre, corners[k], corners[(k + 1) % 6]) for k in range(6)]
    return np.array([meeting(lines[k - 1], lines[k]) for k in range(6)])


def _side(pixels: np.ndarray, plane: Plane, centre: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(2, 2) point and direction of a side, whose two ends are searched for along the outward normal."""
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
    best = np.unravel_index(int((strength * np.exp(-off / (2 * _TRUST**2))).argmax()), strength.shape)
    a, b = start + out * _OFFSETS[best[0]], end + out * _OFFSETS[best[1]]
    return np.array([a, b - a])
