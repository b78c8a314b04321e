"""Detects outlines of cards on a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.imaging.quadrilaterals import four_corners, hulls_of_edges, shrunk_for_outlines
from vision.nusfjord.faces import SIDE

_AREA_RANGE = (0.002, 0.3)
"""Range of a card's area, as a fraction of the picture."""
_MIN_FILL = 0.88
"""Smallest fraction of its quadrilateral that an outline encloses; chosen by hand."""
_MAX_ASPECT = 2.4
"""Largest ratio of an outline's sides; a card's is 1.5, and a slanted camera foreshortens it. Chosen by hand."""
_CANNY_THRESHOLDS = ((30, 90), (60, 160), (15, 50))


def outline_at(place: np.ndarray, outlines: Sequence[np.ndarray]) -> np.ndarray | None:
    """Return the largest of some outlines, (4, 2) corners, around a (2,) place, or ``None``."""
    return max((quad for quad in outlines if lies_in(place, quad)), key=area_of, default=None)


def distinct_outlines(outlines: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return one outline, (4, 2) corners, for each card: the largest of those that share a place, row by row."""
    kept: list[np.ndarray] = []
    for quad in sorted(outlines, key=area_of, reverse=True):
        if not any(share_a_place(quad, other) for other in kept):
            kept.append(quad)
    high = max((float(np.ptp(quad[:, 1])) for quad in kept), default=1.0)
    return sorted(kept, key=lambda quad: (round(float(quad[:, 1].mean()) / high), float(quad[:, 0].mean())))


def share_a_place(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether the middle of one of two outlines, (4, 2) corners, lies in the other."""
    return lies_in(one.mean(axis=0), other) or lies_in(other.mean(axis=0), one)


def area_of(corners: np.ndarray) -> float:
    """Return the area within (4, 2) corners, pixels."""
    return float(cv2.contourArea(corners.astype(np.float32)))


def lies_in(place: np.ndarray, corners: np.ndarray) -> bool:
    """Return whether a (2,) place lies within the polygon of (n, 2) corners."""
    x, y = (float(v) for v in place)
    return cv2.pointPolygonTest(corners.astype(np.float32), (x, y), False) > 0


def all_outlines(pixels: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the (4, 2) corners of possible cards in a (h, w, 3) uint8 BGR photo, some of them repeatedly."""
    small, factor = shrunk_for_outlines(pixels)
    for quad in _quads(small):
        yield quad / factor


def _quads(small: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the (4, 2) corners, pixels, of all in a small BGR picture that has the shape of a card."""
    area = small.shape[0] * small.shape[1]
    for channel in cv2.split(cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB)):
        for low, high in _CANNY_THRESHOLDS:
            for hull in hulls_of_edges(cv2.Canny(channel, low, high), nested=True):
                if not _AREA_RANGE[0] * area < cv2.contourArea(hull) < _AREA_RANGE[1] * area:
                    continue
                quad = four_corners(hull)
                if quad is not None and _card_like(quad, cv2.contourArea(hull)):
                    yield quad


def _card_like(quad: np.ndarray, enclosed: float) -> bool:
    """Return whether (4, 2) corners around so many enclosed pixels have the shape of a card."""
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    short, long = sorted([sides[0] + sides[2], sides[1] + sides[3]])
    return long / max(short, 1) < _MAX_ASPECT and enclosed > _MIN_FILL * cv2.contourArea(quad.astype(np.float32))


def rectified_card(pixels: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return the (SIDE, SIDE, 3) rectified picture within (4, 2) corners, in any of four rotations."""
    quad = corners[_clockwise(corners)]
    target = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    turn = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return cv2.warpPerspective(pixels, turn, (SIDE, SIDE), flags=cv2.INTER_AREA)


def quarters_to_upright(corners: np.ndarray) -> int:
    """Return by how many quarters, counter-clockwise, `rectified_card` has to be turned to stand upright.

    Args:
        corners: (4, 2), clockwise from the card's upper left one.
    """
    return int(np.argmin(_clockwise(corners)))


def _clockwise(corners: np.ndarray) -> np.ndarray:
    """Return the (4,) order of corners that begins at the picture's upper left and goes clockwise."""
    return np.argsort(np.arctan2(*(corners - corners.mean(axis=0)).T[::-1]))
