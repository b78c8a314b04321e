"""Detects straight edges between any colours."""

from __future__ import annotations

import cv2
import numpy as np

from vision.imaging.parallel import parallel_map

_PICTURE_SIDE = 1200
"""Usual longest side, pixels, of the picture in which edges are detected: finer ones are texture."""
_MIN_LENGTH = 1 / 60
"""Length of the shortest edge, longest sides of that picture."""


def find_segments(pixels: np.ndarray, side: int = _PICTURE_SIDE) -> np.ndarray:
    """Return the (n, 4) straight edges ``x, y, x, y`` of a (h, w, 3) uint8 BGR picture, in its own pixels.

    Lightness and both chromas are processed separately (LSD, von Gioi et al. 2010): two tiles may differ in only one
    of them. Lightness is equalised first, so that edges in dim corners are detected.

    Args:
        pixels: the picture.
        side: longest side, pixels, of the picture in which edges are detected. In a smaller one noise cuts edges into
            fewer pieces, and fine lines are lost.
    """
    factor = min(1.0, side / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    lightness, *chromas = cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB))
    channels = [cv2.createCLAHE(3.0, (8, 8)).apply(lightness)]
    channels += [cv2.normalize(chroma, None, 0, 255, cv2.NORM_MINMAX) for chroma in chromas]  # type: ignore[call-overload]
    found = parallel_map(_detect, channels)
    segments = np.concatenate([np.zeros((0, 4)), *(lines.reshape(-1, 4) for lines in found if lines is not None)])
    long_enough = np.hypot(*(segments[:, 2:] - segments[:, :2]).T) >= _MIN_LENGTH * side
    # Pixel centres are at integers in both pictures.
    return np.asarray((segments[long_enough] + 0.5) / factor - 0.5)


def _detect(channel: np.ndarray) -> np.ndarray | None:
    """Return the (n, 1, 4) segments of one channel; None without any. Other threads can run meanwhile."""
    lines: np.ndarray | None = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(channel)[0]
    return lines
