"""Finds spots on the home board: figures stand out from it even where the light has changed their colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.vikings.cells import SIDE, SquareGridView
from vision.vikings.layout import ROWS

_WEIGHTS = np.array([0.35, 1.0, 1.0], np.float32)
"""Weights of L*a*b*: shadows differ in lightness."""
_MIN_CONTRAST = 9.0
"""Smallest weighted distance of a spot from the board around it, L*a*b* units."""
_AREA_RANGE = (0.012, 0.14)
"""Range of a spot's area, squares."""
_RIM, _MARKS = 0.12, 0.4
"""Squares along the home board's outer rim and beside column 0 that are left out."""
_BACKGROUND = 0.75
"""Side of the square over which the board's own colour is averaged, squares."""
_MIN_FILL = 0.45
"""Smallest share of its bounding circle that a spot fills: edges of shadows are thin. All chosen by hand."""


@dataclass(frozen=True)
class Spot:
    """A spot: where it appears, squares, and its (3,) L*a*b* colour."""

    place: tuple[float, float]
    colour: np.ndarray

    def distance(self, places: Sequence[tuple[float, float]]) -> float:
        """Return the distance from the nearest of some places, squares; infinite if there is none."""
        return min((float(np.hypot(self.place[0] - x, self.place[1] - y)) for x, y in places), default=np.inf)


def find_spots(view: SquareGridView, home_width: float) -> list[Spot]:
    """Return the spots on the home board.

    Args:
        view: the rectified view of the fjord under even illumination.
        home_width: width of the home board, squares.
    """
    left, right = (max(0, round((x - view.left) * SIDE)) for x in (_RIM - home_width, -_MARKS))
    top, bottom = (max(0, round((y - view.top) * SIDE)) for y in (_RIM, ROWS - _RIM))
    part = np.ascontiguousarray(view.lab[top:bottom, left:right], np.float32) * _WEIGHTS
    if min(part.shape[:2]) < SIDE:
        return []
    size = int(_BACKGROUND * SIDE) | 1
    board = np.stack([cv2.medianBlur(np.clip(c + 128, 0, 255).astype(np.uint8), size) for c in cv2.split(part)], -1)
    away = np.linalg.norm(part + 128 - board, axis=-1)
    mask = cv2.morphologyEx((away > _MIN_CONTRAST).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    found = []
    for k in range(1, count):
        place = (left + middles[k][0]) / SIDE + view.left, (top + middles[k][1]) / SIDE + view.top
        area, across = stats[k, cv2.CC_STAT_AREA], max(stats[k, cv2.CC_STAT_WIDTH], stats[k, cv2.CC_STAT_HEIGHT])
        round_enough = area > _MIN_FILL * np.pi / 4 * across**2
        if _AREA_RANGE[0] < area / SIDE**2 < _AREA_RANGE[1] and round_enough:
            found.append(Spot(place, np.median(view.lab[top:bottom, left:right][labels == k], axis=0)))
    return found
