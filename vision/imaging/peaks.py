"""Points out of a heat map."""

from __future__ import annotations

import cv2
import numpy as np


def find_peaks(heat: np.ndarray, least: float, apart: int, blur: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, 2) float (x, y) of the heat map's local maxima and their (n,) heights, highest first.

    Args:
        heat: (h, w) float32.
        least: lowest height that counts.
        apart: half the side, pixels, of the square in which a peak must be the highest.
        blur: sigma, pixels, of the smoothing before; about that of the bumps that are looked for.
    """
    smooth = cv2.GaussianBlur(heat, (0, 0), blur)
    highest = cv2.dilate(smooth, np.ones((2 * apart + 1, 2 * apart + 1), np.uint8))
    ys, xs = np.nonzero((smooth >= highest) & (cv2.dilate(heat, np.ones((3, 3), np.uint8)) >= least))
    heights = smooth[ys, xs]
    order = np.argsort(-heights)
    return _centroids(smooth, np.column_stack([xs, ys])[order], round(2 * blur)), heights[order]


def _centroids(heat: np.ndarray, maxima: np.ndarray, reach: int) -> np.ndarray:
    """(n, 2) the heat's centre around each of (n, 2) integer maxima, which places it to a fraction of a pixel."""
    if not len(maxima):
        return np.empty((0, 2))
    weights = cv2.copyMakeBorder(heat.astype(float) ** 2 + 1e-12, *4 * (reach,), cv2.BORDER_CONSTANT)
    around = np.lib.stride_tricks.sliding_window_view(weights, (2 * reach + 1, 2 * reach + 1))
    windows = around[maxima[:, 1], maxima[:, 0]]
    windows = windows / windows.sum(axis=(1, 2), keepdims=True)
    off = np.arange(-reach, reach + 1)
    found: np.ndarray = maxima + np.column_stack([windows.sum(axis=1) @ off, windows.sum(axis=2) @ off])
    return found
