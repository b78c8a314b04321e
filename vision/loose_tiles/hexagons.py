"""Tiles that lie by themselves: blobs of land that are hexagons under some tilt."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS

_LEAST = 400
"""Fewest map pixels of a tile whose art can be told from others."""
_ALIKE = 0.88
"""A blob and the hexagon with its moments overlap at least so far (intersection over union)."""
_NORMALS = 24
"""Places along each side at which the blob's true border is looked for."""
_REACH = 0.12
"""How far from the hexagon's side that may be, as a share of the distance from its middle."""


@dataclass(frozen=True)
class Blob:
    """One hexagon as it shows in a map.

    Attributes:
        corners: (6, 2) map pixels, clockwise; which is first means nothing.
        likeness: 0..1, how well the blob fills its hexagon and nothing else.
    """

    corners: np.ndarray
    likeness: float


def find_blobs(land: np.ndarray, taken: np.ndarray | None = None) -> list[Blob]:
    """Find whole tiles that touch no other tile and no border.

    Args:
        land: (h, w) float32 probability that a pixel shows land of any kind, or sea.
        taken: (h, w) bool, where tiles are known already; nothing is looked for there.
    """
    mask = (land > 0.5).astype(np.uint8)
    if taken is not None:
        mask[taken] = 0
    count, labels, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    height, width = mask.shape
    blobs = []
    for k in range(1, count):
        x, y, w, h, area = boxes[k]
        if area < _LEAST or x == 0 or y == 0 or x + w == width or y + h == height:
            continue
        blob = _hexagon((labels[y : y + h, x : x + w] == k).astype(np.uint8), middles[k] - (x, y))
        if blob.likeness > _ALIKE:
            blobs.append(Blob(_refined(land, blob.corners + np.array([x, y])), blob.likeness))
    return blobs


def _hexagon(mask: np.ndarray, middle: np.ndarray) -> Blob:
    """Return the affine image of a regular hexagon that has a filled mask's first and second moments."""
    contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    filled = cv2.drawContours(np.zeros_like(mask), contours, -1, 1, cv2.FILLED)
    ys, xs = np.nonzero(filled)
    away = np.column_stack([xs, ys]) - middle
    spread, axes = np.linalg.eigh(np.cov(away.T))
    # A regular hexagon of pitch 1 has the variance 5/72 along any line through its middle.
    grow = axes * np.sqrt(spread * 72 / 5)
    if np.linalg.det(grow) < 0:
        grow[:, 0] *= -1
    flat = away @ np.linalg.inv(grow).T
    # The sixfold moment of a hexagon points to its corners; those of CORNERS lie half a sixth off the x axis.
    moment = ((flat[:, 0] + 1j * flat[:, 1]) ** 6).sum()
    turn = (np.angle(moment) - np.pi) / 6
    c, s = np.cos(turn), np.sin(turn)
    corners = middle + CORNERS @ np.array([[c, s], [-s, c]]) @ grow.T
    drawn = np.zeros_like(mask)
    cv2.fillConvexPoly(drawn, np.round(corners * 16).astype(np.int32), 1, shift=4)
    return Blob(corners, float(cv2.bitwise_and(drawn, filled).sum() / cv2.bitwise_or(drawn, filled).sum()))


def _refined(land: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Move each side to where the map crosses one half, to a fraction of a pixel, and return where they then meet."""
    middle = corners.mean(axis=0)
    along = np.linspace(0.12, 0.88, _NORMALS)[:, None]
    steps = np.linspace(1 - _REACH, 1 + _REACH, 25)
    lines = []
    for k in range(6):
        start, end = corners[k], corners[(k + 1) % 6]
        rays = middle + (start + along * (end - start) - middle)[:, None] * steps[:, None]
        lines.append(_side(land, rays, start, end))
    return np.array([meeting(lines[k - 1], lines[k]) for k in range(6)])


def _side(land: np.ndarray, rays: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Fit a line (point and direction, (2, 2)) to where the map falls below one half along rays from the middle."""
    across, down = np.moveaxis(rays.astype(np.float32), -1, 0)
    heights = cv2.remap(land, across, down, cv2.INTER_LINEAR)
    falls = (heights[:, :-1] >= 0.5) & (heights[:, 1:] < 0.5)
    found = []
    for n in np.flatnonzero(falls.any(axis=1)):
        k = len(falls[n]) - 1 - int(falls[n][::-1].argmax())
        share = (heights[n, k] - 0.5) / (heights[n, k] - heights[n, k + 1])
        found.append(rays[n, k] + share * (rays[n, k + 1] - rays[n, k]))
    if len(found) < _NORMALS // 2:
        return np.array([start, end - start])
    vx, vy, x, y = cv2.fitLine(np.array(found, np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([[x, y], [vx, vy]])


def meeting(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the (2,) point where two lines, each a point and a direction, meet; of parallel ones one between them."""
    turn = one[1, 0] * other[1, 1] - one[1, 1] * other[1, 0]
    if abs(turn) < 1e-9 * np.linalg.norm(one[1]) * np.linalg.norm(other[1]):
        return np.asarray((one[0] + other[0]) / 2)
    away = other[0] - one[0]
    return np.asarray(one[0] + (away[0] * other[1, 1] - away[1] * other[1, 0]) / turn * one[1])
