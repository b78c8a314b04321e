"""Tiles of a synthetic copy that cannot be told apart, judged by their prints alone."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from training.scenes.hexes import corners
from training.scenes.prints.tile_tops import FINE, SIDE, Print

MAX_SAME_LAB = 6.0
"""Distance in CIE Lab up to which two prints look the same in a dim photo."""
_BLUR = 0.03
"""Standard deviation of the blur before the comparison, widths of a tile."""
_SIDE = 52
"""Width and height of the compared prints, pixels."""
_RIM = 0.86
"""Compared share of the hexagon: its rim may be hidden by a neighbour or cut off by an inexact outline."""
_PERCENTILE = 99
"""Percentile of the differences of pixels that is the distance of two prints, so that single pixels do not count."""


class Looks:
    """The prints of a copy in all six rotations, ready for comparison."""

    def __init__(self, prints: Sequence[Print]) -> None:
        """Blur and rotate the prints."""
        scale = _SIDE / SIDE
        hexagon = corners() * _RIM * FINE * scale + (_SIDE - 1) / 2
        inside = cv2.fillConvexPoly(
            np.zeros((_SIDE, _SIDE), np.uint8), np.round(hexagon * 16).astype(np.int32), 1, shift=4
        )
        self._inside = inside > 0
        self._looks = np.array([look[self._inside] for p in prints for look in _in_all_turns(p.top)])

    def apart(self, number: int, bare: np.ndarray) -> float:
        """Return the distance (CIE Lab) of a tile from the most similar one, including its own rotations.

        Args:
            number: index of the tile.
            bare: (SIDE, SIDE) bool, visible pixels of its print.
        """
        seen = cv2.resize(bare.astype(np.uint8), (_SIDE, _SIDE), interpolation=cv2.INTER_NEAREST)[self._inside] > 0
        if not seen.any():
            return 0.0
        looks = self._looks[:, seen]
        differs = np.percentile(np.linalg.norm(looks - looks[6 * number], axis=2), _PERCENTILE, axis=1)
        return float(np.delete(differs, 6 * number).min())


def _in_all_turns(top: np.ndarray) -> list[np.ndarray]:
    """Return blurred CIE L*a*b* pictures (_SIDE, _SIDE, 3) of a print, rotated clockwise by 0..5 sixths."""
    lab = cv2.cvtColor(cv2.GaussianBlur(top, (0, 0), _BLUR * FINE).astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    looks = []
    for turn in range(6):
        rotation = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -60.0 * turn, 1.0)
        rotated = cv2.warpAffine(lab, rotation, (SIDE, SIDE))
        looks.append(cv2.resize(rotated, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA))
    return looks
