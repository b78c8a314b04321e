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
    reach = round(2 * blur)
    points = np.array([_centroid(smooth, int(x), int(y), reach) for x, y in zip(xs[order], ys[order], strict=True)])
    return points.reshape(-1, 2), heights[order]


def _centroid(heat: np.ndarray, x: int, y: int, reach: int) -> tuple[float, float]:
    """Weigh the heat around a maximum, which places it to a fraction of a pixel."""
    y0, x0 = max(0, y - reach), max(0, x - reach)
    window = heat[y0 : y + reach + 1, x0 : x + reach + 1].astype(float) ** 2 + 1e-12
    ys, xs = np.mgrid[y0 : y0 + window.shape[0], x0 : x0 + window.shape[1]]
    total = window.sum()
    return float((xs * window).sum() / total), float((ys * window).sum() / total)
