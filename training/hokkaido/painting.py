"""Means of painting: colours, clouds, letters and polygons."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

FINE = 96
"""Width and height of a square, pixels."""


def hsv(hue: float, saturation: float, value: float) -> np.ndarray:
    """Return the colour (3,) BGR 0..255 of a hue in degrees."""
    pixel = np.float32([[[hue % 360, np.clip(saturation, 0, 1), np.clip(value, 0, 1)]]])
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255, float)


def clouds(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    """Return smooth noise of unit variance with features of about ``scale`` pixels."""
    small = rng.normal(0, 1, (int(shape[0] / scale) + 4, int(shape[1] / scale) + 4)).astype(np.float32)
    grown = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / max(float(grown.std()), 1e-6))


def write(face: np.ndarray, text: str, middle: tuple[float, float], size: float, paint: Any = (20.0, 20, 20)) -> None:
    """Write text centred on a point (squares); ``size`` is OpenCV's font scale."""
    letters = np.zeros(face.shape[:2], np.uint8)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    at = (int(middle[0] * FINE - wide / 2), int(middle[1] * FINE + high / 2))
    cv2.putText(letters, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(1, round(size * 2.4)), cv2.LINE_AA)
    share = letters[..., None].astype(np.float32) / 255
    face[:] = face * (1 - share) + np.array(paint, np.float32) * share


def fill(face: np.ndarray, points: Any, paint: Any) -> None:
    """Fill a polygon given in squares."""
    at = np.round(np.array(points, float) * FINE * 16).astype(np.int32)
    cv2.fillPoly(face, [at], tuple(map(float, paint)), cv2.LINE_AA, 4)
