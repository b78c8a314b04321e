"""A brush: what a painter of one terrain paints with and on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from training.hokkaido.art import Art
from training.hokkaido.painting import FINE, fill


@dataclass(frozen=True)
class Brush:
    """The means of painting one terrain; ``form`` are its four parameters, ``ink`` the colour of works."""

    face: np.ndarray
    art: Art
    style: int
    form: np.ndarray
    rng: np.random.Generator
    ink: Any

    def fill(self, points: Any, paint: Any) -> None:
        """Fill a polygon given in squares."""
        fill(self.face, points, paint)

    def line(self, points: Any, paint: Any, thick: float) -> None:
        """Draw a line through points given in squares, ``thick`` pixels wide."""
        at = np.round(np.array(points, float) * FINE * 16).astype(np.int32)
        cv2.polylines(self.face, [at], False, tuple(map(float, paint)), max(1, round(thick)), cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, radius: float, paint: Any) -> None:
        """Fill a disc; its middle and radius are in squares."""
        spot, size = (round(x * FINE * 16), round(y * FINE * 16)), round(radius * FINE * 16)
        cv2.circle(self.face, spot, size, tuple(map(float, paint)), -1, cv2.LINE_AA, 4)

    def many(self, low: int, high: int) -> int:
        """Return a random number from ``low`` to ``high``."""
        return int(self.rng.integers(low, high + 1))
