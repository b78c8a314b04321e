"""Outlines with four corners, such as those of cards, in maps of edges."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

_PICTURE_SIDE = 1200
"""Longest side, pixels, of the picture in which outlines are detected."""
_CLOSING_SIDE = 5
"""Side, pixels, of the square that closes gaps in edges."""


def shrunk_for_outlines(pixels: np.ndarray) -> tuple[np.ndarray, float]:
    """Return an (h, w, 3) uint8 picture at the size in which outlines are detected, and the factor by which it shrank.

    It is never enlarged.
    """
    factor = min(1.0, _PICTURE_SIDE / max(pixels.shape[:2]))
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), factor


def hulls_of_edges(edges: np.ndarray, nested: bool) -> Iterator[np.ndarray]:
    """Yield the convex hulls, (n, 1, 2) pixels, of all outlines in an (h, w) uint8 map of edges.

    Args:
        edges: above 0 where there is one.
        nested: whether outlines inside others are wanted, too.
    """
    closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((_CLOSING_SIDE, _CLOSING_SIDE), np.uint8))
    for contour in cv2.findContours(closed, cv2.RETR_LIST if nested else cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        yield cv2.convexHull(contour)


def four_corners(hull: np.ndarray) -> np.ndarray | None:
    """Return the (4, 2) corners, pixels, of the quadrilateral around a hull of four points or more, if it has one."""
    quad = cv2.approxPolyN(hull, 4, None, -1, True).reshape(-1, 2).astype(float)
    return quad if len(quad) == 4 else None
