"""A taught picture as a camera above a whole table would take it, to test whether it is recognised there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class DistantView:
    """How little of a square picture such a camera shows.

    Attributes:
        side: pixels along the picture.
        noise: standard deviation of the camera's noise, grey levels.
        brightness: relative to the photo from which the picture was taken.
    """

    side: int
    noise: float
    brightness: float

    def taken(self, picture: np.ndarray, turn_deg: float, rng: np.random.Generator) -> np.ndarray:
        """Return a picture turned, shrunk, darkened and noisy, scaled back to its size.

        Args:
            picture: (n, n, 3) uint8.
            turn_deg: anticlockwise turn, degrees.
            rng: for the noise.
        """
        whole = picture.shape[0]
        rotation = cv2.getRotationMatrix2D(((whole - 1) / 2,) * 2, turn_deg, 1.0)
        turned = cv2.warpAffine(
            picture, rotation, (whole, whole), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        small = cv2.resize(turned, (self.side, self.side), interpolation=cv2.INTER_AREA) * self.brightness
        noisy = (small + rng.normal(0, self.noise, small.shape)).clip(0, 255).astype(np.uint8)
        return cv2.resize(noisy, (whole, whole), interpolation=cv2.INTER_CUBIC)
