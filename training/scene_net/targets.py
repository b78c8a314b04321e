"""A made picture's truth in the form that the network is trained on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from training.scenes.scene import Picture
from vision.networks import channels

IGNORE = 255
MAPS = 6
"""Channels of ``targets``: terrain, piece and colour labels, then the three point and line maps in 0..255."""

LABELS = 3
"""The first so many of them are labels, which must not be mixed."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture (h, w, 3) uint8 BGR and what is to be said of it: (MAPS, h/2, w/2) as `targets` has them."""

    image: np.ndarray
    maps: np.ndarray


def targets(picture: Picture) -> np.ndarray:
    """Return (MAPS, h, w) uint8 truth maps at the network's stride: terrain, piece, colour, centre, rim, foot.

    Centres and feet are Gaussian bumps (as in CenterNet, Zhou et al. 2019) whose width follows the tile's size.
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
            _draw_bump(maps[3], np.asarray(tile.centre) / channels.STRIDE, max(1.0, 0.25 * size))
    for piece in picture.pieces:
        if piece.visible > 0.3:
            _draw_bump(maps[5], np.asarray(piece.foot) / channels.STRIDE, max(1.0, 0.1 * pitch))
    # What hides a tile hides its outline and centre, too: nothing is to be learned there.
    maps[4][picture.terrain == IGNORE] = 0
    return maps


def _pitch(picture: Picture) -> float:
    sizes = [np.linalg.norm(np.asarray(t.corners)[0] - np.asarray(t.corners)[3]) for t in picture.tiles]
    return float(np.median(sizes)) * 0.866 / channels.STRIDE if sizes else 20.0


def _draw_rim(canvas: np.ndarray, corners: np.ndarray) -> None:
    """Draw the outline about one and a half pixels wide; ``shift`` gives it sixteenths of a pixel."""
    points = np.round((corners - 0.25) * 16).astype(np.int32)
    cv2.polylines(canvas, [points], True, 255, 1, cv2.LINE_AA, shift=4)


def _draw_bump(canvas: np.ndarray, at: np.ndarray, sigma: float) -> None:
    """Draw a Gaussian of height 255 at a point given in output pixels (pixel centres at +0.5 / stride)."""
    x, y = at - 0.25
    reach = int(np.ceil(3 * sigma))
    x0, x1 = max(0, int(x) - reach), min(canvas.shape[1], int(x) + reach + 2)
    y0, y1 = max(0, int(y) - reach), min(canvas.shape[0], int(y) + reach + 2)
    if x0 >= x1 or y0 >= y1:
        return
    ys, xs = np.mgrid[y0:y1, x0:x1]
    bump = 255 * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * sigma**2))
    window = canvas[y0:y1, x0:x1]
    np.maximum(window, bump.astype(np.uint8), out=window)
