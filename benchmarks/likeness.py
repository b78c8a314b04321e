"""Which tiles of a made copy nobody could tell apart: by their prints alone, before any reader has looked at them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from training.scenes.hexes import corners
from training.scenes.prints.tile_tops import FINE, SIDE, Print

ALIKE = 6.0
"""CIE Lab: two prints of which no place differs by more look the same in a dim photo."""
_PLACE = 0.03
"""Widths of a tile: the sigma of what counts as one place."""
_ALONG = 52
_RIM = 0.86
"""What lies farther out may be hidden by a neighbour or cut off by a careless outline."""
_ODD = 99
"""Percentile of the places that stands for all: single pixels are no difference."""


class Looks:
    """The prints of a copy in all turns, ready to be compared."""

    def __init__(self, prints: Sequence[Print]) -> None:
        """Soften and turn them."""
        scale = _ALONG / SIDE
        hexagon = corners() * _RIM * FINE * scale + (_ALONG - 1) / 2
        inside = cv2.fillConvexPoly(
            np.zeros((_ALONG, _ALONG), np.uint8), np.round(hexagon * 16).astype(np.int32), 1, shift=4
        )
        self._inside = inside > 0
        self._looks = np.array([look[self._inside] for p in prints for look in _in_all_turns(p.top)])

    def apart(self, number: int, bare: np.ndarray) -> float:
        """Return by how much a tile differs from what looks most like it, itself in other turns, too.

        Args:
            number: which tile.
            bare: (SIDE, SIDE) which places of it can be seen.
        """
        seen = cv2.resize(bare.astype(np.uint8), (_ALONG, _ALONG), interpolation=cv2.INTER_NEAREST)[self._inside] > 0
        if not seen.any():
            return 0.0
        looks = self._looks[:, seen]
        differs = np.percentile(np.linalg.norm(looks - looks[6 * number], axis=2), _ODD, axis=1)
        return float(np.delete(differs, 6 * number).min())


def _in_all_turns(top: np.ndarray) -> list[np.ndarray]:
    """(_ALONG, _ALONG, 3) CIE L*a*b* of a print, softened, turned clockwise by 0..5 sixths."""
    lab = cv2.cvtColor(cv2.GaussianBlur(top, (0, 0), _PLACE * FINE).astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    looks = []
    for turn in range(6):
        swing = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -60.0 * turn, 1.0)
        swung = cv2.warpAffine(lab, swing, (SIDE, SIDE))
        looks.append(cv2.resize(swung, (_ALONG, _ALONG), interpolation=cv2.INTER_AREA))
    return looks
