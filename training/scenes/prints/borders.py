"""What is drawn along the borders between grounds: bands of darker pigment, and lines that follow the coast."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.printing import Printing
from training.scenes.prints.textures import blend

_LINE = 0.22
"""Width of a coast line relative to the distance between two."""


def along_borders(
    top: np.ndarray, pulls: tuple[np.ndarray, ...], label: np.ndarray, printing: Printing, pitch: float
) -> None:
    """Draw a printing's bands and coast lines on a tile's top (H, W, 3) in place.

    Args:
        top: the printed tile.
        pulls: (H, W) of the three terrains.
        label: (H, W) uint8 terrain 1..3.
        printing: whose finish says what is drawn.
        pitch: pixels of one.
    """
    finish = printing.finish
    first = cv2.max(cv2.max(pulls[0], pulls[1]), pulls[2])
    second = pulls[0] + pulls[1] + pulls[2] - first - cv2.min(cv2.min(pulls[0], pulls[1]), pulls[2])
    if finish.edge:
        near = np.clip(1 - distance(first - second) / np.float32(finish.edge_reach * pitch), 0, 1)
        goal = np.zeros(3) if finish.edge > 0 else np.full(3, 255.0)
        blend(top, goal, (near * np.float32(255 * 0.7 * abs(finish.edge))).astype(np.uint8))
    if finish.coast_lines:
        away = distance(pulls[2] - cv2.max(pulls[0], pulls[1])) / np.float32(finish.coast_step * pitch)
        lines = np.clip(1.5 - np.abs(away - np.round(away)) * np.float32(1 / _LINE), 0, 1)
        lines *= (label == 3) & (away > 0.5) & (away < finish.coast_lines + 0.5)
        blend(top, printing.inks[2].colour * 0.45, (lines * np.float32(170)).astype(np.uint8))


def distance(margin: np.ndarray) -> np.ndarray:
    """Return about how far (pixels) the border margin = 0 is."""
    gx = cv2.Sobel(margin, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    gy = cv2.Sobel(margin, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    return np.abs(margin) / (cv2.magnitude(gx, gy) + 1e-4)
