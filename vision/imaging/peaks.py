"""Local maxima of heat maps, to a fraction of a pixel."""

from __future__ import annotations

import cv2
import numpy as np


def find_peaks(heat: np.ndarray, threshold: float, radius: int, blur: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Find a heat map's local maxima.

    Args:
        heat: (h, w) float32.
        threshold: lowest height of a peak before smoothing.
        radius: half the side, pixels, of the square in which a peak must be the maximum.
        blur: standard deviation, pixels, of the Gaussian that smooths the map first; about that of the peaks.

    Returns:
        (n, 2) float (x, y) of the peaks and their (n,) smoothed heights, highest first.
    """
    smooth = cv2.GaussianBlur(heat, (0, 0), blur)
    highest = cv2.dilate(smooth, np.ones((2 * radius + 1, 2 * radius + 1), np.uint8))
    ys, xs = np.nonzero((smooth >= highest) & (cv2.dilate(heat, np.ones((3, 3), np.uint8)) >= threshold))
    heights = smooth[ys, xs]
    order = np.argsort(-heights)
    return _centroids(smooth, np.column_stack([xs, ys])[order], round(2 * blur)), heights[order]


def _centroids(heat: np.ndarray, maxima: np.ndarray, reach: int) -> np.ndarray:
    """Return (n, 2) centroids of the squared heat within ``reach`` pixels of each of (n, 2) integer maxima."""
    if not len(maxima):
        return np.empty((0, 2))
    weights = cv2.copyMakeBorder(heat.astype(float) ** 2 + 1e-12, *4 * (reach,), cv2.BORDER_CONSTANT)
    across, down = maxima.T[..., None, None]
    offsets = np.arange(-reach, reach + 1)
    windows = weights[down + (offsets + reach)[:, None], across + (offsets + reach)]
    windows /= windows.sum(axis=(1, 2), keepdims=True)
    found: np.ndarray = maxima + np.column_stack([windows.sum(axis=1) @ offsets, windows.sum(axis=2) @ offsets])
    return found
