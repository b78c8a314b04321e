"""Training targets of the scene network, from the ground truth of a synthetic picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from training.scenes.scene import Picture
from vision.networks import channels

IGNORE = 255
"""Label of pixels that are left out of the loss."""
MAPS = 6
"""Channels of ``targets``: terrain, piece and colour labels, then centre, rim and foot maps in 0..255."""

LABELS = 3
"""Number of first channels that are labels, which must not be interpolated."""


@dataclass(frozen=True, eq=False)
class TrainingPicture:
    """A picture (h, w, 3) uint8 BGR and its targets (MAPS, h/2, w/2) uint8, see `targets`."""

    image: np.ndarray
    maps: np.ndarray


def targets(picture: Picture) -> np.ndarray:
    """Return (MAPS, h/2, w/2) uint8 targets at the network's stride: terrain, piece, colour, centre, rim, foot.

    Centres and feet are Gaussian peaks (as in CenterNet, Zhou et al. 2019) whose width grows with the tile.
    """
    height, width = picture.terrain.shape
    maps = np.zeros((MAPS, height, width), np.uint8)
    maps[0], maps[1], maps[2] = picture.terrain, picture.piece, picture.colour
    pitch = _pitch(picture)
    for tile in picture.tiles:
        corners = np.asarray(tile.corners, np.float32) / channels.STRIDE
        _draw_rim(maps[4], corners)
        if tile.visible > 0.35:
            size = float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean())
            _draw_peak(maps[3], np.asarray(tile.centre) / channels.STRIDE, max(1.0, 0.25 * size))
    for piece in picture.pieces:
        if piece.visible > 0.3:
            _draw_peak(maps[5], np.asarray(piece.foot) / channels.STRIDE, max(1.0, 0.1 * pitch))
    # Where an occluder hides the terrain it hides the outline, too.
    maps[4][picture.terrain == IGNORE] = 0
    return maps


def _pitch(picture: Picture) -> float:
    sizes = [np.linalg.norm(np.asarray(t.corners)[0] - np.asarray(t.corners)[3]) for t in picture.tiles]
    return float(np.median(sizes)) * 0.866 / channels.STRIDE if sizes else 20.0


def _draw_rim(canvas: np.ndarray, corners: np.ndarray) -> None:
    """Draw the outline about 1.5 pixels wide, at a precision of 1/16 pixel."""
    points = np.round((corners - 0.25) * 16).astype(np.int32)
    cv2.polylines(canvas, [points], True, 255, 1, cv2.LINE_AA, shift=4)


def _draw_peak(canvas: np.ndarray, at: np.ndarray, sigma: float) -> None:
    """Draw a Gaussian of height 255 at a point in output pixels (pixel centres at +0.5 / stride)."""
    x, y = at - 0.25
    reach = int(np.ceil(3 * sigma))
    x0, x1 = max(0, int(x) - reach), min(canvas.shape[1], int(x) + reach + 2)
    y0, y1 = max(0, int(y) - reach), min(canvas.shape[0], int(y) + reach + 2)
    if x0 >= x1 or y0 >= y1:
        return
    ys, xs = np.mgrid[y0:y1, x0:x1]
    peak = 255 * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * sigma**2))
    window = canvas[y0:y1, x0:x1]
    np.maximum(window, peak.astype(np.uint8), out=window)
