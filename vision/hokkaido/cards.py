"""Detects cards that lie apart on a table by their outlines."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.hokkaido.cells import Box, Cells, cut_cells
from vision.imaging.quadrilaterals import four_corners, hulls_of_edges, shrunk_for_outlines

COLUMNS, ROWS = 2, 3
_MIN_AREA = 0.003
"""Smallest area of a card, as a fraction of the picture; chosen by hand."""
_ASPECT_RANGE = (1.22, 1.85)
"""Range of length by width; 1.5 from straight above."""
_MIN_FILL = 0.88
"""Smallest fraction of its bounding rectangle that an outline fills; chosen by hand."""
_MAX_AREA_RATIO = 1.7
"""Largest ratio of the areas of two cards in one photo; chosen by hand."""
_CANNY_THRESHOLDS = ((25, 60), (60, 140))


def find_cards(pixels: np.ndarray) -> list[Cells]:
    """Return each card's squares, two columns by three rows, ordered by the cards' centres from the top left.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
    """
    small, factor = shrunk_for_outlines(pixels)
    tries = [_outlines(small, thresholds) for thresholds in _CANNY_THRESHOLDS]
    best = max(tries, key=len)
    quads = [(quad + 0.5) / factor - 0.5 for quad in best]
    across = np.median([np.linalg.norm(quad[0] - quad[2]) for quad in quads]) if quads else 1.0
    quads = sorted(quads, key=lambda quad: (round(quad[:, 1].mean() / across), quad[:, 0].mean()))
    return [_card(pixels, quad) for quad in quads]


def _outlines(small: np.ndarray, thresholds: tuple[int, int]) -> list[np.ndarray]:
    """Return the (4, 2) corners of outlines with a card's shape and similar areas."""
    lab = cv2.cvtColor(cv2.bilateralFilter(small, 5, 25, 3), cv2.COLOR_BGR2LAB)
    edges = np.max([cv2.Canny(channel, *thresholds) for channel in cv2.split(lab)], axis=0)
    size = small.shape[0] * small.shape[1]
    quads = [quad for hull in hulls_of_edges(edges, nested=False) if (quad := _quad(hull, size)) is not None]
    areas = [cv2.contourArea(quad.astype(np.float32)) for quad in quads]
    alike = [[1 / _MAX_AREA_RATIO < one / other < _MAX_AREA_RATIO for one in areas] for other in areas]
    if not quads:
        return []
    return [quad for quad, same in zip(quads, max(alike, key=sum), strict=True) if same]


def _quad(hull: np.ndarray, picture: int) -> np.ndarray | None:
    """Return the (4, 2) corners of a hull with a card's shape, in a picture of this number of pixels."""
    area = cv2.contourArea(hull)
    if area < _MIN_AREA * picture or len(hull) < 4:
        return None
    _, (wide, high), _ = cv2.minAreaRect(hull)
    shape = max(wide, high) / max(min(wide, high), 1e-6)
    if not _ASPECT_RANGE[0] < shape < _ASPECT_RANGE[1] or area < _MIN_FILL * wide * high:
        return None
    return four_corners(hull)


def _card(pixels: np.ndarray, quad: np.ndarray) -> Cells:
    """Return the squares within four corners; the long sides are vertical."""
    middle = quad.mean(axis=0)
    order = np.argsort(np.arctan2(*(quad - middle).T[::-1]))
    quad = quad[order]  # clockwise, as y is down
    if np.linalg.norm(quad[1] - quad[0]) > np.linalg.norm(quad[2] - quad[1]):
        quad = np.roll(quad, -1, axis=0)
    table = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float32)
    homography = cv2.getPerspectiveTransform(table, quad.astype(np.float32))
    height, width = pixels.shape[:2]
    plane = Plane(homography, 0.0, np.array([width, height]) / 2, float(np.hypot(width, height)) / 2)
    return cut_cells(pixels, plane, Box(0, 0, COLUMNS, ROWS))
