"""Detection of single tiles: connected areas of terrain that are hexagons seen at an angle."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.rotation import rotated

_MIN_AREA = 400
"""Fewest map pixels of a tile whose art can be recognised; chosen by hand."""
_MIN_OVERLAP = 0.88
"""Least intersection over union of an area and the hexagon with its moments; chosen by hand."""
_SAMPLES_PER_SIDE = 24
"""Positions along each side at which the area's border is located."""
_SEARCH_RANGE = 0.12
"""Largest distance of the border from the hexagon's side, as a share of the distance from its centre; chosen by
hand."""


@dataclass(frozen=True)
class Hexagon:
    """One hexagon in a map or photo.

    Attributes:
        corners: (6, 2) pixels, clockwise, from any of them.
        overlap: 0..1, intersection over union of the area and the hexagon.
    """

    corners: np.ndarray
    overlap: float


def find_hexagons(land: np.ndarray) -> list[Hexagon]:
    """Return the whole tiles that touch no other tile and no border.

    Args:
        land: (h, w) float32 probability that a pixel shows any terrain.
    """
    mask = (land > 0.5).astype(np.uint8)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    height, width = mask.shape
    hexagons = []
    for k in range(1, count):
        x, y, w, h, area = boxes[k]
        if area < _MIN_AREA or x == 0 or y == 0 or x + w == width or y + h == height:
            continue
        hexagon = _hexagon((labels[y : y + h, x : x + w] == k).astype(np.uint8), middles[k] - (x, y))
        if hexagon.overlap > _MIN_OVERLAP:
            hexagons.append(Hexagon(_refined(land, hexagon.corners + np.array([x, y])), hexagon.overlap))
    return hexagons


def _hexagon(mask: np.ndarray, middle: np.ndarray) -> Hexagon:
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
    corners = middle + rotated(CORNERS, turn) @ grow.T
    drawn = np.zeros_like(mask)
    cv2.fillConvexPoly(drawn, np.round(corners * 16).astype(np.int32), 1, shift=4)
    return Hexagon(corners, float(cv2.bitwise_and(drawn, filled).sum() / cv2.bitwise_or(drawn, filled).sum()))


def _refined(land: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return the corners after each side is moved, with subpixel accuracy, to where the map crosses one half."""
    middle = corners.mean(axis=0)
    along = np.linspace(0.12, 0.88, _SAMPLES_PER_SIDE)[:, None]
    steps = np.linspace(1 - _SEARCH_RANGE, 1 + _SEARCH_RANGE, 25)
    lines = []
    for k in range(6):
        start, end = corners[k], corners[(k + 1) % 6]
        rays = middle + (start + along * (end - start) - middle)[:, None] * steps[:, None]
        lines.append(_side(land, rays, start, end))
    return np.array([intersection(lines[k - 1], lines[k]) for k in range(6)])


def _side(land: np.ndarray, rays: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return the (2, 2) point and direction of the line where the map falls below one half along rays."""
    across, down = np.moveaxis(rays.astype(np.float32), -1, 0)
    heights = cv2.remap(land, across, down, cv2.INTER_LINEAR)
    falls = (heights[:, :-1] >= 0.5) & (heights[:, 1:] < 0.5)
    found = []
    for n in np.flatnonzero(falls.any(axis=1)):
        k = len(falls[n]) - 1 - int(falls[n][::-1].argmax())
        share = (heights[n, k] - 0.5) / (heights[n, k] - heights[n, k + 1])
        found.append(rays[n, k] + share * (rays[n, k + 1] - rays[n, k]))
    if len(found) < _SAMPLES_PER_SIDE // 2:
        return np.array([start, end - start])
    vx, vy, x, y = cv2.fitLine(np.array(found, np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([[x, y], [vx, vy]])


def intersection(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the (2,) intersection of two lines (point and direction each); of parallel ones a point between them."""
    cross = one[1, 0] * other[1, 1] - one[1, 1] * other[1, 0]
    if abs(cross) < 1e-9 * np.linalg.norm(one[1]) * np.linalg.norm(other[1]):
        return np.asarray((one[0] + other[0]) / 2)
    away = other[0] - one[0]
    return np.asarray(one[0] + (away[0] * other[1, 1] - away[1] * other[1, 0]) / cross * one[1])
